import type { Notice, NoticeHistory } from '../../../preload/ipc/shapes/notice.ts';
import type { HostBridge } from '../../../preload/ipc/transport/bridge.ts';
import { type Store, writableStore } from './store.ts';

/** The person's notices, newest first. Their words are put into the language where they are drawn. */
export type Notices = Store<readonly Notice[]> & {
  /** The ids of the pending invitations that were read. */
  readonly readInvitations: Store<readonly string[]>;
  readonly markRead: (id: string) => void;
  /** With the pending invitations, by their ids. */
  readonly markAllRead: (invitations: readonly string[]) => void;
};

/** The history that the host keeps for all windows. */
export function openNotices(host: Pick<HostBridge, 'subscribe' | 'call'>): Notices {
  // An earlier version kept the notices of all accounts there.
  for (const key of ['tandem.notices', 'tandem.notices.invitations']) localStorage.removeItem(key);
  const history = writableStore<NoticeHistory>({ notices: [], readInvitations: [] });
  host.subscribe('notices', history.set);
  return {
    get: () => history.get().notices,
    subscribe: history.subscribe,
    readInvitations: { get: () => history.get().readInvitations, subscribe: history.subscribe },
    markRead: (id) => void host.call('notice.markRead', { ids: [id] }),
    markAllRead: (invitations) => {
      const unread = history.get().notices.filter(({ isRead }) => !isRead);
      void host.call('notice.markRead', { ids: unread.map(({ id }) => id), invitations: [...invitations] });
    },
  };
}
