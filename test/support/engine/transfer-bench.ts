import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../../contract/rules/limits.ts';
import { createNodeFileSystem } from '../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import type { DownloadRequest, Transfers, UploadRequest } from '../../../main/engine/execute/transfer/transfer.ts';
import type { TransferSettings } from '../../../main/engine/execute/transfer/transfer-run.ts';
import type { Content, Fingerprint, RemoteEntry } from '../../../main/engine/model/entry.ts';
import { sha1 } from '../../../main/engine/model/ids.ts';
import type { Clock } from '../../../main/engine/ports/clock.ts';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import { openStore } from '../../../main/engine/store/open-store.ts';
import type { Store } from '../../../main/engine/store/store.ts';
import { type FaultyProxy, startFaultyProxy } from '../lines/faulty-proxy.ts';
import { connect, openServiceBench, type ServiceBench } from './service-remote.ts';
import { createVirtualTime } from './virtual-time.ts';

/** Transfers between a real disk and a real service through a fault-injecting proxy. Pauses take no time. */
export type TransferBench = AsyncDisposable & {
  readonly service: ServiceBench;
  readonly proxy: FaultyProxy;
  /** Through the proxy. */
  readonly remote: Remote;
  readonly fileSystem: FileSystem;
  readonly store: Store;
  readonly transfers: Transfers;
  readonly clock: Clock;
  readonly slept: readonly number[];
  /** A folder on disk. */
  readonly folder: string;
  /** Restarts the client: only its stored records survive. */
  restart(settings?: Partial<TransferSettings>, fileSystem?: FileSystem, service?: Partial<Remote>): Transfers;
  write(name: string, bytes: Uint8Array | string): Promise<{ readonly path: string; readonly expect: Fingerprint }>;
  /** Creates a local file of random bytes and a request to upload it as a new file of the same name. */
  newUpload(name: string, size: number): Promise<{ readonly request: UploadRequest; readonly content: Content }>;
  /** A download request to a free name in the folder. */
  newDownload(entry: RemoteEntry, change?: Partial<DownloadRequest>): DownloadRequest;
  read(name: string): Promise<Buffer>;
};

export async function openTransferBench(): Promise<TransferBench> {
  const service = await openServiceBench();
  const proxy = await startFaultyProxy(service.service);
  const time = createVirtualTime();
  const { client, remote } = connect(proxy, service.service.person.token, { ...time.clock, ...time.random });
  const folder = await mkdtemp(join(tmpdir(), 'tandem-transfer-'));
  const realFileSystem = createNodeFileSystem(createNodeRandom());
  const store = openStore(':memory:');
  const started: Transfers[] = [];
  const restart: TransferBench['restart'] = (settings = {}, fileSystem = realFileSystem, service = {}) => {
    const transfers = createTransfers({
      ...time,
      fileSystem,
      remote: { ...remote, ...service },
      records: store.transfers,
      settings: { sessionFromBytes: limits.uploadSessionMinBytes, reserveBytes: 0, ...settings },
    });
    started.push(transfers);
    return transfers;
  };
  const write: TransferBench['write'] = async (name, bytes) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const stat = await realFileSystem.stat(path);
    if (!stat) throw new Error(`nothing at ${path}`);
    return { path, expect: stat.fingerprint };
  };
  await mkdir(folder, { recursive: true });
  return {
    service,
    proxy,
    remote,
    store,
    folder,
    restart,
    write,
    fileSystem: realFileSystem,
    clock: time.clock,
    slept: time.slept,
    transfers: restart(),
    async newUpload(name, size) {
      const bytes = randomBytes(size);
      const file = await write(name, bytes);
      const destination = { kind: 'new' as const, parentId: service.folder, name };
      const request = {
        source: { kind: 'file' as const, ...file },
        destination,
        contentModifiedAtMs: null,
        label: name,
      };
      return { request: { ...request, key: `1/${name}` }, content: contentOf(bytes) };
    },
    newDownload(entry, change = {}) {
      if (!entry.content) throw new Error(`${entry.name} is no file`);
      const target = () => join(folder, `down-${entry.name}`);
      const { id: itemId, versionId, content } = entry;
      const wanted = { itemId, versionId, content, root: folder, target, expect: null, contentModifiedAtMs: null };
      return { ...wanted, label: entry.name, key: `1/${entry.id}`, ...change };
    },
    read: (name) => readFile(join(folder, name)),
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((transfers) => transfers.close()));
      await client.close();
      await proxy.stop();
      await service.dispose();
      store.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function contentOf(bytes: Uint8Array): Content {
  return { sha1: sha1(createHash('sha1').update(bytes).digest('hex')), sizeBytes: bytes.length };
}
