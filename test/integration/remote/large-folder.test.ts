import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import { createRemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
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

/** The most items written without another having its turn, during one look at the service. */
async function mostAtOnce(remote: Remote): Promise<number> {
  const { root } = there;
  const counts: number[] = [root.remoteCount()];
  const clock = {
    nowMs: () => 0,
    sleep: async () => {
      counts.push(root.remoteCount());
    },
  };
  await createRemoteObserver({ remote, root, clock }).catchUp();
  counts.push(root.remoteCount());
  return Math.max(...counts.slice(1).map((count, index) => count - (counts[index] ?? 0)));
}

test('[E120] a folder of very many items is written in portions, so that others have their turn', async () => {
  const { bench, root } = there;
  const many = await manyItems();
  expect(await mostAtOnce({ ...bench.remote, list: async () => many })).toBeLessThanOrEqual(500);
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
  expect(await mostAtOnce({ ...bench.remote, list })).toBeLessThanOrEqual(501);
  expect(root.remoteChildren(outside.id)).toHaveLength(1800);
});
