import { dirname, relative } from 'node:path';
import type { Message } from '../../../preload/words/message.ts';
import { rescueFolder } from '../execute/disk/rescue-folder.ts';
import type { Execution, KeptCopy } from '../execute/execution.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import { createLocalObserver, type LocalObserver } from '../observe/local/observer.ts';
import { isListed } from '../observe/remote/arrivals.ts';
import { createRemoteObserver, type RemoteObserver } from '../observe/remote/remote-observer.ts';
import { timeStepOver } from '../ports/clock.ts';
import { FileSystemError } from '../ports/file-system.ts';
import type { HashPool } from '../ports/hash-pool.ts';
import { createPace, type Pace } from '../ports/pace.ts';
import { placeOf } from '../recover/epoch-notes.ts';
import { hasArrived } from '../recover/settle/arrived.ts';
import { createOpenEffects, type OpenEffects } from '../recover/settle/open-effects.ts';
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
import { type CarriedOut, createCarriedOut } from './state/carried-out.ts';
import { createEpoch, type Epoch } from './state/epoch.ts';
import { createFolderSight, type FolderSight } from './state/folder-sight.ts';
import { createFollower, type Follower } from './state/follower.ts';
import { createPublished, type Published } from './state/published.ts';
import { createReplacedLook, type ReplacedLook } from './state/replaced-look.ts';
import { createRootSearch, type RootSearch } from './state/root-search.ts';
import { createRounds, type Rounds } from './state/rounds.ts';
import { createServiceSight, type ServiceSight } from './state/service-sight.ts';
import { createStanding, type Standing } from './state/standing.ts';
import { treesOf } from './trees-of.ts';
import { createSnatched, type Snatched } from './waiting/fresh-downloads.ts';
import type { Growth } from './waiting/growth.ts';

/** The shared parts of one running sync root. A crash loses everything that is not in the store. */
export type RootContext = RootEvents & {
  readonly parts: EngineParts;
  readonly record: RootRecord;
  readonly root: RootStore;
  readonly execution: Execution;
  readonly local: LocalObserver;
  readonly remote: RemoteObserver;
  readonly hints: Hints;
  readonly runner: StepRunner;
  readonly wake: Wake;
  /** Rings when the watch is to be renewed. */
  readonly rewatch: Wake;
  /** Of all large writes of the root. */
  readonly pace: Pace;
  readonly gate: AccountGate;
  readonly tally: Tally;
  readonly folder: FolderSight;
  readonly service: ServiceSight;
  readonly follower: Follower;
  readonly standing: Standing;
  readonly search: RootSearch;
  readonly epoch: Epoch;
  readonly rounds: Rounds;
  readonly carriedOut: CarriedOut;
  readonly effects: OpenEffects;
  /** Files uploaded again and again (edge case 46). */
  readonly growing: Map<LocalId, Growth>;
  /** Names that this disk has refused, by the item that they were for (SPEC P35). */
  readonly refusedNames: Map<ItemId, ReadonlySet<string>>;
  /** Downloads that a virus scanner may have removed (edge case 64). */
  readonly snatched: Snatched;
  readonly replaced: ReplacedLook;
  readonly published: Published;
  readonly catchUps: CatchUps;
};

/** Callbacks of a root to the engine. */
export type RootEvents = {
  /** Called with each batch of journal entries, and on any other change that the status shows. */
  readonly notifyChanged: (entries: readonly JournalEntry[]) => void;
  /** Called when invitations changed. */
  readonly refreshInvitations: () => void;
  /** Shows the user a notice; the same id only once. */
  readonly notify: Notify;
};

export type Notify = (id: string, notice: { readonly title: Message; readonly body: Message }) => void;

export type RootContextParts = RootEvents & {
  readonly parts: EngineParts;
  readonly record: RootRecord;
  readonly gate: AccountGate;
  readonly createRunner: (execution: Execution, wake: Wake) => StepRunner;
};

export function createRootContext(given: RootContextParts): RootContext {
  const { parts, record, gate, notifyChanged, refreshInvitations, notify, createRunner } = given;
  const { store, fileSystem, clock, settings } = parts;
  const root = store.root(record.id);
  const wake = createWake(clock);
  const rewatch = createWake(clock);
  const service = createServiceSight();
  const askService = (): void => {
    service.ask();
    wake.ring();
  };
  const catchUps = createCatchUps(askService);
  const pace = createPace(clock, settings.portion);
  const { settleMs, hintQuietMs, hintLongestMs } = settings;
  const ignoreLines = ownRules(parts);
  const place = placeOf(record, root);
  const local = createLocalObserver({
    fileSystem,
    store: root,
    clock,
    pace,
    root: place,
    ignoreLines,
    ownPlaces: settings.ownPlaces,
    settleMs,
  });
  const execution = executionOf({ parts, record, root, local, catchUps, pace });
  const runner = createRunner(execution, wake);
  const remote = createRemoteObserver({ remote: parts.remote, root, clock, pace });
  const follower = createFollower(parts, { remote, hasSteps: () => runner.size > 0, ring: askService });
  return {
    parts,
    record,
    root,
    execution,
    local,
    remote,
    hints: createHints({ quietMs: hintQuietMs, longestMs: hintLongestMs }),
    runner,
    wake,
    pace,
    gate,
    tally: emptyTally(),
    service,
    follower,
    rewatch,
    folder: createFolderSight(rewatch.ring),
    ...newState(),
    catchUps,
    notifyChanged,
    refreshInvitations,
    notify,
  };
}

type Executing = Pick<RootContext, 'parts' | 'record' | 'root' | 'local' | 'catchUps' | 'pace'>;

function executionOf({ parts, record, root, local, catchUps, pace }: Executing): Execution {
  const { store, fileSystem } = parts;
  return {
    trees: treesOf(root, {
      leavesOut: (path, isFolder) => local.ignoredBy(path, isFolder) !== null,
      takesIn: local.takesIn,
    }),
    rootPath: record.localPath,
    rootKey: String(record.id),
    fileSystem,
    remote: parts.remote,
    clock: parts.clock,
    pace,
    hashPool: hashesAfterTimeStep(parts),
    transfers: parts.transfers,
    reuse: createReuse(store, record.account),
    borders: createBorders(store, fileSystem, record),
    trash: (path, expect, about) => parts.trash(path, record.localPath, expect, about),
    untrash: (place, path) => untrash(parts, place, record.localPath, path),
    keepCopy: (path) => keepCopy(parts, path, record.localPath),
    rescue: async (path, expect, about) =>
      fileSystem.trash(path, await rescuePlace(parts, record.localPath, path), expect, about),
    nextCatchUp: (signal) => catchUps.next(signal),
    hasArrived: (id) => hasArrived(root, store.transfers.sent(String(record.id)), id),
    sending: store.transfers.saveSent,
    placing: root.putPlacing,
    taking: root.putTaking,
    takenTo: root.putTakenTo,
    deletes: { open: root.trashingOf, note: root.putTrashing, drop: root.forgetTrashing },
    makings: { open: root.makingOf, note: root.putMaking, drop: root.forgetMaking },
    movings: { open: root.movingOf, note: root.putMoving, drop: root.forgetMoving },
    knownTo: () => (isListed(root) ? root.cursor() : null),
    ignoredNames: (folder) => new Set(root.ignoredIn(folder).map((entry) => entry.name)),
    tick: () => root.tick(),
  };
}

const hashesAfterTimeStep = ({ hashPool, clock }: RootContext['parts']): HashPool => ({
  hash: async (path, expect, signal) => {
    await timeStepOver(clock, expect, signal);
    return hashPool.hash(path, expect, signal);
  },
  close: () => hashPool.close(),
});

/** The state of a root that has not looked at anything yet. */
const newState = () => ({
  standing: createStanding(),
  search: createRootSearch(),
  epoch: createEpoch(),
  rounds: createRounds(),
  carriedOut: createCarriedOut(),
  effects: createOpenEffects(),
  growing: new Map<LocalId, Growth>(),
  refusedNames: new Map<ItemId, ReadonlySet<string>>(),
  snatched: createSnatched(),
  replaced: createReplacedLook(),
  published: createPublished(),
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

/** Keeps the path of the folder. */
async function rescuePlace(parts: EngineParts, rootPath: string, path: string): Promise<string> {
  const { store, fileSystem, settings } = parts;
  const roots = store.roots().map(({ localPath }) => localPath);
  const below = relative(rootPath, dirname(path));
  return rescueFolder({ fileSystem, roots, places: settings.likelyPlaces }, rootPath, below);
}
