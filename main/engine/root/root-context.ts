import { basename, dirname, join, relative } from 'node:path';
import type { Execution, KeptCopy } from '../execute/execution.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import type { Problem } from '../model/plan/problem.ts';
import type { Trees } from '../model/tree.ts';
import { createLocalObserver, type LocalObserver } from '../observe/local/observer.ts';
import type { RootState } from '../observe/local/root-state.ts';
import { createRemoteObserver, type RemoteObserver } from '../observe/remote/remote-observer.ts';
import { type DiskTraits, FileSystemError } from '../ports/file-system.ts';
import { placeOf } from '../recover/epoch-notes.ts';
import type { RootRenewal } from '../recover/root-renewal.ts';
import { hasArrived } from '../recover/settle/arrived.ts';
import type { SoughtPlaces } from '../recover/settle/sought-places.ts';
import type { JournalEntry } from '../store/history/journal-table.ts';
import type { RootStore } from '../store/root-store.ts';
import type { RootRecord } from '../store/root-table.ts';
import type { AccountGate } from './account/account-gate.ts';
import { createBorders } from './borders.ts';
import type { EngineParts } from './engine-parts.ts';
import { ownRules } from './own-rules.ts';
import { emptyTally, type Tally } from './record/tally.ts';
import { createReuse } from './reuse.ts';
import { type CatchUps, createCatchUps } from './schedule/catch-ups.ts';
import { createHints, type Hints } from './schedule/hints.ts';
import type { StepRunner } from './schedule/step-runner.ts';
import { createWake, type Wake } from './schedule/wake.ts';
import { createSnatched, type Snatched } from './waiting/fresh-downloads.ts';
import type { Growth } from './waiting/growth.ts';

/** The shared parts of one running sync root. Everything a crash may lose is in `live`. */
export type RootContext = {
  readonly parts: EngineParts;
  readonly record: RootRecord;
  readonly root: RootStore;
  readonly execution: Execution;
  readonly local: LocalObserver;
  readonly remote: RemoteObserver;
  readonly hints: Hints;
  readonly runner: StepRunner;
  readonly wake: Wake;
  readonly gate: AccountGate;
  readonly tally: Tally;
  readonly live: RootLive;
  readonly catchUps: CatchUps;
  /** Called with each batch of journal entries, and on any other change that the status shows. */
  readonly told: (entries: readonly JournalEntry[]) => void;
  /** Something about invitations changed. */
  readonly invited: () => void;
};

export type RootLive = {
  /** Null: not checked yet. */
  rootState: RootState | null;
  /** The capabilities of this root's disk; null until it has been probed. */
  traits: DiskTraits | null;
  /** Why the whole root is stopped: its folder is gone from the service, or the state belongs to another account. */
  rootProblem: Problem | null;
  /** The event stream may have news. */
  remoteDirty: boolean;
  /** True once the event stream was read to its end since the start; nothing is planned before. */
  isCaughtUp: boolean;
  isScanned: boolean;
  settleAtMs: number | null;
  /** When to check a missing or unreadable folder again. */
  retryAtMs: number | null;
  /** The same for a folder missing on the service. */
  remoteRetryAtMs: number | null;
  /** Called when the root is lost or back, to renew the watch. */
  stirWatch: (() => void) | null;
  /** Set while the root runs: it long-polls the service for changes. */
  follows: AbortSignal | null;
  isFollowing: boolean;
  /** Consecutive long polls that broke without an answer. */
  brokenWaits: number;
  /** Keys of sent files that were deleted or moved here; the service is polled once more for them (SPEC P85). */
  unmet: Set<string>;
  /** Items seen while the request that created them is in flight; they wait until it ends (SPEC P85). */
  arriving: ReadonlySet<ItemId>;
  /** New files that moved after they were sent; they wait until that upload's outcome is known (SPEC P85). */
  sentElsewhere: ReadonlySet<LocalId>;
  /** Folders where a failed step may still have placed or removed an item (SPEC P85). */
  readonly sought: SoughtPlaces;
  /** We changed something on the service; the echo is still in the event stream. */
  hasEchoes: boolean;
  /** As last published. */
  wasInSync: boolean;
  /** As of the last round, so that the end of a pause is published too. */
  wasPaused: boolean;
  scanAtMs: number;
  /** A step ended or something was observed: waiting nodes may be planned again. */
  progressed: boolean;
  /** The value of `UploadGate.openings` this root last acted on. */
  openings: number;
  /** How often in a row a step was found stale, by node. */
  readonly staleCounts: Map<string, number>;
  /** Since when deletes have been ready but held back by other work. */
  deletesReadySinceMs: number | null;
  batch: number | null;
  /** Files uploaded again and again (edge case 46). */
  readonly growing: Map<LocalId, Growth>;
  /** Downloads that a virus scanner may have removed (edge case 64). */
  readonly snatched: Snatched;
  /** User commands in progress. Nothing is planned meanwhile, so that no plan sees a command half done. */
  acting: number;
  /** Set: the session ends and the root is reopened this way. */
  renewal: RootRenewal | null;
  /** When the current epoch began in the present folder; null: not yet. */
  enteredAtMs: number | null;
  /** Something was deleted on either side since: a new epoch is due. */
  hasDeleted: boolean;
  /** When to search for a missing root; null: it is present. */
  search: { readonly nearAtMs: number; readonly wideAtMs: number; readonly wideWaitMs: number } | null;
};

export type RootContextParts = {
  readonly parts: EngineParts;
  readonly record: RootRecord;
  readonly gate: AccountGate;
  readonly told: (entries: readonly JournalEntry[]) => void;
  readonly invited: () => void;
  readonly createRunner: (execution: Execution, wake: Wake) => StepRunner;
};

export function createRootContext({ parts, record, gate, told, invited, createRunner }: RootContextParts): RootContext {
  const { store, fileSystem, clock, settings } = parts;
  const root = store.root(record.id);
  const wake = createWake(clock);
  const live = newLive();
  const catchUps = createCatchUps(() => {
    live.remoteDirty = true;
    wake.ring();
  });
  const { settleMs, hintQuietMs, hintLongestMs } = settings;
  const ignoreLines = ownRules(parts);
  const place = placeOf(record, root);
  const local = createLocalObserver({ fileSystem, store: root, clock, root: place, ignoreLines, settleMs });
  // The planner must know the ignore rules, so that ignored items are never downloaded (SPEC P69).
  const trees: Trees = { ...root, leavesOut: (path, isFolder) => local.ignoredBy(path, isFolder) !== null };
  const execution: Execution = {
    trees,
    rootPath: record.localPath,
    rootKey: String(record.id),
    fileSystem,
    remote: parts.remote,
    hashPool: parts.hashPool,
    transfers: parts.transfers,
    reuse: createReuse(store, record.account),
    borders: createBorders(store, fileSystem, record),
    trash: (path) => parts.trash(path, record.localPath),
    untrash: (place, path) => untrash(parts, place, record.localPath, path),
    keepCopy: (path) => keepCopy(parts, path, record.localPath),
    rescue: (path) => fileSystem.trash(path, rescueFolder(record.localPath, path)),
    mayUpload: gate.uploads.mayStart,
    caughtUpAnew: (signal) => catchUps.next(signal),
    hasArrived: (id) => hasArrived(root, store.transfers.sent(String(record.id)), id),
    placing: root.putPlacing,
    taking: root.putTaking,
    knownTo: () => root.cursor(),
    ignoredNames: (folder) => new Set(root.ignoredIn(folder).map((entry) => entry.name)),
    tick: () => root.tick(),
  };
  return {
    parts,
    record,
    root,
    execution,
    local,
    remote: createRemoteObserver({ remote: parts.remote, root, clock }),
    hints: createHints({ quietMs: hintQuietMs, longestMs: hintLongestMs }),
    runner: createRunner(execution, wake),
    wake,
    gate,
    tally: emptyTally(),
    live,
    catchUps,
    told,
    invited,
  };
}

const newLive = (): RootLive => ({
  rootState: null,
  traits: null,
  rootProblem: null,
  remoteDirty: true,
  isCaughtUp: false,
  isScanned: false,
  settleAtMs: null,
  retryAtMs: null,
  remoteRetryAtMs: null,
  stirWatch: null,
  follows: null,
  isFollowing: false,
  brokenWaits: 0,
  unmet: new Set(),
  arriving: new Set(),
  sentElsewhere: new Set(),
  sought: new Map(),
  hasEchoes: false,
  wasInSync: false,
  wasPaused: false,
  scanAtMs: 0,
  progressed: false,
  openings: 0,
  staleCounts: new Map(),
  deletesReadySinceMs: null,
  batch: null,
  growing: new Map(),
  snatched: createSnatched(),
  acting: 0,
  renewal: null,
  enteredAtMs: null,
  hasDeleted: false,
  search: null,
});

async function untrash({ localTrash }: EngineParts, place: string, rootPath: string, path: string): Promise<boolean> {
  try {
    return (await localTrash?.takeBack(place, rootPath, path)) !== undefined;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

async function keepCopy({ localTrash }: EngineParts, path: string, rootPath: string): Promise<KeptCopy | null> {
  if (localTrash === undefined) return null;
  const place = await localTrash.keepCopy(path, rootPath);
  return { place, drop: () => localTrash.purge(place) };
}

/** `files (rescued)` beside `files`, keeping the folder path. */
function rescueFolder(rootPath: string, path: string): string {
  return join(dirname(rootPath), `${basename(rootPath)} (rescued)`, relative(rootPath, dirname(path)));
}
