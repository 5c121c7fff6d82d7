import { createContext, useContext } from 'react';
import type { ConnectionState, TandemBridge } from '../../preload/ipc/bridge.ts';
import type { Status } from '../../preload/ipc/status.ts';
import { type DropQueue, dropQueue } from './drops.ts';
import { type RateHistory, rateHistory } from './rate-history.ts';
import { type Store, useStore, writableStore } from './store.ts';

/** What the whole window follows as long as it is open; made once, by the window's entry. */
export type Session = {
  readonly status: Store<Status | null>;
  readonly connection: Store<ConnectionState>;
  readonly rates: RateHistory;
  readonly drops: DropQueue;
};

export function openSession(bridge: TandemBridge): Session {
  const status = writableStore<Status | null>(null);
  const connection = writableStore<ConnectionState>(bridge.connection());
  bridge.onConnection((state) => connection.set(state));
  bridge.subscribe('status', (message) => status.set(message));
  return { status, connection, rates: rateHistory(status, connection), drops: dropQueue(bridge) };
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('the window was drawn outside its SessionProvider');
  return session;
}

/** Null: the first status is not here yet. */
export function useStatus(): Status | null {
  return useStore(useSession().status);
}

export function useConnection(): ConnectionState {
  return useStore(useSession().connection);
}
