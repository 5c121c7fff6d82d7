import { useQuery } from '@tanstack/react-query';
import { ask, useBridge } from '../bridge/bridge.ts';
import { useStatus } from '../bridge/session.ts';
import { useService } from '../service/service.ts';

/** True if the signed-in person can administer the service. False while unknown. */
export function useIsAdmin(): boolean {
  const bridge = useBridge();
  // Refetches when the user changes or first becomes known.
  const userId = useStatus(({ account }) => account.user?.id) ?? null;
  const session = useQuery({
    queryKey: ['session.get', {}, userId],
    queryFn: () => ask(bridge, 'session.get', {}),
    enabled: userId !== null,
  });
  return session.data?.isAdmin === true;
}

/** The user's record on the service: the role, which decides the rights on others, and the enterprise. */
export function useSelf() {
  return useService('getCurrentUser', { query: { fields: 'role,enterprise' } }).data;
}
