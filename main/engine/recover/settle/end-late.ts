import { nodesOf } from '../../execute/subject.ts';
import type { RootContext } from '../../root/root-context.ts';

/** A delete or a move without an answer may take effect for this long after it was sent. */
const LANDS_WITHIN_MS = 5 * 60_000;

/**
 * Call once everything is read that the service had at this time, also during a pause: a delete or a move whose item is still as it was, and
 * whose time is over, had no effect. If the item goes or moves later, someone else did that.
 */
export function endLate({ root, runner }: Pick<RootContext, 'root' | 'runner'>, atMs: number): void {
  const isOver = (sent: { readonly atMs: number }): boolean => atMs - sent.atMs > LANDS_WITHIN_MS || atMs < sent.atMs;
  const [deletes, moves] = [root.trashing().filter(isOver), root.moving().filter(isOver)];
  if (deletes.length + moves.length === 0) return;
  const busy = new Set(runner.running().map((step) => nodesOf(step).itemId));
  root.transaction(() => {
    for (const { itemId } of deletes) {
      if (!busy.has(itemId) && root.remote(itemId) !== undefined) root.forgetTrashing(itemId);
    }
    for (const { itemId, etag } of moves) {
      if (!busy.has(itemId) && root.remote(itemId)?.etag === etag) root.forgetMoving(itemId);
    }
  });
}
