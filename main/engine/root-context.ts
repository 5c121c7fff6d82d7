import { basename, dirname, join, relative } from 'node:path';
import type { AccountGate } from './account-gate.ts';
import { hasArrived } from './arrived.ts';
import { createBorders } from './borders.ts';
import { type CatchUps, createCatchUps } from './catch-ups.ts';
import type { EngineParts } from './engine-parts.ts';
import { placeOf } from './epoch-notes.ts';
import type { Execution, KeptCopy } from './execute/execution.ts';
import { createSnatched, type Snatched } from './fresh-downloads.ts';
import type { Growth } from './growth.ts';
import { createHints, type Hints } from './hints.ts';
import { createLocalObserver, type LocalObserver } from './local/observer.ts';
import type { RootState } from './local/root-state.ts';
import type { ItemId, LocalId, StepKey } from './model/ids.ts';
import type { Problem } from './model/problem.ts';
import type { Step } from './model/step.ts';
import type { Trees } from './model/tree.ts';
import { ownRules } from './own-rules.ts';
import { type DiskTraits, FileSystemError } from './ports/file-system.ts';
import { noteTaking } from './recognize-taken.ts';
import { createRemoteObserver, type RemoteObserver } from './remote/remote-observer.ts';
import { createReuse } from './reuse.ts';
import type { RootRenewal } from './root-renewal.ts';
import type { SoughtPlaces } from './sought-places.ts';
import type { StepRunner } from './step-runner.ts';
import type { JournalEntry } from './store/journal-table.ts';
import type { RootStore } from './store/root-store.ts';
import type { RootRecord } from './store/root-table.ts';
import { emptyTally, type Tally } from './tally.ts';
import { createWake, type Wake } from './wake.ts';

/** One sync root at work: what its parts share. Everything that a crash may forget is in `live`. */
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
  /** Told of each batch of journal entries, and of any other change that the status shows. */
  readonly told: (entries: readonly JournalEntry[]) => void;
  /** Something about invitations changed. */
  readonly invited: () => void;
};

export type RootLive = {
  /** Null: not looked at yet. */
  rootState: RootState | null;
  /** What the disk of this root can tell apart; found out once it is there. */
  traits: DiskTraits | null;
  /** Why the root as a whole does not go on: the folder on the service is gone, the state is of another account. */
  rootProblem: Problem | null;
  /** The stream may have something new. */
  remoteDirty: boolean;
  /** The service was followed to its end since the start; nothing is planned before. */
  isCaughtUp: boolean;
  isScanned: boolean;
  settleAtMs: number | null;
  /** When a folder that is not there, or could not be read, is looked at again. */
  retryAtMs: number | null;
  /** The same for a folder that is not on the service. */
  remoteRetryAtMs: number | null;
  /** Told when the root is lost or back, so that it is watched anew. */
  stirWatch: (() => void) | null;
  /** Set while the root runs: it is told when the service has something new. */
  follows: AbortSignal | null;
  isFollowing: boolean;
  /** Questions in a row that the service did not answer, but broke. */
  brokenWaits: number;
  /** Keys of what was sent and is deleted or elsewhere here, of which the service is asked once more (SPEC P85). */
  unmet: Set<string>;
  /** Items that were met while the request that made them is under way: they wait for its end (SPEC P85). */
  arriving: ReadonlySet<ItemId>;
  /** New files that got another place after they were sent: they wait until it is known what came of that (SPEC P85). */
  sentElsewhere: ReadonlySet<LocalId>;
  /** Where steps that failed may have put something all the same, or taken it away (SPEC P85). */
  readonly sought: SoughtPlaces;
  /** Something was changed on the service: its echo is still in the stream. */
  hasEchoes: boolean;
  /** As last told. */
  wasInSync: boolean;
  /** As of the last round: its end, which nobody asks for, is told too. */
  wasPaused: boolean;
  scanAtMs: number;
  /** Parked nodes without a step: they wait for another one's end. */
  readonly waiting: { readonly localIds: Set<LocalId>; readonly itemIds: Set<ItemId> };
  /** Something ended or was observed: what waits may be planned again. */
  progressed: boolean;
  /** Steps that failed, and when they may be tried again. */
  readonly backingOff: Map<StepKey, number>;
  /** As of `UploadGate.openings`, when this root last took it up. */
  openings: number;
  /** Steps found stale in a row, by node. */
  readonly staleCounts: Map<string, number>;
  /** New versions of this round, held back until all of them are known (the guard counts them together). */
  readonly rewrites: Map<LocalId, Step>;
  /** Since when deletes have been ready and something else kept them back. */
  deletesReadySinceMs: number | null;
  batch: number | null;
  /** Files of which version after version went up (edge case 46). */
  readonly growing: Map<LocalId, Growth>;
  /** Downloads that a virus scanner may have taken (edge case 64). */
  readonly snatched: Snatched;
  /** Orders of a person that are being carried out: nothing is planned meanwhile, so that no plan sees half of one. */
  acting: number;
  /** Set: the session ends by itself, and the root is opened anew in this way. */
  renewal: RootRenewal | null;
  /** When the epoch was begun in the folder that is there now; null: not yet. */
  enteredAtMs: number | null;
  /** Something was deleted on either side since: another epoch is due. */
  hasDeleted: boolean;
  /** When a root that is not there is looked for elsewhere; null: it is there. */
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
  // The rules belong to what the planner knows, so that what they leave out never comes down (SPEC P69).
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
    taking: (ids) => noteTaking(root, ids),
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
  waiting: { localIds: new Set(), itemIds: new Set() },
  progressed: false,
  backingOff: new Map(),
  openings: 0,
  staleCounts: new Map(),
  rewrites: new Map(),
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

/** `files (rescued)` beside `files`, with the folders that were above. */
function rescueFolder(rootPath: string, path: string): string {
  return join(dirname(rootPath), `${basename(rootPath)} (rescued)`, relative(rootPath, dirname(path)));
}
