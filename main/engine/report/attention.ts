import type { StepKind } from '../model/plan/step.ts';
import type { RootContext } from '../root/root-context.ts';
import type { Blocked } from '../store/work/blocked-table.ts';
import { pathOfNode } from './sync-report.ts';

/** The most reasons examined per request. */
const MOST = 100_000;

/** Retries waiting items now. `path`, relative to the root, limits this to one item and everything below it; null means all. */
export function retryNow(context: RootContext, path: string | null): void {
  const { root, live, parts } = context;
  parts.store.transaction(() => {
    for (const blocked of root.blocked(MOST)) {
      if (path !== null && !isAtOrBelow(pathOfNode(context, blocked), path)) continue;
      root.putBlocked({ ...blocked, retryAtMs: null });
      mark(context, blocked);
    }
  });
  // Backoff is keyed by step, not by path, so every step gets another try. Steps of other paths fail again at no cost.
  live.backingOff.clear();
  live.staleCounts.clear();
  live.progressed = true;
}

/** A folder moved: a path that was too long for the disk may fit now (edge case 38). */
export function retryTooLong(context: RootContext): void {
  const { root, live } = context;
  if (root.blockedCounts().blocked === 0) return;
  const tooLong = root
    .blocked(MOST)
    .filter(({ source, problem }) => source === 'step' && problem.code === 'name_too_long');
  for (const blocked of tooLong) {
    root.putBlocked({ ...blocked, retryAtMs: null });
    mark(context, blocked);
  }
  if (tooLong.length > 0) live.backingOff.clear();
}

/** Releases everything the guard holds, or only one operation; each held item passes once. Returns the number of released items. */
export function releaseHeld(context: RootContext, operation: StepKind | null = null): number {
  const { root, parts, wake } = context;
  const held = root
    .blocked(MOST)
    .filter((blocked) => blocked.source === 'held' && (operation === null || isOf(blocked, operation)));
  parts.store.transaction(() => {
    for (const blocked of held) {
      root.release(blocked);
      root.clearBlocked(blocked);
      mark(context, blocked);
    }
    root.numberHeld(parts.clock.nowMs());
  });
  wake.ring();
  return held.length;
}

/** Items that wait behind a held step have no operation of their own; they are planned again with any release. */
const isOf = (blocked: Blocked, operation: StepKind): boolean =>
  blocked.operation === operation || blocked.operation === null;

function mark({ root }: RootContext, { localId, itemId }: Pick<Blocked, 'localId' | 'itemId'>): void {
  if (localId !== null) root.markDirtyLocal(localId);
  if (itemId !== null) root.markDirtyItem(itemId);
}

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
