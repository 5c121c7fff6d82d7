import { replaceEqualDeep } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { THUMBNAILS_AT_ONCE } from '../../../preload/ipc/shapes/content.ts';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import type { ConnectionState, HostBridge, TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { createTurns, type Turns } from '../items/turns.ts';
import { type UploadQueue, uploadQueue } from '../uploads/upload-queue.ts';
import { type Notices, openNotices } from './notices.ts';
import { type RateHistory, rateHistory } from './rate-history.ts';
import { type Store, useStore, writableStore } from './store.ts';

/** The state that the whole window follows while the account is the same. */
export type Session = {
  readonly status: Store<Status | null>;
  readonly connection: Store<ConnectionState>;
  readonly rates: RateHistory;
  readonly drops: UploadQueue;
  readonly notices: Notices;
  /** The host limits its requests too, but each waiting one would hold back the other content of the page. */
  readonly thumbnails: Turns;
};

/** `host`: the same bridge with its messages as they come. `over` ends the session. */
export function openSession(
  bridge: TandemBridge,
  host: Pick<HostBridge, 'subscribe' | 'call'>,
  over: AbortSignal,
): Session {
  const status = writableStore<Status | null>(null);
  const connection = writableStore<ConnectionState>(bridge.connection());
  bridge.onConnection((state) => connection.set(state));
  // Unchanged parts keep their identity, so that components render again only when their part of the status changes.
  bridge.subscribe('status', (message) => status.set(replaceEqualDeep(status.get(), message)));
  return {
    status,
    connection,
    rates: rateHistory(status, connection, over),
    drops: uploadQueue(bridge),
    notices: openNotices(host),
    thumbnails: createTurns(THUMBNAILS_AT_ONCE),
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
 * The selected part of the status; null until the first status arrives. `select` must return a part or a primitive: a new object
 * would count as a change each time.
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
