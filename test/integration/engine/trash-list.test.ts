import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trashFolder, trashMoments } from '../../../main/compose/trash-folder.ts';
import { listUnlisted } from '../../../main/engine/acts/trash/list-unlisted.ts';
import { createNodeFileSystem } from '../../../main/engine/adapters/node-file-system.ts';
import { createNodeLocalTrash } from '../../../main/engine/adapters/node-local-trash.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { openStoreBench, type StoreBench } from '../../support/engine/store-bench.ts';

/** As `openStoreBench` links it. */
const ROOT = '/root';
const START_MS = Date.UTC(2026, 10, 20, 14, 3, 7, 250);

let state: string;
let bench: StoreBench;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-trash-list-'));
  bench = openStoreBench();
});
afterEach(async () => {
  bench.store.close();
  await rm(state, { recursive: true });
});

const localTrash = () => {
  const random = createNodeRandom();
  return createNodeLocalTrash(createNodeFileSystem(random), random, {
    home: join(state, 'trash'),
    folderFor: (path, rootPath) => trashFolder(state, START_MS, rootPath, path),
    momentsOf: (rootPath, fromMs) => trashMoments(state, rootPath, fromMs),
  });
};

/** Starts a process that begins at this moment, and returns the list of the trash. `isAway`: the drive of the root is not there. */
async function listedAfterStart(startMs: number, { isAway = false, trash = localTrash() } = {}) {
  const { store } = bench;
  const fileSystem = { readMarker: async () => (isAway ? null : 'marker') };
  const parts = { store, fileSystem, localTrash: trash, log: { warn: expect.unreachable } } as unknown as EngineParts;
  await listUnlisted(parts, startMs, new AbortController().signal);
  return store.trash
    .list(100)
    .map(({ path, itemKind, nodes, bytes, atMs }) => ({ path, itemKind, nodes, bytes, atMs }));
}

/** An item that went to the trash at this moment without a record. */
async function leave(path: string, atMs: number, text = 'text'): Promise<string> {
  const place = join(await trashFolder(state, atMs, ROOT, join(ROOT, path)), path.slice(path.lastIndexOf('/') + 1));
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, text);
  return place;
}

const second = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

test('[P51] what a process moved to the trash and did not record is listed by the next one, once, with its path and time', async () => {
  const atMs = START_MS - 60_000;
  await leave('plan.txt', atMs, 'the plan');
  const plan = { path: 'plan.txt', itemKind: 'file', nodes: 1, bytes: 8, atMs: second(atMs) };
  expect(await listedAfterStart(START_MS)).toEqual([plan]);
  expect(await listedAfterStart(START_MS + 60_000)).toEqual([plan]);
});

test('[P51] what is listed already stays as it is, with a forgotten item beside it', async () => {
  const atMs = START_MS - 60_000;
  const { id: rootId } = bench.root;
  const place = await leave('box/known.txt', atMs);
  bench.store.trash.add({
    rootId,
    rootPath: ROOT,
    path: 'box/known.txt',
    place,
    itemKind: 'file',
    itemId: null,
    nodes: 1,
    bytes: 4,
    atMs,
  });
  await leave('box/forgotten.txt', atMs);
  await leave('other/deep/one.txt', atMs);
  await leave('other/two.txt', atMs);
  const listed = await listedAfterStart(START_MS);
  expect(listed.map(({ path, itemKind, nodes, bytes }) => [path, itemKind, nodes, bytes])).toEqual([
    ['other', 'folder', 4, 8],
    ['box/forgotten.txt', 'file', 1, 4],
    ['box/known.txt', 'file', 1, 4],
  ]);
});

test('[P51] what this process is moving there just now is left to it', async () => {
  await leave('mine.txt', START_MS);
  await leave('later.txt', START_MS + 5_000);
  expect(await listedAfterStart(START_MS)).toEqual([]);
  expect((await listedAfterStart(START_MS + 60_000)).map(({ path }) => path)).toEqual(['later.txt', 'mine.txt']);
});

test('[P51] what is recorded while the trash is read keeps its record', async () => {
  const atMs = START_MS - 60_000;
  const place = await leave('box/one.txt', atMs);
  const { id: rootId } = bench.root;
  const known = {
    rootId,
    rootPath: ROOT,
    path: 'box',
    place: dirname(place),
    itemKind: 'folder',
    nodes: 2,
    bytes: 4,
    atMs,
  } as const;
  const trash = localTrash();
  const unlisted: typeof trash.unlisted = async function* (...asked) {
    for await (const found of trash.unlisted(...asked)) {
      bench.store.trash.add({ ...known, itemId: itemId('77') });
      yield found;
    }
  };
  await listedAfterStart(START_MS, { trash: { ...trash, unlisted } });
  expect(bench.store.trash.list(9).map((one) => one.itemId)).toEqual(['77']);
});

test('[P51] what is in the trash of a drive that was away is listed once it is back', async () => {
  await listedAfterStart(START_MS, { isAway: true });
  await leave('plan.txt', START_MS - 60_000);
  expect((await listedAfterStart(START_MS + 60_000)).map(({ path }) => path)).toEqual(['plan.txt']);
});

test('[P51][E115] after a loss of the state, all that was in the trash is listed again', async () => {
  await leave('plan.txt', START_MS - 29 * 24 * 60 * 60_000);
  expect(await listedAfterStart(START_MS)).toHaveLength(1);
  bench.store.close();
  bench = openStoreBench();
  expect((await listedAfterStart(START_MS + 60_000)).map(({ path }) => path)).toEqual(['plan.txt']);
});
