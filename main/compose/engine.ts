import { homedir, hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../contract/rules/limits.ts';
import { Bandwidth as BandwidthShape } from '../../preload/ipc/shapes/bandwidth.ts';
import { GuardLimits } from '../../preload/ipc/shapes/settings.ts';
import { type AccountRecord, accountKey } from '../account/account-record.ts';
import { deviceId } from '../account/device.ts';
import type { KnownPerson } from '../account/person.ts';
import type { KeptBandwidth, KeptGuard } from '../commands/command-world.ts';
import { pendingInvitations } from '../commands/invitations.ts';
import { mentionedFile } from '../commands/mentions.ts';
import type { WalkThreads } from '../engine/adapters/node-file-system/walk/walk-threads.ts';
import { createNodeFileSystem } from '../engine/adapters/node-file-system.ts';
import { createNodeLocalTrash } from '../engine/adapters/node-local-trash.ts';
import { createNodeWatcher } from '../engine/adapters/watch/node-watcher.ts';
import { createWorkerHashPool } from '../engine/adapters/worker-hash-pool.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Bandwidth } from '../engine/execute/transfer/pace/bandwidth.ts';
import { createTransfers } from '../engine/execute/transfer/queue.ts';
import type { Transfers } from '../engine/execute/transfer/transfer.ts';
import type { Surroundings } from '../engine/ports/surroundings.ts';
import { DEFAULT_SETTINGS, type EngineLog, type EngineSettings } from '../engine/root/engine-parts.ts';
import { openCheckedStore } from '../engine/store/open-store.ts';
import { lockState, type StateLock } from '../engine/store/state-lock.ts';
import type { Store } from '../engine/store/store.ts';
import { closeInOrder } from './close-in-order.ts';
import type { Connection } from './connection.ts';
import { trashFolder, trashMoments } from './trash-folder.ts';

/** An engine on this computer's disk, with all its parts. */
export type ComposedEngine = {
  readonly engine: Engine;
  /** See `accountKey`. */
  readonly account: string;
  readonly connection: Connection;
  readonly transfers: Transfers;
  readonly bandwidth: KeptBandwidth;
  readonly guard: KeptGuard;
  readonly deviceName: string;
  /** Same as `EngineSettings.ownPlaces`. */
  readonly ownPlaces: readonly string[];
  /** Where an unreadable store was moved; null: it opened normally. */
  readonly setAside: string | null;
  readonly log: EngineLog;
  /** Stops the engine and closes everything, even if a part fails. Finishes the current record but does not wait for transfers. */
  close(): Promise<void>;
  /** Ends all work and closes the store, before it returns: the process is about to be terminated. Its other parts end with the process. */
  endNow(): void;
};

type EngineOptions = {
  readonly state: string;
  /** Same as `EngineSettings.ownPlaces`. */
  readonly ownPlaces: readonly string[];
  readonly connection: Connection;
  readonly account: Pick<AccountRecord, 'service' | 'userId'>;
  /** Names that earlier versions gave to its service. Roots that are linked under one of them belong to this account. */
  readonly earlierNames?: readonly string[] | undefined;
  readonly person: KnownPerson;
  readonly log: EngineLog;
  /** True: the caller holds the lock of the state, and releases it after the engine is closed. */
  readonly isLocked?: boolean;
  /** Same as `KeptService.failure`; omitted: this computer does not run the service. */
  readonly serviceFailure?: () => string | null;
  /** Reuses threads that are already starting. */
  readonly walkThreads?: WalkThreads | undefined;
};

/**
 * Opens the state and creates its engine, which closes `connection` and stops `person` in the end; so does a failure. @throws `StateInUseError` if
 * another process uses the state, and the store's errors.
 */
export async function composeEngine(options: EngineOptions): Promise<ComposedEngine> {
  let lock: StateLock | null = null;
  try {
    if (options.isLocked !== true) lock = lockState(options.state);
    const composed = await composeLocked(options);
    const close = () => closeInOrder([composed.close, () => lock?.release()]);
    return { ...composed, close };
  } catch (error) {
    lock?.release();
    // Offline, it would ask for the person forever and keep the process alive.
    options.person.stop();
    await options.connection.client.close();
    throw error;
  }
}

async function composeLocked(options: EngineOptions): Promise<ComposedEngine> {
  const { state, connection, log } = options;
  const { remote, clock, random, client, address } = connection;
  const store = await openCheckedStore(join(state, 'engine.db'));
  const account = accountKey(options.account);
  for (const service of options.earlierNames ?? []) {
    store.renameAccount(accountKey({ ...options.account, service }), account);
  }
  const bandwidth = keptBandwidth(connection.bandwidth, store);
  const guard = keptGuard(store);
  const fileSystem = createNodeFileSystem(random, options.walkThreads);
  const hashPool = createWorkerHashPool();
  const settings = { sessionFromBytes: limits.uploadSessionMinBytes };
  const transfers = createTransfers({ fileSystem, remote, records: store.transfers, clock, random, settings });
  const folderFor = (path: string, rootPath: string) => trashFolder(state, clock.nowMs(), rootPath, path);
  const names = { deviceName: hostname().split('.')[0] || 'computer', deviceId: await deviceId(state) };
  const engine = createEngine({
    store,
    fileSystem,
    watcher: createNodeWatcher(),
    remote,
    transfers,
    hashPool,
    clock,
    random,
    trash: async (path, rootPath, expect, about) =>
      fileSystem.trash(path, await folderFor(path, rootPath), expect, about),
    localTrash: createNodeLocalTrash(fileSystem, random, {
      home: join(state, 'trash'),
      folderFor,
      momentsOf: (rootPath, fromMs) => trashMoments(state, rootPath, fromMs),
    }),
    account,
    userId: options.account.userId,
    person: () => options.person.current()?.status ?? null,
    largestUploadBytes: () => options.person.current()?.largestUploadBytes ?? null,
    baseUrl: address.baseUrl,
    pendingInvitations: () => pendingInvitations(client),
    mentionedFile: (on) => mentionedFile(client, on),
    settings: engineSettings(names, guard, options.ownPlaces),
    surroundings: surroundingsOf(connection, options.serviceFailure),
    log,
  });
  // Transfers and deletes change the used space.
  engine.feeds.subscribe('activity', () => options.person.stale());
  askOnceConnected(engine, options.person);
  options.person.onAnswer(() => engine.feeds.send('status', engine.status()));
  const close = () =>
    closeInOrder([options.person.stop, engine.stop, transfers.close, hashPool.close, store.close, client.close]);
  const endNow = (): void => {
    // Results not recorded yet are recovered from their intents at the next start, as after a crash.
    void engine.stop().catch(() => undefined);
    store.close();
  };
  const { setAside } = store;
  const { deviceName } = names;
  const { ownPlaces } = options;
  const parts = { engine, connection, transfers, bandwidth, guard };
  return { ...parts, account, deviceName, ownPlaces, setAside, log, close, endNow };
}

const engineSettings = (
  names: Pick<EngineSettings, 'deviceName' | 'deviceId'>,
  guard: KeptGuard,
  ownPlaces: readonly string[],
): EngineSettings => ({
  ...DEFAULT_SETTINGS,
  ...names,
  likelyPlaces: [homedir()],
  ownPlaces,
  // Read for each plan, so that a change applies from the next one on.
  get guard() {
    return guard.limits();
  },
});

/** The bandwidth plan of the last run. Changes are stored before they take effect. */
function keptBandwidth(bandwidth: Bandwidth, { setting, setSetting }: Store): KeptBandwidth {
  const kept = setting(BANDWIDTH_SETTING);
  const parsed = kept === null ? null : BandwidthShape.safeParse(JSON.parse(kept));
  if (parsed?.success === true) bandwidth.setPlan(parsed.data);
  return {
    plan: () => BandwidthShape.parse(bandwidth.plan),
    setPlan: (plan) => {
      setSetting(BANDWIDTH_SETTING, JSON.stringify(plan));
      bandwidth.setPlan(plan);
    },
  };
}

const BANDWIDTH_SETTING = 'bandwidth';

/** The stored limits of the guard. Values out of range count as never set. */
function keptGuard({ setting, setSetting }: Store): KeptGuard {
  const kept = setting(GUARD_SETTING);
  const parsed = kept === null ? null : GuardLimits.safeParse(JSON.parse(kept));
  let limits: GuardLimits = parsed?.success === true ? parsed.data : DEFAULT_SETTINGS.guard;
  return {
    limits: () => limits,
    set: (next) => {
      setSetting(GUARD_SETTING, JSON.stringify(next));
      limits = next;
    },
  };
}

const GUARD_SETTING = 'guard';

const surroundingsOf = (
  { client, signInMark }: Connection,
  serviceFailure: Surroundings['serviceFailure'] = () => null,
): Surroundings => ({
  network: networkOfThisComputer,
  dropConnections: () => client.dropConnections(),
  endPause: () => client.endPause(),
  signInMark,
  serviceFailure,
});

/** Sorted network addresses of this computer, without loopback and link-local ones, which do not identify a network. */
function networkOfThisComputer(): string {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ cidr }) => `${name} ${cidr ?? ''}`),
  );
  return all.sort().join(', ');
}

/** Without any data of the person, the window waits for the first: it is asked for as soon as the service answers the engine. */
function askOnceConnected({ feeds }: Engine, person: KnownPerson): void {
  if (person.current() !== null) return;
  let wasConnected = false;
  const leave = feeds.subscribe('status', ({ account: { state } }) => {
    const isBack = state === 'connected' && !wasConnected;
    wasConnected = state === 'connected';
    if (isBack && person.current() === null) person.changed();
  });
  person.onAnswer(leave);
}
