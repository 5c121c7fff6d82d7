import { fixOf, type ProblemMessage } from '../../../preload/words/message.ts';
import type { RootContext } from '../root/root-context.ts';
import { pausedUntilMs } from '../root/root-pause.ts';
import { isRootInSync, isUnreadable, pathOfNode, rootNotReadable, rootProblem } from '../root/state/root-condition.ts';
import { type Unlisted, unlistedFolders } from '../root/waiting/unlisted-folders.ts';
import type { JournalEntry } from '../store/history/journal-table.ts';
import { canKeepHere } from './can-keep-here.ts';
import { conflictMessage } from './conflict-message.ts';
import { doneKindOf } from './status/activity.ts';
import type { RootView } from './status/status-input.ts';

/** The most reasons and conflicts listed per root; the counts include all. */
const MOST_REASONS = 50;

/** The status of one root. */
export function rootViewOf(context: RootContext): RootView {
  const { root, record, folder, service, parts, runner } = context;
  const { files, folders, bytes } = root.syncedTotals();
  const { held, ...counts } = root.reasonCounts();
  const unlisted = unlistedFolders(context);
  const needPerson = unlisted.filter(({ problem }) => problem.reach === 'blocked').length;
  const blocked = counts.blocked + needPerson;
  const waiting = counts.waiting + unlisted.length - needPerson;
  const conflicts = root.openConflictCount();
  const batches = heldOf(context);
  const last = parts.store.journal.last(record.id);
  return {
    id: record.id,
    localPath: record.localPath,
    remoteId: record.itemId,
    files,
    folders,
    bytes,
    pending: pendingOf(context, counts.blocked + held + counts.waiting),
    blocked,
    held,
    conflicts,
    attention: blocked + waiting + conflicts + batches.length,
    waiting,
    ignored: root.ignoredCount(),
    lastChange: last === undefined ? null : lastChangeOf(last),
    pausedUntilMs: pausedUntilMs(context),
    isInSync: isRootInSync(context),
    isKnown: folder.isScanned && service.isCaughtUp,
    isWorking: runner.size > 0 || root.hasDirty(),
    trouble: troubleOf(context),
    ...lostOf(context),
    reasons: [...reasonsOf(context, unlisted), ...conflictsOf(context), ...batches],
  };
}

const lastChangeOf = (last: JournalEntry): NonNullable<RootView['lastChange']> => ({
  atMs: last.atMs,
  sentence: { code: 'done_to', args: { what: doneKindOf(last), path: last.path } },
});

/** Held nodes are decided on together, so their batches are listed instead. */
const reasonsOf = (context: RootContext, unlisted: readonly Unlisted[]): RootView['reasons'] =>
  [
    ...context.root.reasons(MOST_REASONS).filter(({ source }) => source !== 'held'),
    ...unlisted.slice(0, MOST_REASONS),
  ].map((one) => viewOfReason(context, one));

/** A reason as the status shows it. */
export const viewOfReason = (context: RootContext, one: Unlisted): RootView['reasons'][number] => ({
  path: pathOfNode(context, one),
  problem: one.problem,
  retryAtMs: one.retryAtMs,
  ...(one.suggestedName === null ? {} : { suggestedName: one.suggestedName }),
  ...(canKeepHere(context, one) ? { canKeepHere: true } : {}),
});

/** Listed under the path of the copy, because one original can have several. */
const conflictsOf = ({ root }: RootContext): RootView['reasons'] =>
  root.openConflicts(MOST_REASONS).map((conflict) => ({
    path: (conflict.localId === null ? undefined : root.localPath(conflict.localId)) ?? conflict.copyPath,
    problem: {
      code: 'conflict',
      reach: 'blocked',
      says: conflictMessage(conflict, conflict.originalPath),
    },
    retryAtMs: null,
    conflict: conflict.id,
    ...(conflict.theirs.by === null ? {} : { by: conflict.theirs.by }),
  }));

/** One for each held batch, about the item of it that has been held the longest. */
const heldOf = (context: RootContext): RootView['reasons'] =>
  context.root.heldBatches().map(({ id, what, direction, tops, oldest }) => {
    const { root } = context;
    const synced = oldest.itemId === null ? undefined : root.syncedByItem(oldest.itemId);
    const node = { ...oldest, localId: oldest.localId ?? synced?.localId ?? null };
    const reason = root.reasonOf(node);
    // It stays held whatever becomes of its reason (SPEC P46).
    const isKnown = reason !== undefined && reason.source === 'held';
    const says: ProblemMessage = isKnown
      ? reason.problem.says
      : { code: 'batch_held', args: { items: tops, what, direction } };
    return {
      path: pathOfNode(context, node),
      problem: { code: 'held_by_guard', reach: 'blocked', says },
      retryAtMs: null,
      held: id,
    };
  });

/**
 * The number of items still to sync. A finished item stays dirty on both sides until the planner confirms it; counting those would count
 * half of a first upload twice. New items are the surplus of a side over the synced ones; other work (edits, moves) counts once queued.
 */
function pendingOf({ root, runner }: RootContext, stuck: number): number {
  const doubtful = root.doubtfulCount();
  if (doubtful === 0) return 0;
  const { files, folders } = root.syncedTotals();
  // Each tree counts its root; the synced totals do not.
  const beyond = (count: number) => Math.max(0, count - 1 - files - folders);
  const isNew = beyond(root.localCount()) + beyond(root.remoteCount());
  return Math.max(0, Math.min(doubtful, Math.max(runner.size, isNew)) - stuck);
}

/** An empty or replaced folder can be accepted; a missing one must be restored. */
function lostOf({ folder, record }: RootContext): Pick<RootView, 'lost'> {
  const { state: rootState } = folder;
  if (rootState === null || rootState === 'present') return {};
  return {
    lost: {
      code: `root_${rootState}`,
      remedy: fixOf(rootProblem(rootState, record.localPath)),
      choices: rootState === 'missing' ? ['restore'] : ['restore', 'accept'],
    },
  };
}

function troubleOf({ folder, standing, record }: RootContext): RootView['trouble'] {
  if (standing.problem !== null) {
    return { isLocal: false, says: standing.problem.says };
  }
  if (isUnreadable(folder)) return { isLocal: false, says: rootNotReadable(folder, record.localPath) };
  if (folder.state === null || folder.state === 'present') return null;
  return { isLocal: true, says: rootProblem(folder.state, record.localPath) };
}
