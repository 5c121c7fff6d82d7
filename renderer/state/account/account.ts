import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Account } from '../../../preload/ipc/account.ts';
import { ask, type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { useStatus } from '../bridge/session.ts';

/** Polling interval while a person signs in elsewhere. */
const LOOK_EVERY_MS = 600;
const KEY = 'account.get';

/** This computer's account, refetched when the status reports another one. */
export function useAccount(): UseQueryResult<Account, CommandRefused> {
  const bridge = useBridge();
  const queries = useQueryClient();
  const mark = useStatus(({ account }) => `${account.baseUrl} ${account.state} ${account.user?.id ?? ''}`) ?? '';
  useEffect(() => {
    if (mark !== '') void queries.invalidateQueries({ queryKey: [KEY] });
  }, [queries, mark]);
  return useQuery<Account, CommandRefused>({
    queryKey: [KEY],
    queryFn: () => ask(bridge, 'account.get', {}),
    refetchInterval: ({ state }) => (state.data?.signIn.state === 'waiting' ? LOOK_EVERY_MS : false),
  });
}

/** Refetches the account after it was changed here. */
export function useAccountChanged(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [KEY] });
}
