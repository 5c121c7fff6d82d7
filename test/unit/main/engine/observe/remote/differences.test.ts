import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { itemId, sequenceId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import { differencesIn } from '../../../../../../main/engine/observe/remote/differences.ts';
import { createPace } from '../../../../../../main/engine/ports/pace.ts';
import { openStoreBench, remoteEntry } from '../../../../../support/engine/store-bench.ts';

/** The tree has a folder with a file in state 5, and a file beside that folder. */
let bench: ReturnType<typeof openStoreBench>;
const plans = remoteEntry('10', '0', 'Plans', { kind: 'folder', content: null });
const file = remoteEntry('20', '10', 'a.txt', { sequenceId: sequenceId('5') });
const outside = remoteEntry('30', '0', 'b.txt');

beforeEach(() => {
  bench = openStoreBench();
  for (const entry of [plans, file, outside]) bench.root.putRemote(entry, bench.root.tick());
});
afterEach(() => bench.store.close());

const compare = async (entries: readonly RemoteEntry[], takenAt = bench.root.tick(), most = 2) => {
  const pace = createPace({ sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) }, most);
  const found = await differencesIn(bench.root, { folder: plans.id, takenAt, entries }, pace);
  return Object.fromEntries(found);
};
const changed = (change: Partial<RemoteEntry>): RemoteEntry => ({ ...file, ...change });

test('a listing that shows what is known differs in nothing, even if it gives no folder or a later state', async () => {
  expect(await compare([file])).toEqual({});
  expect(await compare([changed({ parentId: null, sequenceId: sequenceId('6') })])).toEqual({});
});

test('what no event told: a new item, one from elsewhere, another name, another content, another right, one that was restored', async () => {
  expect(await compare([file, remoteEntry('40', '10', 'new.txt')])).toEqual({ 40: 'untold' });
  expect(await compare([file, { ...outside, parentId: plans.id }])).toEqual({ 30: 'untold' });
  const later = { sequenceId: sequenceId('6') };
  expect(await compare([changed({ name: 'c.txt', ...later })])).toEqual({ 20: 'untold' });
  const content = { sha1: sha1('e'.repeat(40)), sizeBytes: 1 };
  expect(await compare([changed({ content, ...later })])).toEqual({ 20: 'untold' });
  for (const right of ['canUpload', 'canRename', 'canDelete', 'canDownload'] as const)
    expect(await compare([changed({ [right]: false })]), right).toEqual({ 20: 'untold' });
  bench.root.removeRemote(file.id, bench.root.tick(), sequenceId('6'));
  expect(await compare([changed({ sequenceId: sequenceId('7') })])).toEqual({ 20: 'untold' });
});

test('what the service has forgotten: an item, a later state of it, its deletion, or which item it is', async () => {
  expect(await compare([])).toEqual({ 20: 'forgotten' });
  expect(await compare([changed({ sequenceId: sequenceId('4') })])).toEqual({ 20: 'forgotten' });
  expect(await compare([changed({ kind: 'folder', content: null })])).toEqual({ 20: 'forgotten' });
  expect(await compare([changed({ name: 'c.txt' })])).toEqual({ 20: 'forgotten' });
  bench.root.removeRemote(file.id, bench.root.tick(), sequenceId('6'));
  expect(await compare([changed({ sequenceId: sequenceId('6') })])).toEqual({ 20: 'forgotten' });
});

test('what was observed since the request is no difference: an arrival, a change, a deletion', async () => {
  const requestedAt = bench.root.tick();
  bench.root.putRemote(remoteEntry('40', '10', 'new.txt'), bench.root.tick());
  expect(await compare([file], requestedAt)).toEqual({});
  bench.root.putRemote(changed({ name: 'c.txt', sequenceId: sequenceId('6') }), bench.root.tick());
  expect(await compare([file], requestedAt)).toEqual({});
  bench.root.removeRemote(file.id, bench.root.tick());
  expect(await compare([file], requestedAt)).toEqual({});
});

test('a large folder is compared in portions, and one that is missing among many is found', async () => {
  const many = Array.from({ length: 25 }, (_, at) => remoteEntry(`9${at}`, '10', `${at}.txt`));
  for (const entry of many) bench.root.putRemote(entry, bench.root.tick());
  expect(await compare([file, ...many])).toEqual({});
  // One came, and one is missing: as many as before.
  const shown = [file, ...many.slice(1), remoteEntry('50', '10', 'new.txt')];
  expect(await compare(shown)).toEqual({ 50: 'untold', 90: 'forgotten' });
});

test('the folders of a tree follow each other, the root first, until there is none', () => {
  const { root } = bench;
  for (const [id, parent] of [
    ['11', '0'],
    ['12', '10'],
    ['13', '12'],
    ['9', '13'],
  ] as const)
    root.putRemote(remoteEntry(id, parent, `f${id}`, { kind: 'folder', content: null }), root.tick());
  const order: string[] = [];
  for (let at = root.remote(root.rootItemId); at !== undefined; ) {
    order.push(at.id);
    const next = root.remoteFolderAfter(at);
    at = next === undefined ? undefined : root.remote(itemId(next));
  }
  expect(order).toHaveLength(6);
  expect(order[0]).toBe(root.rootItemId);
  expect(new Set(order)).toEqual(new Set([root.rootItemId, '10', '11', '12', '13', '9']));
});
