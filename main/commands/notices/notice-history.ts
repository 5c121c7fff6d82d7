import { join } from 'node:path';
import { z } from 'zod';
import type { FeedMessage, FeedSource } from '../../../preload/ipc/feeds.ts';
import { NoticeHistory as Kept, MOST_NOTICES } from '../../../preload/ipc/shapes/notice.ts';
import { readFile, rmSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

/** The notices already read. Omitted `invitations` stay as they are; those that were answered are forgotten with the next list. */
export type ReadMarks = { readonly ids: readonly string[]; readonly invitations?: readonly string[] | undefined };

/** The notices of the current account. The host keeps them, since a window may be closed when one arrives, and several may be open. */
export type NoticeHistory = {
  /** Shows and keeps the notices of this account (`accountKey`) from now on, and no others. */
  open(account: string): void;
  /** The person signed out: the next one to sign in must not see their notices. */
  forget(): void;
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

/** Ids of notices are only unique within an account. Null: no account. */
type Owned = Kept & { readonly account: string | null };

const Stored = Kept.extend({ account: z.string() });
const NONE: Owned = { account: null, notices: [], readInvitations: [] };

/** Shows nothing until an account is opened. An unreadable file counts as empty and is replaced by the next notice. */
export async function openNoticeHistory({ state, nowMs, warn }: NoticeHistoryParts): Promise<NoticeHistory> {
  let stored = await read(fileIn(state));
  let kept = NONE;
  const listeners = new Set<(history: Kept) => void>();
  const show = (next: Owned): void => {
    kept = next;
    for (const listener of listeners) listener(shownOf(kept));
  };
  const keep = (next: Kept): void => {
    if (kept.account === null) return;
    stored = { ...next, account: kept.account };
    try {
      writePrivate(fileIn(state), JSON.stringify(stored));
    } catch (cause) {
      warn(cause);
    }
    show(stored);
  };
  const record = ({ invitation, ...told }: FeedMessage<'notice'>): void => {
    if (invitation !== null) return;
    const others = kept.notices.filter((known) => known.id !== told.id);
    const notice = { ...told, atMs: nowMs(), isRead: false };
    keep({ ...kept, notices: [notice, ...others].slice(0, MOST_NOTICES) });
  };
  const listen = (listener: (history: Kept) => void): (() => void) => {
    let isWanted = true;
    const deliver = (history: Kept): void => {
      if (isWanted) listener(history);
    };
    listeners.add(deliver);
    queueMicrotask(() => deliver(shownOf(kept)));
    return () => {
      isWanted = false;
      listeners.delete(deliver);
    };
  };
  return {
    open: (account) => show(stored.account === account ? stored : { ...NONE, account }),
    forget: () => {
      stored = NONE;
      try {
        forgetNotices(state);
      } catch (cause) {
        warn(cause);
      }
      show(NONE);
    },
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

/** Deletes the notices of a state folder that no running process uses, or of an account that is signed out. */
export const forgetNotices = (state: string): void => rmSync(fileIn(state), { force: true });

const fileIn = (state: string): string => join(state, 'notices.json');

const shownOf = ({ notices, readInvitations }: Owned): Kept => ({ notices, readInvitations });

/** The same object if nothing changes. */
function marked(kept: Kept, { ids, invitations = kept.readInvitations }: ReadMarks): Kept {
  const isRead = new Set(ids);
  const isNews = ({ id, isRead: wasRead }: Kept['notices'][number]): boolean => !wasRead && isRead.has(id);
  const isSame = invitations.join() === kept.readInvitations.join();
  if (isSame && !kept.notices.some(isNews)) return kept;
  const notices = kept.notices.map((notice) => (isNews(notice) ? { ...notice, isRead: true } : notice));
  return { notices, readInvitations: [...invitations] };
}

async function read(file: string): Promise<Owned> {
  try {
    return Stored.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing on the first start. A damaged file costs the list of past notices.
    return NONE;
  }
}
