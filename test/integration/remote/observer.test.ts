import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { itemId, streamPosition } from '../../../main/engine/model/ids.ts';
import { isListed } from '../../../main/engine/observe/remote/arrivals.ts';
import { createRemoteObserver, type RemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import {
  type ChangesPage,
  type Remote,
  type RemoteChange,
  RemoteError,
} from '../../../main/engine/ports/remote/remote.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';
import { made, put } from '../../support/engine/remote-steps.ts';

let there: ObservedFolder;
let bench: ObservedFolder['bench'];
let root: ObservedFolder['root'];
let observer: RemoteObserver;

beforeEach(async () => {
  there = await openObservedFolder();
  ({ bench, root } = there);
  observer = createRemoteObserver({ remote: bench.remote, root });
});
afterEach(() => there.close());

/** The remote with its changes altered on the way, as a service may deliver them. */
function altered(
  change: (page: Extract<ChangesPage, { ok: true }>) => ChangesPage,
  more: Partial<Remote> = {},
): Remote {
  return {
    ...bench.remote,
    async changes(position, signal) {
      const page = await bench.remote.changes(position, signal);
      return page.ok ? change(page) : page;
    },
    ...more,
  };
}

describe('the first listing', () => {
  test('shows everything below the root, each with its place', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    const deep = await there.folderIn(docs.id, 'deep');
    await there.fileIn(deep.id, 'c.txt');
    await there.fileIn(bench.folder, 'a.txt');
    expect(await observer.catchUp()).toMatchObject({ listed: true, rootGone: false, rolledBack: false });
    expect(there.paths()).toEqual(['a.txt', 'docs', 'docs/deep', 'docs/deep/c.txt']);
    expect(root.remote(deep.id)).toEqual(deep);
    expect(root.dirty(100).itemIds).toContain(deep.id);
  });

  test('of a folder with nothing new costs one request afterwards, and writes nothing', async () => {
    await there.fileIn(bench.folder, 'a.txt');
    await observer.catchUp();
    root.clean(root.dirty(100));
    const before = bench.remote.requests();
    const tick = root.tick();
    expect(await observer.catchUp()).toEqual({
      changes: 0,
      listed: false,
      invitations: false,
      rootGone: false,
      rolledBack: false,
    });
    expect(bench.remote.requests()).toBe(before + 1);
    expect(root.tick()).toBe(tick + 1);
    expect(root.doubtfulCount()).toBe(0);
  });

  test('[E92] an item that moves while it is listed is not lost between the folders', async () => {
    const [one, two] = [await there.folderIn(bench.folder, 'one'), await there.folderIn(bench.folder, 'two')];
    const file = await there.fileIn(two.id, 'wanderer.txt');
    const remote: Remote = {
      ...bench.remote,
      async list(folder, signal) {
        // It is in `two` when `one` is listed, and in `one` when `two` is.
        if (folder === two.id) await there.moveTo(file, one.id);
        return bench.remote.list(folder, signal);
      },
    };
    const listedOne = Promise.withResolvers<void>();
    const inOrder: Remote = {
      ...remote,
      async list(folder, signal) {
        if (folder === two.id) await listedOne.promise;
        const entries = await remote.list(folder, signal);
        if (folder === one.id) listedOne.resolve();
        return entries;
      },
    };
    await createRemoteObserver({ remote: inOrder, root }).catchUp();
    expect(there.paths()).toEqual(['one', 'one/wanderer.txt', 'two']);
  });

  test('[E89] is repeated when an event gives an item the name of another, and no event said that the other left', async () => {
    await observer.catchUp();
    const file = await there.fileIn(bench.folder, 'a.txt');
    root.putRemote({ ...file, id: itemId('999') }, root.tick());
    expect(await observer.catchUp()).toMatchObject({ listed: true, rolledBack: false });
    expect(root.remoteChildren(root.rootItemId).map(({ id }) => id)).toEqual([file.id]);
  });

  test('[E94] that breaks off counts for nothing: no absence, no position', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    await there.fileIn(docs.id, 'a.txt');
    await observer.catchUp();
    root.setCursor(streamPosition('forgotten'));
    const failing: Remote = {
      ...bench.remote,
      list: async (folder, signal) => {
        if (folder === docs.id) throw new Error('connection lost');
        return bench.remote.list(folder, signal);
      },
    };
    await expect(createRemoteObserver({ remote: failing, root }).catchUp()).rejects.toThrow('connection lost');
    expect(there.paths()).toEqual(['docs', 'docs/a.txt']);
    expect([root.cursor(), isListed(root)]).toEqual(['forgotten', false]);
  });

  test('[E88] [E92] a folder that returns behind the listing, or moves to a listed place, brings its contents', async () => {
    const two = await there.folderIn(bench.folder, 'two');
    const [trashed, moved] = [await there.folderIn(bench.folder, 'trashed'), await there.folderIn(two.id, 'moved')];
    await observer.catchUp();
    for (const folder of [trashed, moved]) await there.fileIn(folder.id, 'new.txt');
    await there.trash(trashed);
    root.setCursor(streamPosition('forgotten'));
    const remote: Remote = {
      ...bench.remote,
      async list(folder, signal) {
        if (folder === two.id) await there.moveTo(moved, bench.folder);
        const entries = await bench.remote.list(folder, signal);
        if (folder === two.id) await there.restore(trashed);
        return entries;
      },
    };
    expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ listed: true });
    expect(there.paths()).toEqual(['moved', 'moved/new.txt', 'trashed', 'trashed/new.txt', 'two']);
  });

  test('[E92] after a lost position, only the complete listing removes items', async () => {
    const [keep, drop] = [await there.fileIn(bench.folder, 'keep.txt'), await there.fileIn(bench.folder, 'drop.txt')];
    await observer.catchUp();
    await there.trash(drop);
    await there.fileIn(bench.folder, 'new.txt');
    root.setCursor(streamPosition('forgotten'));
    expect(await observer.catchUp()).toMatchObject({ listed: true });
    expect(there.paths()).toEqual(['keep.txt', 'new.txt']);
    expect(root.remote(keep.id)).toEqual(keep);
  });
});

describe('the stream', () => {
  beforeEach(async () => {
    await observer.catchUp();
    root.clean(root.dirty(100));
  });

  test('applies creates, edits, renames, moves and deletes by others', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    const file = await there.fileIn(docs.id, 'a.txt');
    await observer.catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/a.txt']);
    made(await put(bench.other, { kind: 'version', itemId: file.id, name: 'a.txt', ifMatch: null }, 'edited'));
    await there.moveTo(file, bench.folder, 'b.txt');
    expect(await observer.catchUp()).toMatchObject({ changes: 2, listed: false });
    expect(there.paths()).toEqual(['b.txt', 'docs']);
    expect(root.remote(file.id)?.content?.sizeBytes).toBe(6);
    expect(root.dirty(10).itemIds).toContain(file.id);
    await there.trash(docs);
    await observer.catchUp();
    expect(there.paths()).toEqual(['b.txt']);
  });

  test('[E90] [E91] repeated and reordered events change nothing', async () => {
    const file = await there.fileIn(bench.folder, 'a.txt', 'one');
    const second = made(
      await put(bench.other, { kind: 'version', itemId: file.id, name: 'a.txt', ifMatch: null }, 'two'),
    );
    const gone = await there.fileIn(bench.folder, 'gone.txt');
    await there.trash(gone);
    const remote = altered((page) => ({ ...page, changes: [...page.changes, ...page.changes].toReversed() }));
    await createRemoteObserver({ remote, root }).catchUp();
    expect(there.paths()).toEqual(['a.txt']);
    expect(root.remote(file.id)).toMatchObject({ etag: second.etag, content: second.content });
  });

  test('[E91] a child whose event precedes that of its folder is not lost', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    await there.fileIn(docs.id, 'a.txt');
    const remote = altered((page) => ({ ...page, changes: page.changes.toReversed() }));
    await createRemoteObserver({ remote, root }).catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/a.txt']);
  });

  test('[E91] also when the event of its folder is on a later page', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    await there.fileIn(docs.id, 'a.txt');
    let late: readonly RemoteChange[] = [];
    const remote = altered((page) => {
      const now = [...late, ...page.changes.filter((change) => change.entry.kind === 'file')];
      late = page.changes.filter((change) => change.entry.kind === 'folder');
      return { ...page, changes: now };
    });
    await createRemoteObserver({ remote, root }).catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/a.txt']);
  });

  test('[E91] the event of its creation, late, brings no folder back that was moved to one that is deleted', async () => {
    const moved = await there.folderIn(bench.folder, 'moved');
    const docs = await there.folderIn(bench.folder, 'docs');
    await there.moveTo(moved, docs.id, 'below');
    await there.trash(docs);
    const remote = altered((page) => {
      const early = page.changes.filter(({ entry }) => entry.id === moved.id).slice(-1);
      return { ...page, changes: [...early, ...page.changes.filter((one) => !early.includes(one))] };
    });
    await createRemoteObserver({ remote, root }).catchUp();
    expect(there.paths()).toEqual([]);
  });

  test('items outside the root are skipped, an item that moves in comes with its contents', async () => {
    const outside = await there.folderIn(itemId('0'), 'outside');
    const inner = await there.folderIn(outside.id, 'inner');
    await there.fileIn(inner.id, 'deep.txt');
    expect(await observer.catchUp()).toMatchObject({ changes: 0 });
    expect(there.paths()).toEqual([]);
    await there.moveTo(inner, bench.folder, 'moved in');
    await observer.catchUp();
    expect(there.paths()).toEqual(['moved in', 'moved in/deep.txt']);
  });

  test('an item that moves out is removed with everything below it, and may come back', async () => {
    const outside = await there.folderIn(itemId('0'), 'outside');
    const docs = await there.folderIn(bench.folder, 'docs');
    await there.fileIn(docs.id, 'a.txt');
    await observer.catchUp();
    await there.moveTo(docs, outside.id);
    await observer.catchUp();
    expect(there.paths()).toEqual([]);
    await there.moveTo(docs, bench.folder);
    await observer.catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/a.txt']);
  });

  test('[E88] a folder that is restored from the trash comes back with everything below it', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    await there.fileIn(docs.id, 'a.txt');
    await observer.catchUp();
    await there.trash(docs);
    await observer.catchUp();
    expect(there.paths()).toEqual([]);
    await there.restore(docs);
    await observer.catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/a.txt']);
  });

  test('[E88] also when one page of events says that it left and returned', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    const outside = await there.folderIn(itemId('0'), 'outside');
    const sub = await there.folderIn(docs.id, 'sub');
    await there.fileIn(sub.id, 'a.txt');
    await observer.catchUp();
    await there.trash(docs);
    await there.restore(docs);
    await observer.catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/sub', 'docs/sub/a.txt']);
    await there.moveTo(sub, outside.id);
    await there.moveTo(sub, docs.id);
    await observer.catchUp();
    expect(there.paths()).toEqual(['docs', 'docs/sub', 'docs/sub/a.txt']);
  });

  test('a folder of many files that is renamed is one change and one request', async () => {
    const docs = await there.folderIn(bench.folder, 'docs');
    for (let at = 0; at < 20; at++) await there.fileIn(docs.id, `${at}.txt`);
    await observer.catchUp();
    await Promise.all([
      observer.waitForChange(AbortSignal.timeout(20_000)),
      there.moveTo(docs, bench.folder, 'renamed'),
    ]);
    const before = bench.remote.requests();
    expect(await observer.catchUp()).toMatchObject({ changes: 1 });
    // The page, and the empty one behind it.
    expect(bench.remote.requests() - before).toBe(2);
    expect(there.paths()).toHaveLength(21);
  });

  test('[I10] a page counts with its position or not at all', async () => {
    await there.fileIn(bench.folder, 'a.txt');
    const position = root.cursor();
    const broken: RootStore = {
      ...root,
      setCursor: () => {
        throw new Error('disk full');
      },
    };
    await expect(createRemoteObserver({ remote: bench.remote, root: broken }).catchUp()).rejects.toThrow('disk full');
    expect(root.cursor()).toBe(position);
    expect(there.paths()).toEqual([]);
    await observer.catchUp();
    expect(there.paths()).toEqual(['a.txt']);
  });

  test('[E93] the echo of a recorded change changes nothing', async () => {
    const file = await there.fileIn(bench.folder, 'mine.txt');
    root.putRemote(file, root.tick());
    root.clean(root.dirty(10));
    expect(await observer.catchUp()).toMatchObject({ changes: 0 });
    expect(root.hasDirty()).toBe(false);
  });

  test('a wait ends at a change by another client', async () => {
    const waiting = observer.waitForChange(AbortSignal.timeout(20_000));
    await there.fileIn(bench.folder, 'wake.txt');
    await waiting;
    await observer.catchUp();
    expect(there.paths()).toEqual(['wake.txt']);
  });
});

describe('the root itself', () => {
  test.each([
    ['the folder', () => bench.folder],
    ['a folder above it', () => null],
  ])('[E67] %s in the trash: the root is gone, and nothing below it was deleted', async (_title, which) => {
    const inner = await there.folderIn(bench.folder, 'inner');
    await there.fileIn(inner.id, 'a.txt');
    const of = await there.link(which() === null ? inner.id : bench.folder);
    const watching = createRemoteObserver({ remote: bench.remote, root: of });
    await watching.catchUp();
    const before = there.paths(of);
    const top = await bench.remote.item(bench.folder, 'folder');
    if (!top) throw new Error('no bench folder');
    await there.trash(top);
    expect(await watching.catchUp()).toMatchObject({ rootGone: true });
    expect(await watching.catchUp()).toMatchObject({ rootGone: true });
    expect(there.paths(of)).toEqual(before);
    await there.restore(top);
    expect(await watching.catchUp()).toMatchObject({ rootGone: false });
    expect(there.paths(of)).toEqual(before);
  });
});

test('rights that an event does not carry stay as they were', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  root.putRemote({ ...file, canDelete: false }, root.tick());
  await there.moveTo(file, bench.folder, 'b.txt');
  const without = (change: RemoteChange): RemoteChange => ({ ...change, rightsUnknown: true });
  const remote = altered((page) => ({ ...page, changes: page.changes.map(without) }));
  await createRemoteObserver({ remote, root }).catchUp();
  expect(root.remote(file.id)).toMatchObject({ name: 'b.txt', canDelete: false, canUpload: true });
});

test('a role that changed while the service went out of reach still changes every right in the folder', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  root.putRemote({ ...file, canUpload: false }, root.tick());
  const top = root.remote(root.rootItemId);
  if (top === undefined) throw new Error('the root has no row');
  root.putRemote({ ...top, canUpload: false }, root.tick());
  const change = { kind: 'changed', entry: top, contents: true, isCurrent: true } as const;
  const told = altered((page) => ({ ...page, changes: [...page.changes, change] }));
  const offline = { ...told, currentPosition: () => Promise.reject(new RemoteError('offline', 'out of reach')) };
  await expect(createRemoteObserver({ remote: offline, root }).catchUp()).rejects.toThrow('out of reach');
  expect(await createRemoteObserver({ remote: told, root }).catchUp()).toMatchObject({ listed: true });
  expect(root.remote(file.id)).toMatchObject({ canUpload: true });
});
