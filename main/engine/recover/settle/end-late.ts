import { busyNodes } from '../../execute/subject.ts';
import type { RootContext } from '../../root/root-context.ts';

/** A request without an answer may take effect for this long after it was sent. */
const LANDS_WITHIN_MS = 5 * 60_000;

/**
 * Call once everything is read that the service had at this time, also during a pause: a delete or a move whose item is still as it was, and
 * whose time is over, had no effect. If the item goes or moves later, someone else did that.
 */
export function endLate({ root, runner }: Pick<RootContext, 'root' | 'runner'>, atMs: number): void {
  const isOver = isOverAt(atMs);
  const [deletes, moves] = [root.trashing().filter(isOver), root.moving().filter(isOver)];
  if (deletes.length + moves.length === 0) return;
  const busy = busyNodes(runner).itemIds;
  root.transaction(() => {
    for (const { itemId } of deletes) {
      if (!busy.has(itemId) && root.remote(itemId) !== undefined) root.forgetTrashing(itemId);
    }
    for (const { itemId, etag } of moves) {
      if (!busy.has(itemId) && root.remote(itemId)?.etag === etag) root.forgetMoving(itemId);
    }
  });
}

/**
 * Call before the news of the service are read: a new folder that they tell of only after this time is someone else's. Otherwise a computer that
 * was offline, or switched off, would take a folder for its own that another person has made there meanwhile.
 */
export function endLateMakings({ root, runner }: Pick<RootContext, 'root' | 'runner'>, nowMs: number): void {
  const late = root.making().filter((sent) => sent.metItemId === null && isOverAt(nowMs)(sent));
  if (late.length === 0) return;
  const busy = busyNodes(runner).localIds;
  root.transaction(() => {
    for (const { localId } of late) {
      if (busy.has(localId)) continue;
      root.forgetMaking(localId);
      // It may have waited for the outcome.
      if (root.local(localId) !== undefined) root.markDirtyLocal(localId);
    }
  });
}

/** A clock that was set back says nothing about the time since. */
const isOverAt =
  (atMs: number) =>
  (sent: { readonly atMs: number }): boolean =>
    atMs - sent.atMs > LANDS_WITHIN_MS || atMs < sent.atMs;
