import { z } from 'zod';
import type { FeedSource } from '../../../preload/ipc/feeds.ts';
import { words } from '../../../preload/ipc/words.ts';
import { type Store, writableStore } from './store.ts';

const Notice = z.object({
  id: z.string(),
  kind: z.string(),
  /** Put into words where they are drawn. */
  title: words,
  body: words,
  /** Where it leads, if not where its kind does. */
  place: z.string().optional(),
  atMs: z.number(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

/** The user's notices, newest first. */
export type Notices = Store<readonly Notice[]> & {
  /** The ids of the pending invitations that were read. */
  readonly readInvitations: Store<readonly string[]>;
  readonly markRead: (id: string) => void;
  /** With the pending invitations, by their ids. */
  readonly markAllRead: (invitations: readonly string[]) => void;
};

const STORAGE_KEY = 'tandem.notices';
const INVITATIONS_KEY = 'tandem.notices.invitations';
/** Maximum number of notices kept. */
const MOST_KEPT = 50;

/** This window's notification history, kept over a reload. Invitations are not part of it: they stay pending until answered. */
export function openNotices(bridge: FeedSource, now: () => number): Notices {
  const notices = keptStore<readonly Notice[]>(STORAGE_KEY, z.array(Notice));
  const readInvitations = keptStore<readonly string[]>(INVITATIONS_KEY, z.array(z.string()));
  bridge.subscribe('notice', ({ id, kind, title, body, invitation, place }) => {
    if (invitation !== null || notices.get().some((known) => known.id === id)) return;
    const notice = { id, kind, title, body, atMs: now(), isRead: false, ...(place === undefined ? {} : { place }) };
    notices.keep([notice, ...notices.get()].slice(0, MOST_KEPT));
  });
  const markRead = (isMarked: (notice: Notice) => boolean): void => {
    if (notices.get().some((notice) => !notice.isRead && isMarked(notice))) {
      notices.keep(notices.get().map((notice) => (isMarked(notice) ? { ...notice, isRead: true } : notice)));
    }
  };
  return {
    get: notices.get,
    subscribe: notices.subscribe,
    readInvitations,
    markRead: (id) => markRead((notice) => notice.id === id),
    markAllRead: (invitations) => {
      markRead(() => true);
      // Those that were answered are forgotten.
      readInvitations.keep(invitations);
    },
  };
}

/** A list that survives a reload of this window. */
function keptStore<List extends readonly unknown[]>(key: string, shape: z.ZodType<List>) {
  const store = writableStore(readKept(key, shape));
  return {
    get: store.get,
    subscribe: store.subscribe,
    keep(next: List): void {
      store.set(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or forbidden: the list lasts as long as the page.
      }
    },
  };
}

function readKept<List>(key: string, shape: z.ZodType<List>): List {
  const empty = shape.parse([]);
  try {
    return shape.safeParse(JSON.parse(localStorage.getItem(key) ?? '[]')).data ?? empty;
  } catch {
    // Not JSON, or storage is forbidden.
    return empty;
  }
}
