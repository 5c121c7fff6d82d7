import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limits } from '../../../contract/rules/limits.ts';
import { mentionedFile } from '../../../main/commands/mentions.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import type { Computer } from '../../../main/engine/adapters/node-file-system/local-stat.ts';
import { createNodeLocalTrash } from '../../../main/engine/adapters/node-local-trash.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import { createNodeWatcher } from '../../../main/engine/adapters/watch/node-watcher.ts';
import { createWorkerHashPool } from '../../../main/engine/adapters/worker-hash-pool.ts';
import { createEngine, type Engine } from '../../../main/engine/engine.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import type { Watcher } from '../../../main/engine/ports/watcher.ts';
import type { SyncReport } from '../../../main/engine/report/sync-report.ts';
import { DEFAULT_SETTINGS, type EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { openStore } from '../../../main/engine/store/open-store.ts';
import type { Store } from '../../../main/engine/store/store.ts';
import { newQuickFolder, removeQuickFolder } from '../files/quick-folder.ts';
import { putEmptyStore } from './empty-store.ts';
import { realDisk } from './real-disk.ts';
import { connect } from './service-remote.ts';

/** An engine with its own folder of real files and its own state, signed in to a service. */
export type EngineDevice = {
  readonly name: string;
  readonly path: string;
  readonly trash: string;
  readonly engine: Engine;
  readonly store: Store;
  readonly errors: readonly string[];
  /** Clears errors that the test caused on purpose. */
  forgetErrors(): void;
  at(path: string): string;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string | null>;
  /** One pass; throws if the engine logged an unexpected error. */
  once(): Promise<SyncReport>;
  /** Stops the engine and starts another on the same state; `between` runs while the state is closed. */
  restart(between?: () => Promise<void>): Promise<void>;
  /** Same as `restart`, with the state deleted. */
  loseState(): Promise<void>;
  close(): Promise<void>;
};

export type DeviceOptions = {
  readonly name: string;
  readonly addresses: { readonly baseUrl: string; readonly uploadUrl: string };
  readonly token: string;
  readonly remoteId?: string;
  readonly change?: (parts: EngineParts) => EngineParts;
  /** Asked at each start: a computer that tells the items of its disks apart in another way. */
  readonly computer?: () => Computer | undefined;
};

/** Below the folder of a device. */
const STATE = ['state', 'state.db'];

/** Reports nothing. */
export const deafWatcher: Watcher = {
  watch: async () => ({ check: async () => undefined, close: async () => undefined }),
};

export async function openEngineDevice(options: DeviceOptions): Promise<EngineDevice> {
  const folder = await realpath(await newQuickFolder(`tandem-${options.name}-`));
  const path = join(folder, 'files');
  const trash = join(folder, 'trash');
  await mkdir(path);
  putEmptyStore(join(folder, ...STATE));
  const errors: string[] = [];
  let open = await openEngine(options, folder, errors);
  const at = (below: string): string => join(path, below);
  return {
    name: options.name,
    path,
    trash,
    errors,
    forgetErrors: () => void errors.splice(0),
    at,
    get engine() {
      return open.engine;
    },
    get store() {
      return open.store;
    },
    write: async (below, text) => {
      await mkdir(dirname(at(below)), { recursive: true });
      await writeFile(at(below), text);
    },
    read: (below) => readFile(at(below), 'utf8').catch(() => null),
    once: async () => {
      const report = await open.engine.syncOnce();
      if (errors.length > 0) throw new Error(errors.join('\n'));
      return report;
    },
    restart: async (between) => {
      await open.close();
      await between?.();
      open = await openEngine(options, folder, errors);
    },
    loseState: async () => {
      await open.close();
      await rm(join(folder, 'state'), { recursive: true });
      open = await openEngine(options, folder, errors);
    },
    close: async () => {
      await open.close();
      removeQuickFolder(folder);
    },
  };
}

async function openEngine(
  { name, addresses, token, remoteId = '0', change, computer = () => undefined }: DeviceOptions,
  folder: string,
  errors: string[],
) {
  const path = join(folder, 'files');
  const random = createNodeRandom();
  const clock = createNodeClock();
  const itself = computer();
  const fileSystem = realDisk(itself, random);
  const store = openStore(join(folder, ...STATE));
  const { client, remote } = connect(addresses, token);
  const hashPool = createWorkerHashPool(1, undefined, itself);
  const settings = { sessionFromBytes: limits.uploadSessionMinBytes, reserveBytes: 0 };
  const transfers = createTransfers({ fileSystem, remote, records: store.transfers, clock, random, settings });
  const parts: EngineParts = {
    store,
    fileSystem,
    remote,
    transfers,
    hashPool,
    clock,
    random,
    watcher: createNodeWatcher(),
    trash: (target, _root, expect, about) => fileSystem.trash(target, join(folder, 'trash'), expect, about),
    localTrash: createNodeLocalTrash(fileSystem, random, {
      home: join(folder, 'trash'),
      folderFor: async () => join(folder, 'trash'),
      // Its trash does not tell moments apart.
      momentsOf: async function* () {},
    }),
    account: addresses.baseUrl,
    baseUrl: addresses.baseUrl,
    userId: null,
    person: () => null,
    pendingInvitations: null,
    mentionedFile: (on) => mentionedFile(client, on),
    settings: { ...DEFAULT_SETTINGS, deviceName: name, deviceId: name },
    log: {
      warn: (message, details) => process.env['TEST_WARN'] && console.error('WARN', name, message, details),
      error: (message, error) =>
        errors.push(`${message} ${error instanceof Error ? (error.stack ?? '') : String(error)}`),
    },
  };
  const engine = createEngine(change?.(parts) ?? parts);
  const linked = await engine.addRoot({ localPath: path, remoteId });
  if (!linked.ok) throw new Error(JSON.stringify(linked.error));
  return {
    engine,
    store,
    close: async () => {
      await engine.stop();
      await transfers.close();
      await hashPool.close();
      await client.close();
      store.close();
    },
  };
}
