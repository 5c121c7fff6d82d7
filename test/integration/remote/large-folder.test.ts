import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId } from '../../../main/engine/model/ids.ts';
import { createRemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/observed-folder.ts';

let there: ObservedFolder;

beforeEach(async () => {
  there = await openObservedFolder();
});
afterEach(() => there.close());

test('[E120] a folder of very many items is written in portions, so that others have their turn', async () => {
  const { bench, root } = there;
  const model = await there.fileIn(bench.folder, 'model');
  const many = Array.from({ length: 1800 }, (_, index) => {
    return { ...model, id: itemId(String(900_000 + index)), name: `item ${index}` };
  });
  const remote: Remote = { ...bench.remote, list: async () => many };
  const counts: number[] = [root.remoteCount()];
  const clock = {
    nowMs: () => 0,
    sleep: async () => {
      counts.push(root.remoteCount());
    },
  };
  await createRemoteObserver({ remote, root, clock }).catchUp();
  counts.push(root.remoteCount());
  const portions = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  expect(Math.max(...portions)).toBeLessThanOrEqual(500);
  expect(root.remoteChildren(root.rootItemId)).toHaveLength(1800);
});
