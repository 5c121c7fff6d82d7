import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import { createRemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { createPace } from '../../../main/engine/ports/pace.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';

let there: ObservedFolder;

beforeEach(async () => {
  there = await openObservedFolder();
});
afterEach(() => there.close());

/** The service's listing of the folder under test. */
async function manyItems(): Promise<readonly RemoteEntry[]> {
  const model = await there.fileIn(there.bench.folder, 'model');
  return Array.from({ length: 1800 }, (_, index) => {
    return { ...model, id: itemId(String(900_000 + index)), name: `item ${index}` };
  });
}

/** The most items written or removed without another having its turn, during one look at the service. */
async function mostAtOnce(remote: Remote): Promise<number> {
  const { root } = there;
  const counts: number[] = [root.remoteCount()];
  const clock = {
    nowMs: () => 0,
    sleep: async () => {
      await setImmediate();
      counts.push(root.remoteCount());
    },
  };
  await createRemoteObserver({ remote, root, clock, pace: createPace(clock) }).catchUp();
  counts.push(root.remoteCount());
  return Math.max(...counts.slice(1).map((count, index) => Math.abs(count - (counts[index] ?? 0))));
}

test('[E120] a folder of very many items is written in portions, so that others have their turn', async () => {
  const { bench, root } = there;
  const many = await manyItems();
  expect(await mostAtOnce({ ...bench.remote, list: async () => many })).toBeLessThanOrEqual(100);
  expect(root.remoteChildren(root.rootItemId)).toHaveLength(1800);
});

test('[E120] so is one that arrives', async () => {
  const { bench, root } = there;
  const outside = await there.folderIn(itemId('0'), 'outside');
  const many = await manyItems();
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  await there.moveTo(outside, bench.folder);
  const list: Remote['list'] = async (folder, signal) =>
    folder === outside.id ? many : bench.remote.list(folder, signal);
  expect(await mostAtOnce({ ...bench.remote, list })).toBeLessThanOrEqual(101);
  expect(root.remoteChildren(outside.id)).toHaveLength(1800);
});

test('[E120] and many folders that are listed side by side share a turn', async () => {
  const { bench, root } = there;
  const outside = await there.folderIn(itemId('0'), 'outside');
  const many = await manyItems();
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  await there.moveTo(outside, bench.folder);
  const folders = many.slice(0, 30).map((model): RemoteEntry => ({ ...model, kind: 'folder', content: null }));
  const list: Remote['list'] = async (folder, signal) => {
    if (folder === outside.id) return folders;
    const index = folders.findIndex(({ id }) => id === folder);
    return index === -1 ? bench.remote.list(folder, signal) : many.slice(30 + index * 59, 30 + (index + 1) * 59);
  };
  expect(await mostAtOnce({ ...bench.remote, list })).toBeLessThanOrEqual(101);
  expect(root.remoteCount()).toBeGreaterThan(1800);
});

/** A folder of very many items in subfolders that the client knows of. */
async function manyKnown(): Promise<{ readonly large: RemoteEntry; readonly many: readonly RemoteEntry[] }> {
  const { bench, root } = there;
  const large = await there.folderIn(bench.folder, 'large');
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  const many = (await manyItems()).map((item, index, all): RemoteEntry => {
    const parentId = index % 90 === 0 ? large.id : (all[index - (index % 90)]?.id ?? large.id);
    return index % 90 === 0 ? { ...item, parentId, kind: 'folder', content: null } : { ...item, parentId };
  });
  for (const item of many) root.putRemote(item, root.tick());
  return { large, many };
}

test('[E120] a folder of very many items that is deleted there leaves in portions', async () => {
  const { bench, root } = there;
  const { large, many } = await manyKnown();
  await there.trash(large);
  expect(await mostAtOnce(bench.remote)).toBeLessThanOrEqual(101);
  expect(root.remoteChildren(bench.folder).map(({ name }) => name)).toEqual(['model']);
  expect(many.filter(({ id }) => root.remote(id) !== undefined || root.goneSequence(id) === undefined)).toEqual([]);
});

test('[E91] what was moved out of a folder on the page that deletes it stays', async () => {
  const { bench, root } = there;
  const { large } = await manyKnown();
  const [inner] = root.remoteChildren(large.id);
  if (inner === undefined) throw new Error('the folder holds nothing');
  const kept = await there.fileIn(large.id, 'kept');
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  await there.moveTo(kept, bench.folder);
  await there.trash(large);
  expect(await mostAtOnce(bench.remote)).toBeGreaterThan(1000);
  expect(
    root
      .remoteChildren(bench.folder)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['kept', 'model']);
});
