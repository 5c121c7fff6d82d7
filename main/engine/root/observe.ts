import { remoteProblem } from '../execute/problems.ts';
import { backoffMs } from '../execute/transfer/pace/pace.ts';
import type { Problem } from '../model/plan/problem.ts';
import type { ScanReport } from '../observe/local/observer.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { RemoteError } from '../ports/remote/remote.ts';
import { collectStaging } from '../recover/collect-staging.ts';
import { seekPlaced } from '../recover/settle/recognize-placed.ts';
import { noteSeen } from '../recover/settle/sought-places.ts';
import { keepTraits } from './disk-traits.ts';
import type { RootContext } from './root-context.ts';
import { noteSnatched } from './waiting/snatched.ts';

/** The delay before checking a missing folder or a failed listing again. */
const LOOK_AGAIN_MS = 5_000;
/** The same for a folder missing on the service. */
const ROOT_GONE_MS = 30_000;

/** The minimum interval between two polls for changes while steps run. */
const BUSY_MS = 500;

/** Updates the local tree: a full scan at first and periodically, otherwise only the hinted folders. */
export async function observeLocal(context: RootContext, signal: AbortSignal): Promise<void> {
  const { live, hints, local, parts } = context;
  const nowMs = parts.clock.nowMs();
  const isLost = live.rootState !== null && live.rootState !== 'present';
  if (isLost && (live.retryAtMs ?? 0) > nowMs) return;
  const due = hints.take(nowMs);
  const wantsAll = due.all || !live.isScanned || isLost || live.scanAtMs <= nowMs;
  try {
    if (wantsAll) {
      seekPlaced(context);
      noteScan(context, await local.scanAll(signal), null);
      live.isScanned = live.rootState === 'present';
      live.scanAtMs = nowMs + parts.settings.scanEveryMs;
      if (live.isScanned) await collectLeftBehind(context);
    } else if (due.folders.length > 0) {
      noteScan(context, await local.scanDirectories(due.folders, signal), due.folders);
    }
    if (live.settleAtMs !== null && live.settleAtMs <= parts.clock.nowMs()) {
      noteScan(context, await local.settleMissing(signal), []);
    }
    if (live.rootState === 'present' && live.traits === null) {
      live.traits = await parts.fileSystem.traits(context.record.localPath);
      keepTraits(context.root, live.traits);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof FileSystemError)) throw error;
    // A read error does not mean absence: nothing was recorded, and the scan is retried.
    parts.log.warn(`The folder ${context.record.localPath} could not be read.`, { reason: error.message });
    if (wantsAll) live.isScanned = false;
    for (const folder of due.folders) hints.add(folder, nowMs + LOOK_AGAIN_MS);
    live.retryAtMs = nowMs + LOOK_AGAIN_MS;
    live.scanAtMs = Math.max(live.scanAtMs, live.retryAtMs);
    if (live.settleAtMs !== null) live.settleAtMs = Math.max(live.settleAtMs, live.retryAtMs);
  }
}

/** Best effort: the next full scan tries again. */
async function collectLeftBehind({ parts, record }: RootContext): Promise<void> {
  const { fileSystem, clock, store, log } = parts;
  try {
    await collectStaging(record.localPath, { fileSystem, transfers: store.transfers, nowMs: clock.nowMs() });
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    log.warn(`Old temporary files of ${record.localPath} could not be removed.`, { reason: error.message });
  }
}

/** `folders`: the scanned folders; null means all. */
function noteScan(context: RootContext, report: ScanReport, folders: readonly string[] | null): void {
  const { live, hints, parts } = context;
  const nowMs = parts.clock.nowMs();
  const [was, is] = [live.rootState, report.root];
  if (was !== is || report.changed > 0) context.told([]);
  // If the root is lost, the watch points at something else; if it is back, it needs a new watch.
  if (was !== null && (was === 'present') !== (is === 'present')) live.stirWatch?.();
  live.rootState = report.root;
  noteSnatched(context);
  if (report.root === 'present') noteSeen(context, report, folders);
  live.settleAtMs = report.settleAtMs;
  live.retryAtMs = report.root === 'present' ? null : nowMs + LOOK_AGAIN_MS;
  if (report.changed > 0) live.progressed = true;
  for (const folder of report.restless) hints.add(folder, nowMs);
}

/** Updates the remote tree. An error from the service does not mean absence either: nothing is planned on it. */
export async function observeRemote(context: RootContext, signal: AbortSignal): Promise<void> {
  const { live, gate, remote, catchUps, parts } = context;
  if (!gate.mayTry()) return;
  const isDue = live.remoteRetryAtMs !== null && live.remoteRetryAtMs <= parts.clock.nowMs();
  if (!live.remoteDirty && !isDue && gate.isOpen) return;
  live.remoteDirty = false;
  const caughtUp = catchUps.begin();
  try {
    const caught = await remote.catchUp(signal);
    gate.reached();
    if (!caught.rolledBack) caughtUp();
    if (caught.changes > 0 || caught.listed) {
      live.progressed = true;
      context.told([]);
    }
    live.rootProblem = caught.rootGone ? rootGone() : null;
    live.isCaughtUp = !caught.rootGone;
    live.remoteRetryAtMs = caught.rootGone ? parts.clock.nowMs() + ROOT_GONE_MS : null;
    if (!caught.rootGone && !caught.rolledBack) follow(context);
    if (caught.invitations) context.invited();
    // Stored state must not be compared with an older state of the service (edge case 95): treat both sides as never synced.
    if (caught.rolledBack) {
      live.isCaughtUp = false;
      live.renewal = { kind: 'anew', localPath: context.record.localPath, why: 'service_is_older' };
    }
  } catch (error) {
    live.remoteDirty = true;
    // An interrupted listing shows deleted items next to their replacements, so nothing is planned on it.
    if (context.root.cursor() === null) live.isCaughtUp = false;
    if (signal.aborted) return;
    if (!(error instanceof RemoteError)) throw error;
    const problem = remoteProblem(error, context.record.localPath) ?? rootGone();
    gate.trouble({ ...problem, reach: 'account' });
  }
}

/** Long-polls the service for changes; one request at a time, renewed after each catch-up. */
function follow({ live, remote, wake, runner, parts }: RootContext): void {
  const signal = live.follows;
  if (signal === null || signal.aborted || live.isFollowing) return;
  live.isFollowing = true;
  const since = parts.clock.nowMs();
  remote
    .waitForChange(signal)
    .then(
      async () => {
        live.brokenWaits = 0;
        // While steps run, most changes are our own echo, so one request covers many of them. At rest, react at once.
        const restMs = runner.size > 0 ? since + BUSY_MS - parts.clock.nowMs() : 0;
        if (restMs > 0) await parts.clock.sleep(restMs, signal);
      },
      async () => {
        // A broken wait alone proves nothing: the next request shows whether the service is reachable. On a line that keeps breaking, back off.
        live.brokenWaits += 1;
        if (live.brokenWaits > 1) {
          await parts.clock.sleep(backoffMs(live.brokenWaits - 1, parts.random.fraction()), signal);
        }
      },
    )
    .finally(() => {
      live.remoteDirty = true;
      live.isFollowing = false;
      wake.ring();
    });
}

const rootGone = (): Problem => ({
  code: 'gone_from_service',
  reach: 'blocked',
  says: { code: 'remote_folder_gone', args: {} },
});
