import type { FeedMessage } from '../../../preload/ipc/feeds.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { now } from './status-states.ts';

type History = FeedMessage<'notices'>;
type Told = Pick<History['notices'][number], 'id' | 'kind' | 'title' | 'body' | 'place' | 'by'>;

/** The history of notices as the host keeps it: each window gets all of it. */
export function keptNotices(bridge: FakeBridge) {
  let kept: History = { notices: [], readInvitations: [] };
  const send = (): Promise<void> => bridge.emit('notices', kept);
  bridge.answer({
    'notice.markRead': ({ ids, invitations }) => {
      kept = {
        notices: kept.notices.map((notice) => (ids.includes(notice.id) ? { ...notice, isRead: true } : notice)),
        readInvitations: invitations ?? kept.readInvitations,
      };
      void send();
      return {};
    },
  });
  return {
    tell: (notice: Told, atMs = now): Promise<void> => {
      kept = { ...kept, notices: [{ ...notice, atMs, isRead: false }, ...kept.notices] };
      return send();
    },
    /** As on the subscription of a page that was loaded again. */
    send,
  };
}
