import type { Exchange } from '../../../../main/api/transport/exchange.ts';
import { createEngine, type Engine } from '../../../../main/engine/engine.ts';
import { createTransfers } from '../../../../main/engine/execute/transfer/queue.ts';
import { baseName } from '../../../../main/engine/model/disk-path.ts';
import type { Content } from '../../../../main/engine/model/entry.ts';
import type { ItemId } from '../../../../main/engine/model/ids.ts';
import { replacedBy } from '../../../../main/engine/model/names/staged-name.ts';
import type { FileSystem, FileSystemErrorCode } from '../../../../main/engine/ports/file-system.ts';
import type { FoundInTrash, KnownTrash } from '../../../../main/engine/ports/local-trash.ts';
import type { Remote } from '../../../../main/engine/ports/remote/remote.ts';
import { UNTOLD } from '../../../../main/engine/root/audit/audit-folders.ts';
import { DEFAULT_SETTINGS, type EngineParts, type EngineSettings } from '../../../../main/engine/root/engine-parts.ts';
import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import type { Store } from '../../../../main/engine/store/store.ts';
import { type Chance, openChance } from '../chance.ts';
import { type FaultLog, type FaultTape, openFaultTape } from '../fault-tape.ts';
import type { LineFaults } from '../service/line-faults.ts';
import { type HostedService, type PersonName, SERVICE_URL, SESSION_FROM_BYTES } from '../service/service-host.ts';
import { remoteOn } from '../service/service-remote.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { clockOn } from './device-clock.ts';
import { type DiskDeed, diskPort, hashPort } from './disk-port.ts';
import type { DeviceStore } from './memory-stores.ts';
import { openSeam, type Process, type Seam } from './seam.ts';
import { openSignIn, type SignIn } from './sign-in.ts';
import { filesBelow, type Inode, type VirtualDisk } from './virtual-disk.ts';
import { type WatchFaults, watchPort } from './watch-port.ts';

/** The root folder, and where a person may move it. Both paths have equal length, so that path limits apply equally below them. */
export const ROOT = '/sync';
const MOVED_ROOT = '/desk';

/** Its current place. */
export const placeOf = (disk: VirtualDisk): string => (disk.look(MOVED_ROOT).inode === null ? ROOT : MOVED_ROOT);
export const otherPlaceOf = (disk: VirtualDisk): string => (placeOf(disk) === ROOT ? MOVED_ROOT : ROOT);
/** True if the path is at or below one of them. */
export const isInPlace = (path: string): boolean =>
  [ROOT, MOVED_ROOT].some((place) => path === place || path.startsWith(`${place}/`));
const TRASH = '/trash';

/** Current fault probabilities around a device. */
export type DeviceFaults = {
  readonly line: LineFaults;
  readonly watch: WatchFaults;
  /** Probability that a disk call fails. */
  readonly disk: number;
  /** Probability that the process dies at an external call. */
  readonly crash: number;
};

/** Distributes the trouble equally over all faults; none at the start and at the end. */
export function faultsAt(trouble: number): DeviceFaults {
  return {
    line: {
      before: 0.06 * trouble,
      after: 0.05 * trouble,
      download: 0.1 * trouble,
      events: 0.25 * trouble,
    },
    watch: { lost: 0.15 * trouble, overflow: 0.02 * trouble, longestDelayMs: 20 + 800 * trouble },
    disk: 0.02 * trouble,
    crash: 0.0015 * trouble,
  };
}

/** A process that ends between an effect and its record has the most to find out later, so it happens more often there. */
const RETURN_RISK = 20;

/** Planted bugs: each wraps one port of the engine, or the line below its HTTP client. */
export type Plant = {
  /** Whether the service supports idempotency keys; default: no. */
  readonly knowsKeys?: boolean;
  readonly exchange?: (line: Exchange) => Exchange;
  readonly remote?: (remote: Remote) => Remote;
  readonly fileSystem?: (disk: FileSystem) => FileSystem;
  readonly store?: (store: Store) => Store;
  readonly settings?: (settings: EngineSettings) => EngineSettings;
};

export type DeviceOptions = {
  readonly name: string;
  readonly seed: number;
  readonly time: VirtualTime;
  readonly hosted: HostedService;
  /** The account it is signed in to. */
  readonly person: PersonName;
  readonly disk: VirtualDisk;
  readonly remoteRoot: ItemId;
  /** The database of the real store. */
  readonly store: DeviceStore;
  readonly faults: () => DeviceFaults;
  readonly onTrash: (id: ItemId, root: RootStore) => void;
  readonly sending: () => (id: ItemId, replaced: Content) => void;
  readonly onMadeLate: (id: ItemId) => void;
  readonly unheard: Set<ItemId>;
  readonly onTrouble: (what: string) => void;
  readonly onDeed: (deed: DiskDeed, root: RootStore) => void;
  readonly onError: (message: string, error: unknown) => void;
  readonly trace: (line: string) => void;
  readonly plant: Plant;
  readonly skewMs: number;
  readonly guard: { readonly items: number; readonly share: number } | null;
  readonly isCalm: boolean;
  readonly knowsKeys: boolean;
  readonly isLate: boolean;
  readonly log: FaultLog;
};

/** A computer: a persistent disk, and a process that may be killed at any moment. */
export type Device = {
  readonly name: string;
  readonly disk: VirtualDisk;
  /** Links the folder at the first start. */
  start(): Promise<void>;
  /** As in a power failure: pending work never finishes, and unflushed data is lost. Restarts after a while. */
  crash(forMs: number): void;
  isUp(): boolean;
  /** A copy of the engine's current state for `replaceState`. */
  copyOfState(): Buffer;
  /** Same as `crash`, but it restarts with the given state; null: none. */
  replaceState(state: Buffer | null, forMs: number): void;
  /** Its knowledge of the folder's marker, which changes each time the folder is linked or compared from scratch. */
  marker(): string | null;
  sleep(forMs: number): void;
  readonly signIn: SignIn;
  root(): RootStore;
  /** The paths in its local trash that its trash does not list (SPEC P51). */
  unlistedTrash(): readonly string[];
  /** Null: not running. */
  engine(): Engine | null;
  /** Rule and kind of every journalled step, over all starts. */
  steps(): readonly string[];
  close(): void;
};

type Running = { readonly seam: Process; readonly engine: Engine; readonly store: Store };

export function openDevice(options: DeviceOptions): Device {
  const { name, disk } = options;
  let starts = 0;
  let process: Running | null = null;
  let isUp = false;
  const signIn = openSignIn(options.hosted, options.person);
  const running = (): Running => {
    if (process === null) throw new Error(`${name} does not run`);
    return process;
  };
  const root = (): RootStore => {
    const [record] = running().store.roots();
    if (record === undefined) throw new Error(`${name} has no root yet`);
    return running().store.root(record.id);
  };
  const crash = (forMs: number): void => {
    if (!isUp) return;
    isUp = false;
    running().seam.kill();
    for (const [path, inode] of filesBelow(disk.root, '')) {
      // A replaced file has what its programs wrote: their data is the system's.
      const isOurs = path.includes('.tandem/staging/') && replacedBy(baseName(path)) === null;
      if (isOurs) inode.bytes = inode.bytes.slice(0, inode.flushedBytes);
    }
    options.time.at(forMs, () => {
      start().catch((error: unknown) => options.onError(`${name} could not start again:`, error));
    });
  };
  let replaced: { readonly state: Buffer | null } | null = null;
  const start = async (): Promise<void> => {
    starts += 1;
    if (replaced !== null) options.store.replace(replaced.state);
    replaced = null;
    const life = `${name} ${starts}`;
    const store = options.store.open();
    const tape = openFaultTape(options.seed, life, options.log);
    const seam = openSeam({
      time: options.time,
      schedule: openChance(options.seed, `schedule ${life}`),
      longestMs: 12,
      isCalm: options.isCalm,
      dies: (way) => {
        const died = tape.strike('crash', isUp ? options.faults().crash * (way === 'return' ? RETURN_RISK : 1) : 0);
        if (died === null) return false;
        options.onTrouble('crash at a call');
        crash(died.below(3_000));
        return true;
      },
    });
    const chance = openChance(options.seed, `chance ${life}`);
    const keys = openChance(options.seed, `keys ${life}`);
    const engine = createEngine(partsOf(options, { seam, store, root, chance, tape, signIn, keys }));
    process = { seam, engine, store };
    if (store.roots().length === 0) await link(options, engine);
    engine.start();
    isUp = true;
  };
  return {
    name,
    disk,
    root,
    unlistedTrash: () => {
      const listed = new Set(
        running()
          .store.trash.list(Number.MAX_SAFE_INTEGER)
          .map(({ place }) => place),
      );
      const inside = disk.look(TRASH).inode?.children.keys() ?? [];
      return [...inside].map((name) => `${TRASH}/${name}`).filter((path) => !listed.has(path));
    },
    signIn,
    isUp: () => isUp,
    engine: () => (isUp ? running().engine : null),
    start,
    crash,
    copyOfState: options.store.copy,
    marker: () => running().store.roots()[0]?.marker ?? null,
    replaceState(state, forMs) {
      replaced = { state };
      crash(forMs);
    },
    sleep: (forMs) => running().seam.sleep(forMs),
    steps: () =>
      running()
        .store.journal.query({ limit: 10_000 })
        .map(({ rule, kind }) => `${rule} ${kind}`),
    close() {
      process?.seam.kill();
      options.store.close();
    },
  };
}

async function link({ name, remoteRoot, trace }: DeviceOptions, engine: Engine): Promise<void> {
  const linked = await engine.addRoot({ localPath: ROOT, remoteId: remoteRoot });
  if (!linked.ok) throw new Error(`${name} could not link its folder`);
  trace(`${name} linked`);
}

/** Resources of one process lifetime. */
type Life = {
  readonly seam: Seam;
  readonly store: Store;
  readonly root: () => RootStore;
  readonly chance: Chance;
  readonly tape: FaultTape;
  readonly signIn: SignIn;
  /** For idempotency keys. */
  readonly keys: Chance;
};

function partsOf(options: DeviceOptions, { seam, store, root, chance, tape, signIn, keys }: Life): EngineParts {
  const { name, disk, hosted } = options;
  const clock = clockOn(seam, options.skewMs);
  const left = new Map(disk.look(TRASH).inode?.children);
  const random = { fraction: chance.fraction, token: (length: number) => tokenOf(chance, length) };
  const fault = (call: string, path: string): FileSystemErrorCode | null => {
    options.trace(`${name} ${call} ${path}`);
    const trouble = tape.strike(call, options.faults().disk);
    if (trouble === null) return null;
    const code = call === 'append' ? 'no_space' : trouble.pick(['io', 'denied', 'busy'] as const);
    options.onTrouble(`disk ${code}`);
    return code;
  };
  const diskOptions = {
    disk,
    seam,
    fault,
    isLate: options.isLate,
    told: (deed: DiskDeed) => options.onDeed(deed, root()),
  };
  const plain = diskPort(diskOptions);
  const fileSystem = options.plant.fileSystem?.(plain) ?? plain;
  const served = remoteOn({
    hosted,
    seam,
    chance,
    tape,
    tokens: signIn,
    knowsKeys: options.knowsKeys,
    ...(options.plant.exchange !== undefined && { planted: options.plant.exchange }),
    newKey: () => tokenOf(keys, 32),
    faults: () => options.faults().line,
    onTrash: (id) => options.onTrash(id, root()),
    sending: options.sending,
    onMadeLate: options.onMadeLate,
    unheard: options.unheard,
    onTrouble: options.onTrouble,
    trace: (line) => options.trace(`${name} ${line}`),
  });
  const remote = options.plant.remote?.(served) ?? served;
  const planted = options.plant.store?.(store) ?? store;
  const settings: EngineSettings = {
    ...DEFAULT_SETTINGS,
    deviceName: name,
    deviceId: name,
    scanEveryMs: 120_000,
    // Lists often, since the life of a script is short.
    auditRequestEveryMs: DEFAULT_SETTINGS.auditEveryMs,
    // Trees are small here; what is done in portions is to be done in several.
    portion: 2,
    ...(options.guard !== null && { guard: options.guard }),
  };
  return {
    store: copiedAtOnce(planted, options.time),
    fileSystem,
    watcher: watchPort(disk, seam, chance, tape, () => options.faults().watch, options.onTrouble),
    remote,
    transfers: createTransfers({
      fileSystem,
      remote,
      records: planted.transfers,
      clock,
      random,
      settings: { sessionFromBytes: SESSION_FROM_BYTES, reserveBytes: 0 },
    }),
    hashPool: hashPort(diskOptions),
    clock,
    random,
    trash: (path, _root, expect, about) => fileSystem.trash(path, TRASH, expect, about),
    // No person here uses the local trash.
    localTrash: {
      takeBack: (place, _, path) => fileSystem.move(place, path),
      keepCopy: (path) => keepCopy(disk, fileSystem, path),
      purge: async (place) => purge(disk, place),
      unlisted: (_, known) => unlistedIn(left, known),
    },
    account: `${SERVICE_URL} ${hosted.userIds[options.person]}`,
    userId: null,
    person: () => null,
    baseUrl: `${SERVICE_URL}/2.0`,
    pendingInvitations: null,
    settings: options.plant.settings?.(settings) ?? settings,
    log: {
      warn: (message) => {
        options.trace(`${name} warns: ${message}`);
        // No event gets lost here. The comparison of folders would make good for what the engine missed, before the end is judged.
        if (message.startsWith(UNTOLD) && seam.isAlive()) options.onError(`${name}: ${message}`, '');
      },
      error: (message, error) => {
        if (seam.isAlive()) options.onError(`${name}: ${message}`, error);
      },
    },
  };
}

/** A copy of the store takes no virtual time. */
const copiedAtOnce = (store: Store, time: VirtualTime): Store => ({
  ...store,
  copy: async () => copiedAtOnce(await time.hold(store.copy()), time),
});

/** Reads the copy like any file, so it can hit faults. */
async function keepCopy(disk: VirtualDisk, fileSystem: FileSystem, path: string): Promise<string> {
  const reader = await fileSystem.openRead(path);
  try {
    const bytes = new Uint8Array((await reader.stat()).fingerprint.sizeBytes);
    await reader.read(bytes, 0);
    const folder = disk.look(TRASH).inode ?? disk.create(disk.root, TRASH.slice(1), 'folder');
    let number = 1;
    while (folder.children.has(`kept ${number}`)) number += 1;
    const name = `kept ${number}`;
    disk.create(folder, name, 'file', bytes);
    return `${TRASH}/${name}`;
  } finally {
    await reader.close();
  }
}

/** What earlier processes have moved to the trash. */
async function* unlistedIn(left: ReadonlyMap<string, Inode>, { is }: KnownTrash): AsyncIterable<FoundInTrash> {
  for (const [path, { kind, bytes }] of left) {
    const place = `${TRASH}/${path}`;
    const itemKind = kind === 'folder' ? ('folder' as const) : ('file' as const);
    if (is(place) === 'unlisted') yield { path, place, itemKind, nodes: 1, bytes: bytes.length, atMs: 0 };
  }
}

function purge(disk: VirtualDisk, place: string): void {
  const folder = disk.look(TRASH).inode;
  if (folder !== null) disk.remove(folder, place.slice(TRASH.length + 1));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const tokenOf = (chance: Chance, length: number): string => Array.from({ length }, () => chance.pick(LETTERS)).join('');
