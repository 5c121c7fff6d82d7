import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneOffRecords } from '../../../main/cli/open/one-off-records.ts';
import type { DropBatches, DropDependencies } from '../../../main/commands/drop/drop-batches.ts';
import type { PathUploads } from '../../../main/commands/drop/path-uploads.ts';
import { walkPaths } from '../../../main/commands/drop/walk-paths.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import { createNodeFileSystem } from '../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import type { Transfers } from '../../../main/engine/execute/transfer/transfer.ts';
import type { ItemId } from '../../../main/engine/model/ids.ts';
import { openServiceBench, type ServiceBench } from '../../support/engine/service-remote.ts';
import { openDropHost } from '../../support/files/drop-host.ts';

/** Files and folders of this disk, dropped on the desktop app, against a real service over HTTP. */
let bench: ServiceBench;
let folder: string;
let transfers: Transfers;
let destination: ItemId;
let tree: string;
let finished: PromiseWithResolvers<{ sent: number; failed: number }>;

beforeAll(async () => {
  bench = await openServiceBench();
  folder = await mkdtemp(join(tmpdir(), 'tandem-drop-paths-'));
  const random = createNodeRandom();
  transfers = createTransfers({
    fileSystem: createNodeFileSystem(random),
    remote: bench.remote,
    records: oneOffRecords(folder),
    clock: createNodeClock(),
    random,
    settings: { sessionFromBytes: bench.sessionFromBytes },
  });
});
afterAll(async () => {
  await transfers.close();
  await bench.dispose();
  await rm(folder, { recursive: true });
});
beforeEach(async (context) => {
  const created = await bench.remote.createFolder(bench.folder, context.task.id);
  if (!created.ok) throw new Error('no folder');
  destination = created.entry.id;
  finished = Promise.withResolvers();
  tree = join(folder, context.task.id);
  await mkdir(tree);
});

const host = (
  remote: Partial<DropDependencies['remote']> = {},
  seen: (batches: DropBatches) => DropBatches = (batches) => batches,
) =>
  openDropHost({
    destination,
    seen,
    remote: { ...bench.remote, ...remote },
    uploads: transfers,
    onFinished: (batch) => finished.resolve(batch),
  });

const names = async (id: ItemId = destination) =>
  ((await bench.remote.list(id)) ?? []).map((entry) => entry.name).toSorted();
const namesInTree = async () => {
  const [top] = (await bench.remote.list(destination)) ?? [];
  return top === undefined ? [] : names(top.id);
};
const startedId = (started: Awaited<ReturnType<PathUploads['start']>>): string => {
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  return started.value.batchId;
};

describe('dropped paths', () => {
  it('are uploaded: folders are walked, links are left out', async () => {
    await mkdir(join(tree, 'inner'));
    await writeFile(join(tree, 'top.txt'), 'top');
    await writeFile(join(tree, 'inner', 'deep.txt'), 'deep');
    await symlink('/etc/passwd', join(tree, 'link'));
    const { start, uploads, latest } = host();
    const batchId = startedId(await start(tree));
    expect(await finished.promise).toMatchObject({ sent: 2, failed: 0 });
    expect(await namesInTree()).toEqual(['inner', 'top.txt']);
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'done', total: 2, counts: { sent: 2, failed: 0 } });
    // One that succeeded is forgotten, unless a window shows it.
    uploads.showAll();
    await expect.poll(latest).toEqual([]);
    expect(uploads.retry({ batchId, fileId: 0 })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('name the one that cannot be read, and the others are sent', async () => {
    const [here, gone] = [join(tree, 'here.txt'), join(tree, 'gone.txt')];
    await writeFile(here, 'here');
    const { start, latest, sentences } = host();
    startedId(await start(here, gone));
    expect(await finished.promise).toMatchObject({ sent: 1 });
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'done', total: 2, counts: { sent: 1, failed: 1 } });
    expect(sentences.get('gone.txt')).toEqual({ code: 'drop_unreadable', args: { path: gone } });
    expect(await names()).toEqual(['here.txt']);
  });

  it('are refused when none of them can be read', async () => {
    const gone = join(tree, 'gone.txt');
    const { start, latest } = host();
    const message = { code: 'drop_unreadable', args: { path: gone } };
    expect(await start(gone)).toMatchObject({ ok: false, error: { code: 'unreadable', message } });
    await expect.poll(latest).toEqual([]);
  });

  it('keep the name and the reason of each file that fails, and send it again as it is then', async () => {
    await writeFile(join(tree, 'here.txt'), 'here');
    await writeFile(join(tree, 'gone.txt'), 'gone');
    await writeFile(join(tree, 'back\\slash.txt'), 'refused');
    let isGone = false;
    const { start, uploads, states, sentences, latest, idOf } = host({
      async item(...request) {
        if (!isGone) await rm(join(tree, 'gone.txt'));
        isGone = true;
        return bench.remote.item(...request);
      },
    });
    const batchId = startedId(await start(tree));
    expect(await finished.promise).toMatchObject({ sent: 1, failed: 2 });
    await expect.poll(() => latest()[0]?.state).toBe('done');
    expect(states()).toEqual({ 'here.txt': 'sent', 'gone.txt': 'failed', 'back\\slash.txt': 'failed' });
    expect(sentences.get('gone.txt')).toEqual({
      code: 'drop_unreadable',
      args: { path: join(tree, 'gone.txt') },
    });
    expect(JSON.stringify(sentences.get('back\\slash.txt'))).toContain('drop_refused');

    // A window that is opened later learns of both.
    uploads.showAll();
    await expect
      .poll(() =>
        latest()[0]
          ?.files.map(({ state }) => state)
          .toSorted(),
      )
      .toEqual(['failed', 'failed', 'sent']);
    await writeFile(join(tree, 'gone.txt'), 'back again');
    expect(uploads.retry({ batchId, fileId: idOf('gone.txt') ?? -1 })).toMatchObject({ ok: true });
    await expect.poll(states).toMatchObject({ 'gone.txt': 'sent', 'back\\slash.txt': 'failed' });
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'done', counts: { sent: 2, failed: 1, bytes: 14 } });
    expect(await namesInTree()).toEqual(['gone.txt', 'here.txt']);
  });

  it('are read again when a failed file is sent again, and nothing is replaced', async () => {
    await writeFile(join(tree, 'plan.txt'), 'first');
    let isRefused = true;
    const { start, uploads, states, latest } = host({
      createFolder: async (...request) =>
        isRefused ? { ok: false, reason: 'refused' } : bench.remote.createFolder(...request),
    });
    const batchId = startedId(await start(tree));
    await expect.poll(() => latest()[0]?.state).toBe('done');
    expect(states()).toEqual({ 'plan.txt': 'failed' });
    isRefused = false;
    await writeFile(join(tree, 'plan.txt'), 'second, longer');
    uploads.retry({ batchId, fileId: 0 });
    await expect.poll(states).toEqual({ 'plan.txt': 'sent' });
    const [top] = (await bench.remote.list(destination)) ?? [];
    const [file] = (top && (await bench.remote.list(top.id))) ?? [];
    expect(file).toMatchObject({ name: 'plan.txt', content: { sizeBytes: 14 } });
    await expect.poll(() => latest()[0]?.state).toBe('done');
  });

  /** A folder on the service that already has `a.txt`, and a drop of three files, one of which can't be read yet. */
  async function dropOnTaken() {
    const held = host();
    const only = join(tree, 'a.txt');
    await writeFile(only, 'first');
    startedId(await held.start(only));
    await finished.promise;
    await writeFile(only, 'second');
    await writeFile(join(tree, 'b.txt'), 'b');
    await writeFile(join(tree, 'c.txt'), 'c');
    finished = Promise.withResolvers();
    const batchId = startedId(await held.start(...['a.txt', 'b.txt', 'c.txt'].map((name) => join(tree, name))));
    const shown = () => held.latest().find((upload) => upload.batchId === batchId);
    await expect.poll(shown).toMatchObject({ state: 'sending', asking: 1, counts: { sent: 2, waiting: 1 } });
    return { ...held, batchId, shown };
  }

  it.each([
    ['keep-both', ['a (2).txt', 'a.txt', 'b.txt', 'c.txt'], { sent: 3, skipped: 0 }],
    ['new-version', ['a.txt', 'b.txt', 'c.txt'], { sent: 3, skipped: 0 }],
    ['skip', ['a.txt', 'b.txt', 'c.txt'], { sent: 2, skipped: 1 }],
  ] as const)(
    'ask about taken names while the others are sent, and follow the answer: %s',
    async (answer, found, counts) => {
      const { uploads, batches, batchId, shown } = await dropOnTaken();
      expect(uploads.isPreparing()).toBe(false);
      expect(batches.underWay()).toBe(1);
      expect(uploads.resolve({ batchId, onConflict: answer })).toMatchObject({ ok: true });
      await expect.poll(shown).toMatchObject({ state: 'done', asking: 0, counts });
      expect(await names()).toEqual(found);
      const [file] = (await bench.remote.list(destination)) ?? [];
      if (answer === 'new-version') expect(file).toMatchObject({ name: 'a.txt', content: { sizeBytes: 6 } });
    },
  );

  it('send nothing more when the upload is cancelled while it asks', async () => {
    const { uploads, batches, batchId, shown } = await dropOnTaken();
    uploads.cancel({ batchId, fileId: null });
    await expect.poll(shown).toMatchObject({ state: 'cancelled', asking: 0 });
    expect(batches.underWay()).toBe(0);
    expect(uploads.resolve({ batchId: 'another', onConflict: 'skip' })).toMatchObject({ error: { code: 'not_found' } });
    expect(await names()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('are all sent again at once, with the answer that was given for their names', async () => {
    for (const name of ['a.txt', 'b.txt']) await writeFile(join(tree, name), 'first');
    const first = host();
    startedId(await first.start(join(tree, 'a.txt'), join(tree, 'b.txt')));
    await finished.promise;
    let begun = 0;
    const { start, uploads, latest } = host({}, (batches) => ({
      ...batches,
      begin(request) {
        begun += 1;
        return batches.begin(request);
      },
    }));
    const batchId = startedId(await start(join(tree, 'a.txt'), join(tree, 'b.txt')));
    await expect.poll(() => latest()[0]?.asking).toBe(2);
    await rm(join(tree, 'a.txt'));
    await rm(join(tree, 'b.txt'));
    uploads.resolve({ batchId, onConflict: 'new-version' });
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'done', counts: { failed: 2 } });
    for (const name of ['a.txt', 'b.txt']) await writeFile(join(tree, name), 'second');
    uploads.retry({ batchId, fileId: null });
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'done', asking: 0, counts: { sent: 2, failed: 0 } });
    expect(begun).toBe(2);
    expect(await names()).toEqual(['a.txt', 'b.txt']);
  });

  it('do not count as failed when their transfer, or their row in the card, is cancelled', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await writeFile(join(tree, name), name);
    const { start, uploads, states, latest } = host();
    transfers.pause(null);
    const batchId = startedId(await start(tree));
    await expect.poll(() => transfers.list().length).toBe(4);
    await expect.poll(() => Object.keys(states())).toHaveLength(6);
    const [transfer] = transfers.list();
    transfers.cancel(transfer?.id ?? '');
    await expect.poll(() => Object.values(states()).filter((state) => state === 'cancelled')).toHaveLength(1);
    const sending = latest()[0]?.files.find(({ state }) => state === 'sending');
    uploads.cancel({ batchId, fileId: sending?.id ?? -1 });
    await expect.poll(() => Object.values(states()).filter((state) => state === 'cancelled')).toHaveLength(2);
    transfers.resume();
    expect(await finished.promise).toMatchObject({ sent: 4, failed: 0 });
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'done', counts: { sent: 4, cancelled: 2, failed: 0 } });
    expect(await namesInTree()).toHaveLength(4);
  });

  it('are not uploaded when they are cancelled while they are read, and the card stays until it is dismissed', async () => {
    await writeFile(join(tree, 'a.txt'), 'a');
    const opened = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { start, uploads, latest } = host({
      async item(...request) {
        reached.resolve();
        await opened.promise;
        return bench.remote.item(...request);
      },
    });
    const started = start(tree);
    await reached.promise;
    await expect.poll(() => latest()[0]?.state).toBe('reading');
    expect(uploads.isPreparing()).toBe(true);
    const batchId = latest()[0]?.batchId ?? '';
    expect(uploads.cancel({ batchId, fileId: null })).toMatchObject({ ok: true });
    opened.resolve();
    expect(await started).toEqual({ ok: true, value: { batchId } });
    expect(uploads.isPreparing()).toBe(false);
    await expect.poll(() => latest()[0]?.state).toBe('cancelled');
    expect([await names(), transfers.list()]).toEqual([[], []]);
    uploads.cancel({ batchId, fileId: null });
    await expect.poll(latest).toEqual([]);
    expect(uploads.cancel({ batchId, fileId: null })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('are not listed further after a cancel', async () => {
    await mkdir(join(tree, 'inner'));
    for (const name of ['a', 'b']) await writeFile(join(tree, 'inner', name), name);
    const abort = new AbortController();
    const walking = walkPaths([tree], abort.signal);
    abort.abort();
    expect(await walking).toEqual({ ok: true, files: [] });
  });

  it('end their transfers when the upload is cancelled', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await writeFile(join(tree, name), name);
    const { start, uploads, latest } = host();
    transfers.pause(null);
    const batchId = startedId(await start(tree));
    await expect.poll(() => transfers.list().length).toBe(4);
    uploads.cancel({ batchId, fileId: null });
    await expect.poll(() => transfers.list()).toEqual([]);
    transfers.resume();
    await expect.poll(() => latest()[0]).toMatchObject({ state: 'cancelled', counts: { sending: 0, failed: 0 } });
    expect(await namesInTree()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('that are not sent hold no file open', async () => {
    const openBelow = async () => {
      const handles = await readdir('/proc/self/fd');
      const targets = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
      return targets.filter((target) => target.startsWith(tree));
    };
    for (const name of ['a', 'b', 'c']) await writeFile(join(tree, name), name);
    const { start } = host({ createFolder: async () => ({ ok: false, reason: 'refused' }) });
    startedId(await start(tree));
    expect(await finished.promise).toMatchObject({ sent: 0, failed: 3 });
    expect(await openBelow()).toEqual([]);
  });
});

/** An upload whose only file failed. The host's answer to the announcement of its retry is held until `goOn`. */
async function failedOnce() {
  const opened = Promise.withResolvers<void>();
  const received: string[] = [];
  let isRetry = false;
  const held = host({ createFolder: async () => ({ ok: false, reason: 'refused' }) }, (batches) => ({
    ...batches,
    async begin(request) {
      const answer = await batches.begin(request);
      if (isRetry) await opened.promise;
      return answer;
    },
    receive(id, ...sent) {
      if (isRetry) received.push(id);
      return batches.receive(id, ...sent);
    },
  }));
  await writeFile(join(tree, 'plan.txt'), 'plan');
  const batchId = startedId(await held.start(tree));
  await expect.poll(() => held.latest()[0]?.state).toBe('done');
  isRetry = true;
  const retry = () => expect(held.uploads.retry({ batchId, fileId: 0 })).toMatchObject({ ok: true });
  const cancel = (fileId: number | null) =>
    expect(held.uploads.cancel({ batchId, fileId })).toMatchObject({ ok: true });
  return { ...held, retry, cancel, received, goOn: opened.resolve };
}

describe('a file that is sent again', () => {
  it.each([
    ['the upload', null, 'waiting'],
    ['the file', 0, 'cancelled'],
  ] as const)('is not sent when %s is cancelled while it is announced', async (_, fileId, state) => {
    const { batches, uploads, states, retry, cancel, goOn, received } = await failedOnce();
    expect(uploads.isPreparing()).toBe(false);
    retry();
    expect(uploads.isPreparing()).toBe(true);
    await expect.poll(batches.underWay).toBe(1);
    cancel(fileId);
    expect(uploads.isPreparing()).toBe(false);
    goOn();
    await expect.poll(batches.underWay).toBe(0);
    await expect.poll(states).toEqual({ 'plan.txt': state });
    expect(received).toEqual([]);
  });

  it.each([
    ['the upload', null, 'waiting'],
    ['the file', 0, 'cancelled'],
  ] as const)('has not failed when %s is cancelled while it is read', async (_, fileId, state) => {
    const { start, states, retry, cancel, goOn, received } = await failedOnce();
    await rm(join(tree, 'plan.txt'));
    retry();
    cancel(fileId);
    goOn();
    // Both are read from the disk, this one later.
    await writeFile(join(tree, 'other.txt'), 'other');
    startedId(await start(join(tree, 'other.txt')));
    await expect.poll(states).toMatchObject({ 'other.txt': 'sent' });
    expect(states()).toMatchObject({ 'plan.txt': state });
    expect(received).toHaveLength(1);
  });
});
