import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import { createRemoteObserver, type RemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';

let there: ObservedFolder;
let bench: ObservedFolder['bench'];
let root: ObservedFolder['root'];
let observer: RemoteObserver;
let docs: RemoteEntry;
let beside: RemoteEntry;
let sub: RemoteEntry;
let deep: RemoteEntry;

/** docs/sub/deep/new.txt, and a folder beside. */
beforeEach(async () => {
  there = await openObservedFolder();
  ({ bench, root } = there);
  observer = createRemoteObserver({ remote: bench.remote, root });
  docs = await there.folderIn(bench.folder, 'docs');
  beside = await there.folderIn(bench.folder, 'beside');
  sub = await there.folderIn(docs.id, 'sub');
  deep = await there.folderIn(sub.id, 'deep');
  await there.fileIn(deep.id, 'new.txt');
});
afterEach(() => there.close());

test('[E88] a folder moved out of one that left and returned, all in one page of events, brings its contents', async () => {
  await observer.catchUp();
  await there.trash(docs);
  await there.restore(docs);
  await there.moveTo(sub, beside.id);
  await observer.catchUp();
  expect(there.paths()).toEqual(['beside', 'beside/sub', 'beside/sub/deep', 'beside/sub/deep/new.txt', 'docs']);
});

test('[E88] so does a folder moved into it within the same page, and one moved out of that', async () => {
  await there.moveTo(sub, bench.folder);
  await observer.catchUp();
  await there.moveTo(sub, docs.id);
  await there.trash(docs);
  await there.restore(docs);
  await there.moveTo(sub, beside.id);
  await there.moveTo(deep, beside.id);
  await observer.catchUp();
  expect(there.paths()).toEqual(['beside', 'beside/deep', 'beside/deep/new.txt', 'beside/sub', 'docs']);
});

test('a folder that returns alone from one moved out of the root brings its contents', async () => {
  const outside = await there.folderIn(itemId('0'), 'outside');
  await observer.catchUp();
  await there.moveTo(docs, outside.id);
  await there.moveTo(sub, beside.id, 'back');
  await observer.catchUp();
  expect(there.paths()).toEqual(['beside', 'beside/back', 'beside/back/deep', 'beside/back/deep/new.txt']);
});
