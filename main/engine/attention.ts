import type { StepKind } from './model/step.ts';
import type { RootContext } from './root-context.ts';
import type { Blocked } from './store/blocked-table.ts';
import { pathOfNode } from './sync-report.ts';

/** Reasons that are looked through for one request. */
const MOST = 100_000;

/** Tries now what waits for a later time. `path`: this one and all below it, below the root; null: all. */
export function retryNow(context: RootContext, path: string | null): void {
  const { root, live, parts } = context;
  parts.store.transaction(() => {
    for (const blocked of root.blocked(MOST)) {
      if (path !== null && !isAtOrBelow(pathOfNode(context, blocked), path)) continue;
      root.putBlocked({ ...blocked, retryAtMs: null });
      mark(context, blocked);
    }
  });
  // Steps are named by what they presume, so all of them get another try; those of other paths fail again at no cost to them.
  live.backingOff.clear();
  live.staleCounts.clear();
  live.progressed = true;
}

/** A folder has another place: what was too long for the disk may fit now (edge case 38). */
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

/** Lets all go that the guard holds, or one batch of it; each passes once. Returns how many. */
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

/** What waits behind a held step has no operation of its own; it is planned again with whatever is let go. */
const isOf = (blocked: Blocked, operation: StepKind): boolean =>
  blocked.operation === operation || blocked.operation === null;

function mark({ root }: RootContext, { localId, itemId }: Pick<Blocked, 'localId' | 'itemId'>): void {
  if (localId !== null) root.markDirtyLocal(localId);
  if (itemId !== null) root.markDirtyItem(itemId);
}

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
