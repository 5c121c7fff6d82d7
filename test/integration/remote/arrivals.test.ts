import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId } from '../../../main/engine/model/ids.ts';
import { isListed } from '../../../main/engine/observe/remote/arrivals.ts';
import { createRemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { type Remote, RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';

let there: ObservedFolder;
let bench: ObservedFolder['bench'];
let root: ObservedFolder['root'];

beforeEach(async () => {
  there = await openObservedFolder();
  ({ bench, root } = there);
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
});
afterEach(() => there.close());

test('the tree is complete only once each folder that moved in is listed, even by a later process', async () => {
  const outside = await there.folderIn(itemId('0'), 'outside');
  const [one, two] = [await there.folderIn(outside.id, 'one'), await there.folderIn(outside.id, 'two')];
  await there.fileIn(one.id, 'a.txt');
  await there.fileIn(two.id, 'b.txt');
  for (const folder of [one, two]) await there.moveTo(folder, bench.folder);
  const failing: Remote = {
    ...bench.remote,
    list: async (folder, signal) => {
      if (folder === two.id) throw new RemoteError('unavailable', 'connection lost');
      return bench.remote.list(folder, signal);
    },
  };
  const interrupted = createRemoteObserver({ remote: failing, root });
  await expect(interrupted.catchUp()).rejects.toThrow('connection lost');
  await expect(interrupted.catchUp()).rejects.toThrow('connection lost');
  expect(isListed(root)).toBe(false);
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  expect(isListed(root)).toBe(true);
  expect(there.paths()).toEqual(['one', 'one/a.txt', 'two', 'two/b.txt']);
});

test('[I9] the tree is complete only once the events up to the listing of what moved in are read', async () => {
  const outside = await there.folderIn(itemId('0'), 'outside');
  const inner = await there.folderIn(outside.id, 'inner');
  const replaced = await there.fileIn(inner.id, 'a.txt');
  await there.moveTo(inner, bench.folder);
  let pages = 0;
  const failing: Remote = {
    ...bench.remote,
    list: async (folder, signal) => {
      const listed = await bench.remote.list(folder, signal);
      await there.trash(replaced);
      await there.fileIn(inner.id, 'a.txt');
      return listed;
    },
    changes: async (position, signal) => {
      pages += 1;
      if (pages > 1) throw new RemoteError('unavailable', 'connection lost');
      const page = await bench.remote.changes(position, signal);
      return page.ok ? { ...page, isEnd: false } : page;
    },
  };
  await expect(createRemoteObserver({ remote: failing, root }).catchUp()).rejects.toThrow('connection lost');
  expect(isListed(root)).toBe(false);
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  expect(isListed(root)).toBe(true);
  expect(there.paths()).toEqual(['inner', 'inner/a.txt']);
});

test('a folder that moved in and out again before it could be listed needs no listing', async () => {
  const outside = await there.folderIn(itemId('0'), 'outside');
  const inner = await there.folderIn(outside.id, 'inner');
  await there.moveTo(inner, bench.folder);
  const failing: Remote = {
    ...bench.remote,
    list: async () => {
      throw new RemoteError('unavailable', 'connection lost');
    },
  };
  await expect(createRemoteObserver({ remote: failing, root }).catchUp()).rejects.toThrow('connection lost');
  await there.trash(inner);
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  expect([isListed(root), there.paths()]).toEqual([true, []]);
});
