import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneOffRecords } from '../../../main/cli/open/one-off-records.ts';
import { type DropBatches, dropBatches } from '../../../main/commands/drop/drop-batches.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import { createNodeFileSystem } from '../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import type { Transfers } from '../../../main/engine/execute/transfer/transfer.ts';
import { type ItemId, itemId } from '../../../main/engine/model/ids.ts';
import { openServiceBench, type ServiceBench } from '../../support/engine/service-remote.ts';

/** Dropped files against a real service over HTTP. */
let bench: ServiceBench;
let folder: string;
let transfers: Transfers;
let drops: DropBatches;
let destination: ItemId;
let finished: PromiseWithResolvers<{ sent: number; failed: number }>;

beforeAll(async () => {
  bench = await openServiceBench();
  folder = await mkdtemp(join(tmpdir(), 'tandem-drop-'));
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
  drops = dropBatches({ remote: bench.remote, uploads: transfers, onFinished: finished.resolve });
});

const never = new AbortController().signal;
const file = (relativePath: string, text: string) => ({
  relativePath,
  sizeBytes: Buffer.byteLength(text),
  modifiedAtMs: 1_700_000_000_000,
});
async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  for (let start = 0; start < text.length; start += 65_536) yield Buffer.from(text.slice(start, start + 65_536));
}
const begin = async (...files: ReturnType<typeof file>[]) => {
  const begun = await drops.begin({ folderId: destination, onConflict: 'ask', files });
  if (!begun.ok) throw new Error(JSON.stringify(begun.error));
  return begun.value;
};
const idOf = (batch: Awaited<ReturnType<typeof begin>>, index = 0): string => batch.files[index]?.id ?? '';
const names = async (id: ItemId = destination) =>
  ((await bench.remote.list(id)) ?? []).map((entry) => entry.name).toSorted();
const contentOf = async (name: string) => {
  const entry = (await bench.remote.list(destination))?.find((child) => child.name === name);
  if (entry === undefined) return null;
  const parts: Uint8Array[] = [];
  for await (const part of (await bench.remote.download({ file: entry.id, offset: 0, version: null, sizeBytes: null }))
    .stream)
    parts.push(part);
  return Buffer.concat(parts).toString();
};
const place = async (name: string, text: string) => {
  const batch = await begin(file(name, text));
  expect(await drops.receive(idOf(batch), bytesOf(text), never)).toEqual({ ok: true });
};

describe('dropped files', () => {
  it('arrive with their bytes, in folders that are made once', async () => {
    const batch = await begin(file('album/one.txt', 'one'), file('album/two.txt', 'two'), file('empty.txt', ''));
    const sent = await Promise.all(
      ['one', 'two', ''].map((text, at) => drops.receive(idOf(batch, at), bytesOf(text), never)),
    );
    expect(sent).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await names()).toEqual(['album', 'empty.txt']);
    const album = (await bench.remote.list(destination))?.find(({ kind }) => kind === 'folder');
    expect(await names(album?.id)).toEqual(['one.txt', 'two.txt']);
    expect(await finished.promise).toMatchObject({ sent: 3, failed: 0 });
  });

  it('go through an upload session when they are large, in one pass', async () => {
    const text = 'tandem '.repeat(Math.ceil((bench.sessionFromBytes + 1) / 7));
    await place('large.bin', text);
    expect(await contentOf('large.bin')).toBe(text);
  });

  it('ask once about names that are taken, and wait for the answer', async () => {
    await place('report.txt', 'first');
    const batch = await begin(file('REPORT.txt', 'second'), file('other.txt', 'other'));
    expect(batch.files.map(({ conflict }) => conflict)).toEqual([true, false]);
    const early = await drops.receive(idOf(batch), bytesOf('second'), never);
    expect(early).toMatchObject({ ok: false, error: { code: 'name_taken' } });
    expect(await contentOf('report.txt')).toBe('first');
  });

  it('replace nothing: each is kept beside the existing file, becomes its new version, or is skipped', async () => {
    await place('a.txt', 'first');
    const both = await begin(file('a.txt', 'second'));
    await drops.resolve({ batchId: both.batchId, onConflict: 'keep-both' });
    expect(await drops.receive(idOf(both), bytesOf('second'), never)).toEqual({ ok: true });
    expect(await contentOf('a (2).txt')).toBe('second');

    const version = await begin(file('a.txt', 'third'));
    await drops.resolve({ batchId: version.batchId, onConflict: 'new-version' });
    expect(await drops.receive(idOf(version), bytesOf('third'), never)).toEqual({ ok: true });
    expect(await contentOf('a.txt')).toBe('third');

    const left = await begin(file('a.txt', 'fourth'));
    await drops.resolve({ batchId: left.batchId, onConflict: 'skip' });
    expect(await drops.receive(idOf(left), bytesOf('fourth'), never)).toMatchObject({ error: { code: 'not_found' } });
    expect(await contentOf('a.txt')).toBe('third');
    expect(await names()).toEqual(['a (2).txt', 'a.txt']);
  });

  it('leave nothing behind when the page goes away in the middle', async () => {
    const batch = await begin(file('half.txt', 'x'.repeat(200_000)));
    const gone = new AbortController();
    async function* half(): AsyncIterable<Uint8Array> {
      yield Buffer.alloc(65_536);
      gone.abort();
      yield Buffer.alloc(65_536);
    }
    expect(await drops.receive(idOf(batch), half(), gone.signal)).toMatchObject({ ok: false });
    expect(await names()).toEqual([]);
  });

  it('are refused when they were not announced, or when their batch was cancelled', async () => {
    const batch = await begin(file('one.txt', 'one'));
    expect(await drops.cancel({ batchId: batch.batchId })).toEqual({ ok: true, value: {} });
    expect(await drops.receive(idOf(batch), bytesOf('one'), never)).toMatchObject({ error: { code: 'not_found' } });
    expect(await names()).toEqual([]);
  });

  it('never leave the folder they were dropped on', async () => {
    for (const path of ['../up.txt', '/etc/passwd', 'a//b', './a', 'a/../../b']) {
      const begun = await drops.begin({ folderId: destination, onConflict: 'ask', files: [file(path, 'x')] });
      expect(begun, path).toMatchObject({ ok: false, error: { code: 'bad_path' } });
    }
  });

  it('report a missing folder', async () => {
    const begun = await drops.begin({ folderId: itemId('987654321'), onConflict: 'ask', files: [file('a', 'x')] });
    expect(begun).toMatchObject({ ok: false, error: { code: 'not_reachable' } });
  });
});
