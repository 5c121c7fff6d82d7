import { join } from 'node:path';
import type { FeedMessage, FeedSource } from '../../../preload/ipc/feeds.ts';
import { NoticeHistory as Kept, MOST_NOTICES } from '../../../preload/ipc/shapes/notice.ts';
import { readFile } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

/** What was read. Omitted `invitations` stay as they are; those that were answered are forgotten with the next list. */
export type ReadMarks = { readonly ids: readonly string[]; readonly invitations?: readonly string[] | undefined };

/** The notices of this state folder. The host keeps them, since a window may be closed when one arrives, and several may be open. */
export type NoticeHistory = {
  markRead(marks: ReadMarks): void;
  /** The same feeds with the history as a feed of its own. Their notices are kept from now on. */
  follow(feeds: FeedSource): FeedSource;
};

export type NoticeHistoryParts = {
  readonly state: string;
  readonly nowMs: () => number;
  /** The history can't be written; it lasts as long as the process. */
  readonly warn: (cause: unknown) => void;
};

/** An unreadable file counts as empty and is replaced by the next notice. */
export async function openNoticeHistory({ state, nowMs, warn }: NoticeHistoryParts): Promise<NoticeHistory> {
  const file = join(state, 'notices.json');
  let kept = await read(file);
  const listeners = new Set<(history: Kept) => void>();
  const keep = (next: Kept): void => {
    kept = next;
    try {
      writePrivate(file, JSON.stringify(kept));
    } catch (cause) {
      warn(cause);
    }
    for (const listener of listeners) listener(kept);
  };
  const record = ({ id, kind, title, body, invitation, place }: FeedMessage<'notice'>): void => {
    if (invitation !== null || kept.notices.some((known) => known.id === id)) return;
    const notice = { id, kind, title, body, ...(place === undefined ? {} : { place }), atMs: nowMs(), isRead: false };
    keep({ ...kept, notices: [notice, ...kept.notices].slice(0, MOST_NOTICES) });
  };
  const listen = (listener: (history: Kept) => void): (() => void) => {
    let isWanted = true;
    const deliver = (history: Kept): void => {
      if (isWanted) listener(history);
    };
    listeners.add(deliver);
    queueMicrotask(() => deliver(kept));
    return () => {
      isWanted = false;
      listeners.delete(deliver);
    };
  };
  return {
    markRead: (marks) => {
      const next = marked(kept, marks);
      if (next !== kept) keep(next);
    },
    follow: (feeds) => {
      feeds.subscribe('notice', record);
      return {
        subscribe: (feed, listener) =>
          feed === 'notices' ? listen(listener as (history: Kept) => void) : feeds.subscribe(feed, listener),
      };
    },
  };
}

/** The same object if nothing changes. */
function marked(kept: Kept, { ids, invitations = kept.readInvitations }: ReadMarks): Kept {
  const isRead = new Set(ids);
  const isNews = ({ id, isRead: wasRead }: Kept['notices'][number]): boolean => !wasRead && isRead.has(id);
  const isSame = invitations.join() === kept.readInvitations.join();
  if (isSame && !kept.notices.some(isNews)) return kept;
  const notices = kept.notices.map((notice) => (isNews(notice) ? { ...notice, isRead: true } : notice));
  return { notices, readInvitations: [...invitations] };
}

async function read(file: string): Promise<Kept> {
  try {
    return Kept.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing on the first start. A damaged file costs the list of past notices.
    return { notices: [], readInvitations: [] };
  }
}
