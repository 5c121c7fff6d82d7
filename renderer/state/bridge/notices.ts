import { z } from 'zod';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { type Store, writableStore } from './store.ts';

const Notice = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  atMs: z.number(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

/** The user's notices, newest first. */
export type Notices = Store<readonly Notice[]> & { readonly markAllRead: () => void };

const STORAGE_KEY = 'tandem.notices';
/** Maximum number of notices kept. */
const MOST_KEPT = 50;

/** This window's notification history, kept over a reload. Invitations are not part of it: they stay pending until answered. */
export function openNotices(bridge: TandemBridge, now: () => number): Notices {
  const notices = writableStore<readonly Notice[]>(kept());
  const keep = (next: readonly Notice[]): void => {
    notices.set(next);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // Storage is full or forbidden: the history lasts as long as the page.
    }
  };
  bridge.subscribe('notice', ({ id, kind, title, body, invitation }) => {
    if (invitation !== null || notices.get().some((known) => known.id === id)) return;
    keep([{ id, kind, title, body, atMs: now(), isRead: false }, ...notices.get()].slice(0, MOST_KEPT));
  });
  return {
    get: notices.get,
    subscribe: notices.subscribe,
    markAllRead: () => {
      if (notices.get().some(({ isRead }) => !isRead)) {
        keep(notices.get().map((notice) => ({ ...notice, isRead: true })));
      }
    },
  };
}

function kept(): readonly Notice[] {
  try {
    return z.array(Notice).parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    // Written by another version, so it can no longer be shown.
    return [];
  }
}
