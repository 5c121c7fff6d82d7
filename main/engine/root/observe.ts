import { basename, dirname, join } from 'node:path';
import { remoteProblem } from '../execute/problems.ts';
import type { LocalId } from '../model/ids.ts';
import { IGNORE_FILE } from '../model/names/rule-file.ts';
import type { Problem } from '../model/plan/problem.ts';
import type { ScanReport, UnreadableItem } from '../observe/local/observer.ts';
import { isListed } from '../observe/remote/arrivals.ts';
import { type DiskTraits, FileSystemError } from '../ports/file-system.ts';
import { RemoteError } from '../ports/remote/remote.ts';
import { collectStaging } from '../recover/collect-staging.ts';
import { retireUploads } from '../recover/retire-transfers.ts';
import { endLate, endLateMakings } from '../recover/settle/end-late.ts';
import { noteNewsRead, noteSeen } from '../recover/settle/looks.ts';
import { seekPlaced } from '../recover/settle/staging-look.ts';
import { keepTraits, knownTraits } from './disk-traits.ts';
import type { RootContext } from './root-context.ts';
import type { UnseenItem } from './state/folder-sight.ts';
import { noteExcluded } from './waiting/rules-notice.ts';
import { noteScanned, noteSnatched, scannedTo } from './waiting/snatched.ts';

/** Updates the local tree: a full scan at first and periodically, otherwise only the hinted folders. */
export async function observeLocal(context: RootContext, signal: AbortSignal): Promise<void> {
  const { folder, hints, local, parts } = context;
  const nowMs = parts.clock.nowMs();
  if (folder.isLost && (folder.retryAtMs ?? 0) > nowMs) return;
  const due = hints.take(nowMs);
  const wantsAll = due.all || !folder.isScanned || folder.isLost || folder.scanAtMs <= nowMs;
  try {
    if (wantsAll) {
      seekPlaced(context);
      const done = scannedTo(context);
      noteScan(context, await local.scanAll(signal), null);
      folder.noteWhole(nowMs + parts.settings.scanEveryMs);
      if (folder.isScanned) {
        noteScanned(context, done);
        retireUploads(context);
        if (await collectLeftBehind(context)) context.replaced.ask(nowMs);
      }
    } else if (due.folders.length > 0) {
      const folders = [...due.folders, ...unlistedIn(context, due.folders)];
      noteScan(context, await local.scanDirectories(folders, signal), folders);
    }
    if (folder.isPresent && (wantsAll || due.folders.length > 0)) await folder.watch?.check();
    if (folder.settleAtMs !== null && folder.settleAtMs <= parts.clock.nowMs()) {
      noteScan(context, await local.settleMissing(signal), []);
    }
    if (folder.isPresent && folder.traits === null) folder.noteTraits(await traitsOf(context));
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof FileSystemError)) throw error;
    // A read error does not mean absence: nothing was recorded, and the scan is retried.
    parts.log.warn(`The folder ${context.record.localPath} could not be read.`, { reason: error.message });
    const againMs = folder.noteUnreadable(nowMs, wantsAll, error);
    for (const path of due.folders) hints.add(path, againMs);
  }
}

/** A disk that takes no files, because it is full or read-only, can't be probed: its last known traits still hold. */
async function traitsOf({ root, record, parts }: RootContext): Promise<DiskTraits> {
  try {
    const traits = await parts.fileSystem.traits(record.localPath);
    keepTraits(root, traits);
    return traits;
  } catch (error) {
    const known = knownTraits(root);
    if (!(error instanceof FileSystemError) || known === null) throw error;
    parts.log.warn(`The disk of ${record.localPath} could not be probed.`, { reason: error.message });
    return known;
  }
}

/** Best effort: the next full scan tries again. True: there are replaced files to look at. */
async function collectLeftBehind({ parts, record }: RootContext): Promise<boolean> {
  const { fileSystem, clock, store, log } = parts;
  try {
    return await collectStaging(record.localPath, { fileSystem, transfers: store.transfers, nowMs: clock.nowMs() });
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    log.warn(`Old temporary files of ${record.localPath} could not be removed.`, { reason: error.message });
    return false;
  }
}

/** Items directly in these that could not be read. A new permission is a change in the folder around it, not in the folder itself. */
function unlistedIn({ folder, root, record }: RootContext, hinted: readonly string[]): readonly string[] {
  const paths = [...folder.unlisted.keys()].flatMap((id) => root.localPath(id) ?? []);
  return paths.map((path) => join(record.localPath, path)).filter((path) => hinted.includes(dirname(path)));
}

/** `folders`: the scanned folders; null means all. */
function noteScan(context: RootContext, report: ScanReport, folders: readonly string[] | null): void {
  const { folder, rounds, hints, parts } = context;
  const nowMs = parts.clock.nowMs();
  const hasOthers = report.root === 'present' && noteUnlisted(context, report, folders);
  if (folder.state !== report.root || report.changed > 0 || hasOthers) context.notifyChanged([]);
  folder.noteLook(report.root, report.settleAtMs, nowMs);
  noteSnatched(context);
  if (folder.isPresent) noteSeen(context, report, folders);
  if (report.changed > 0) rounds.noteProgress();
  for (const path of report.restless) hints.add(path, nowMs);
  noteExcluded(context.root, report.excluded);
}

/** True: other items than before could not be read. */
function noteUnlisted(
  { folder, root, record }: RootContext,
  { unreadable, isWhole }: ScanReport,
  folders: readonly string[] | null,
): boolean {
  const before = folder.unlisted;
  const wasScanned = (id: LocalId): boolean => {
    const path = root.localPath(id);
    return path === null || isWhole || folders === null || folders.includes(join(record.localPath, path));
  };
  const still = [...before].filter(([id]) => !wasScanned(id));
  const found = unreadable.flatMap(({ path, error }) => {
    const id = root.localAt(path);
    return id === undefined ? [] : [[id, error] as const];
  });
  const unlisted = new Map([...still, ...found]);
  const unseenBefore = folder.unseen;
  const unseen = new Map([
    ...[...unseenBefore].filter(([, one]) => !wasScanned(one.folder)),
    ...unreadable.flatMap((one) => unseenAt(root, one)),
  ]);
  folder.noteUnlisted(unlisted, unseen);
  // A folder that can't be listed can't be watched either. One that is gone needs no watch, and one without readable rules has one.
  const isBack = ([id, error]: readonly [LocalId, FileSystemError]): boolean =>
    !unlisted.has(id) && root.localPath(id) !== null && basename(error.path) !== IGNORE_FILE;
  if ([...before].some(isBack)) folder.renewWatch();
  const isOther = unlisted.size !== before.size || found.some(([id]) => !before.has(id));
  return isOther || unseen.size !== unseenBefore.size || [...unseen.keys()].some((path) => !unseenBefore.has(path));
}

function unseenAt(
  root: RootContext['root'],
  { path, error }: UnreadableItem,
): readonly (readonly [string, UnseenItem])[] {
  const above = dirname(path);
  const folder = root.localAt(path) === undefined ? root.localAt(above === '.' ? '' : above) : undefined;
  return folder === undefined ? [] : [[path, { folder, name: basename(path), error }]];
}

/** Updates the remote tree. An error from the service does not mean absence either: nothing is planned on it. */
export async function observeRemote(context: RootContext, signal: AbortSignal): Promise<void> {
  const { service, standing, rounds, gate, remote, catchUps, parts } = context;
  if (!gate.mayTry()) return;
  const isDue = service.retryAtMs !== null && service.retryAtMs <= parts.clock.nowMs();
  if (!service.hasNews && !isDue && gate.isOpen) return;
  service.begin();
  const caughtUp = catchUps.begin();
  const beganMs = parts.clock.nowMs();
  endLateMakings(context, beganMs);
  try {
    const caught = await remote.catchUp(signal);
    gate.reached();
    if (!caught.rolledBack) caughtUp();
    noteNewsRead(context);
    if (caught.changes > 0 || caught.listed) {
      rounds.noteProgress();
      context.notifyChanged([]);
    }
    service.caughtUp(caught.rootGone ? 'gone' : 'there', parts.clock.nowMs());
    if (caught.rootGone) standing.stop(rootGone());
    else standing.resume();
    if (!caught.rootGone && !caught.rolledBack) {
      endLate(context, beganMs);
      context.follower.follow();
    }
    if (caught.invitations) context.refreshInvitations();
    // Stored state must not be compared with an older state of the service (edge case 95): treat both sides as never synced.
    if (caught.rolledBack) {
      service.notCaughtUp();
      standing.renew({ kind: 'reset', localPath: context.record.localPath, why: 'service_is_older' });
    }
  } catch (error) {
    service.ask();
    // An interrupted listing shows deleted items next to their replacements, so nothing is planned on it.
    if (!isListed(context.root)) service.notCaughtUp();
    if (signal.aborted) return;
    if (!(error instanceof RemoteError)) throw error;
    const problem = remoteProblem(error, context.record.localPath) ?? rootGone();
    gate.unreached.forget(null);
    gate.trouble({ ...problem, reach: 'account' });
  }
}

const rootGone = (): Problem => ({
  code: 'gone_from_service',
  reach: 'blocked',
  says: { code: 'remote_folder_gone', args: {} },
});
