import type { RootContext } from './root-context.ts';
import { pausedUntilMs } from './root-pause.ts';
import { sentenceOf } from './status/activity.ts';
import type { RootView } from './status/status-input.ts';
import { isRootInSync, pathOfNode, ROOT_SENTENCES } from './sync-report.ts';

/** Reasons that the status lists per root; the counts count all. */
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
    pending: Math.max(0, open + parked - blocked - held - waiting),
    blocked,
    held,
    waiting,
    conflicts: root.openConflictCount(),
    ignored: root.ignoredCount(),
    lastChange: last === undefined ? null : { atMs: last.atMs, sentence: `${sentenceOf(last)}: ${last.path}` },
    pausedUntilMs: pausedUntilMs(context),
    isInSync: isRootInSync(context),
    isKnown: live.isScanned && live.isCaughtUp,
    isWorking: runner.size > 0 || open > 0,
    trouble: troubleOf(context),
    ...lostOf(context),
    reasons: root.blocked(MOST_REASONS).map((one) => ({
      path: pathOfNode(context, one),
      problem: one.problem,
      retryAtMs: one.retryAtMs,
    })),
  };
}

/** An empty folder can be accepted as well as a replaced one; one that is gone has to be made first. */
function lostOf({ live, record }: RootContext): Pick<RootView, 'lost'> {
  const { rootState } = live;
  if (rootState === null || rootState === 'present') return {};
  const { remedy } = ROOT_SENTENCES[rootState](record.localPath);
  return {
    lost: {
      code: `root_${rootState}`,
      remedy,
      choices: rootState === 'missing' ? ['restore'] : ['restore', 'accept'],
    },
  };
}

function troubleOf({ live, record }: RootContext): RootView['trouble'] {
  if (live.rootProblem !== null) {
    return { isLocal: false, sentence: live.rootProblem.message, remedy: live.rootProblem.remedy };
  }
  if (live.rootState === null || live.rootState === 'present') return null;
  const { message, remedy } = ROOT_SENTENCES[live.rootState](record.localPath);
  return { isLocal: true, sentence: message, remedy };
}
