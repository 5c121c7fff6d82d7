import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import { ask, type CommandRefused, useBridge } from '../bridge/bridge.ts';

/** Polling interval while a person signs in elsewhere. */
const LOOK_EVERY_MS = 600;

/** This computer's account, and a sign-in in progress. */
export function useAccount(): UseQueryResult<Account, CommandRefused> {
  const bridge = useBridge();
  return useQuery<Account, CommandRefused>({
    queryKey: ['account.get'],
    queryFn: () => ask(bridge, 'account.get', {}),
    refetchInterval: ({ state }) => (state.data?.signIn.state === 'waiting' ? LOOK_EVERY_MS : false),
  });
}
