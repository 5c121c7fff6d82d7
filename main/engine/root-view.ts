import { fixOf } from '../../preload/words/message.ts';
import { conflictMessage } from './acts/conflicts.ts';
import type { RootContext } from './root-context.ts';
import { pausedUntilMs } from './root-pause.ts';
import { doneKindOf } from './status/activity.ts';
import type { RootView } from './status/status-input.ts';
import type { JournalEntry } from './store/journal-table.ts';
import { isRootInSync, pathOfNode, rootProblem } from './sync-report.ts';

/** Reasons, and conflicts, that the status lists per root; the counts count all. */
const MOST_REASONS = 50;

/** What the status says of one root. */
export function rootViewOf(context: RootContext): RootView {
  const { root, record, live, parts, runner } = context;
  const { files, folders, bytes } = root.syncedTotals();
  const { open, parked } = root.dirtyCount();
  const { blocked, waiting, held } = root.blockedCounts();
  const last = parts.store.journal.last(record.id);
  return {
    id: record.id,
    localPath: record.localPath,
    remoteId: record.itemId,
    files,
    folders,
    bytes,
    pending: pendingOf(context, open + parked, blocked + held + waiting),
    blocked,
    held,
    waiting,
    conflicts: root.openConflictCount(),
    ignored: root.ignoredCount(),
    lastChange: last === undefined ? null : lastChangeOf(last),
    pausedUntilMs: pausedUntilMs(context),
    isInSync: isRootInSync(context),
    isKnown: live.isScanned && live.isCaughtUp,
    isWorking: runner.size > 0 || open > 0,
    trouble: troubleOf(context),
    ...lostOf(context),
    reasons: [...reasonsOf(context), ...conflictsOf(context)],
  };
}

const lastChangeOf = (last: JournalEntry): NonNullable<RootView['lastChange']> => ({
  atMs: last.atMs,
  sentence: { code: 'done_to', args: { what: doneKindOf(last), path: last.path } },
});

const reasonsOf = (context: RootContext): RootView['reasons'] =>
  context.root.blocked(MOST_REASONS).map((one) => ({
    path: pathOfNode(context, one),
    problem: one.problem,
    retryAtMs: one.retryAtMs,
  }));

/** Under the path of the copy: of one original there can be several. */
const conflictsOf = ({ root }: RootContext): RootView['reasons'] =>
  root.openConflicts(MOST_REASONS).map((conflict) => ({
    path: (conflict.localId === null ? undefined : root.localPath(conflict.localId)) ?? conflict.copyPath,
    problem: {
      code: 'conflict',
      reach: 'blocked',
      says: conflictMessage(conflict),
    },
    retryAtMs: null,
    conflict: conflict.id,
  }));

/** Beyond so many nodes in doubt nobody counts them apart four times a second. */
const MOST_COUNTED = 200_000;

/**
 * Items that something is still to be done about. What is done stays in doubt on both sides until the planner has confirmed it: that
 * is no work any more, or half of a first upload would be counted twice. New items are what a side has beyond the agreed ones; all
 * else (edits, moves) counts as far as it is in line.
 */
function pendingOf({ root, runner }: RootContext, doubtful: number, stuck: number): number {
  if (doubtful === 0 || doubtful > MOST_COUNTED) return Math.max(0, doubtful - stuck);
  const { files, folders } = root.syncedTotals();
  // Each tree counts its root; what is agreed on does not.
  const beyond = (count: number) => Math.max(0, count - 1 - files - folders);
  const isNew = beyond(root.localCount()) + beyond(root.remoteCount());
  return Math.max(0, Math.min(doubtful, Math.max(runner.size, isNew)) - stuck);
}

/** An empty folder can be accepted as well as a replaced one; one that is gone has to be made first. */
function lostOf({ live, record }: RootContext): Pick<RootView, 'lost'> {
  const { rootState } = live;
  if (rootState === null || rootState === 'present') return {};
  return {
    lost: {
      code: `root_${rootState}`,
      remedy: fixOf(rootProblem(rootState, record.localPath)),
      choices: rootState === 'missing' ? ['restore'] : ['restore', 'accept'],
    },
  };
}

function troubleOf({ live, record }: RootContext): RootView['trouble'] {
  if (live.rootProblem !== null) {
    return { isLocal: false, says: live.rootProblem.says };
  }
  if (live.rootState === null || live.rootState === 'present') return null;
  return { isLocal: true, says: rootProblem(live.rootState, record.localPath) };
}
