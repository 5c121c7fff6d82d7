import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Account } from '../../../preload/ipc/account.ts';
import { ask, type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { useStatus } from '../bridge/session.ts';

/** While a person signs in elsewhere, this often it is looked how it goes. */
const LOOK_EVERY_MS = 600;
const KEY = 'account.get';

/** The account of this computer; asked again whenever the status says that it is another one. */
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

/** Asks for the account once more, after something was done to it here. */
export function useAccountChanged(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [KEY] });
}
