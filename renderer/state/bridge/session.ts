import { replaceEqualDeep } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ConnectionState, TandemBridge } from '../../../preload/ipc/bridge.ts';
import type { Status } from '../../../preload/ipc/status.ts';
import { type UploadQueue, uploadQueue } from '../uploads/upload-queue.ts';
import { type Notices, openNotices } from './notices.ts';
import { type RateHistory, rateHistory } from './rate-history.ts';
import { type Store, useStore, writableStore } from './store.ts';

/** What the whole window follows as long as it is open; made once, by the window's entry. */
export type Session = {
  readonly status: Store<Status | null>;
  readonly connection: Store<ConnectionState>;
  readonly rates: RateHistory;
  readonly drops: UploadQueue;
  readonly notices: Notices;
};

export function openSession(bridge: TandemBridge): Session {
  const status = writableStore<Status | null>(null);
  const connection = writableStore<ConnectionState>(bridge.connection());
  bridge.onConnection((state) => connection.set(state));
  // What did not change keeps its identity, so that who follows a part of the status is drawn again only when that part changes.
  bridge.subscribe('status', (message) => status.set(replaceEqualDeep(status.get(), message)));
  return {
    status,
    connection,
    rates: rateHistory(status, connection),
    drops: uploadQueue(bridge),
    notices: openNotices(bridge, Date.now),
  };
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('the window was drawn outside its SessionProvider');
  return session;
}

/**
 * The part of the status that is shown; null: the first status is not here yet. `select` picks a part or works out a plain value: an object made
 * anew each time would be a change each time.
 */
export function useStatus<Part>(select: (status: Status) => Part): Part | null {
  const { status } = useSession();
  const get = (): Part | null => {
    const known = status.get();
    return known === null ? null : select(known);
  };
  return useSyncExternalStore(status.subscribe, get);
}

export function useConnection(): ConnectionState {
  return useStore(useSession().connection);
}
