import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import type { StreamPosition } from '../../../main/engine/model/ids.ts';
import { isListed } from '../../../main/engine/observe/remote/arrivals.ts';
import { createRemoteObserver, type RemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { noteAnswer } from '../../../main/engine/observe/remote/witness.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';

/** A service restored from a backup while this client had still to list everything. */
let there: ObservedFolder;
let bench: ObservedFolder['bench'];
let root: ObservedFolder['root'];
let observer: RemoteObserver;

beforeEach(async () => {
  there = await openObservedFolder();
  ({ bench, root } = there);
  observer = createRemoteObserver({ remote: bench.remote, root });
  await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
});
afterEach(() => there.close());

/** The service without a file that the backup does not have, and without the positions given out for it. */
const setBack = (file: RemoteEntry, forgotten: StreamPosition | null): Remote => ({
  ...bench.remote,
  changes: async (position, signal) =>
    position === forgotten ? { ok: false, reason: 'position_unknown' } : bench.remote.changes(position, signal),
  item: async (id, kind, signal) => (id === file.id ? null : bench.remote.item(id, kind, signal)),
  list: async (folder, signal) => (await bench.remote.list(folder, signal))?.filter(({ id }) => id !== file.id) ?? null,
});

/** A page reports that other items may be visible now, and the listing that follows breaks off. */
async function breakListingOff(): Promise<void> {
  const remote: Remote = {
    ...bench.remote,
    changes: async (position, signal) => {
      const page = await bench.remote.changes(position, signal);
      return page.ok ? { ...page, isAccessChanged: true } : page;
    },
    list: () => Promise.reject(new Error('connection lost')),
  };
  await there.fileIn(bench.folder, 'b.txt');
  await expect(createRemoteObserver({ remote, root }).catchUp()).rejects.toThrow('connection lost');
  expect(isListed(root)).toBe(false);
}

describe('[E95] a service that was set back', () => {
  test('while its folder was gone from it is not listed: forgotten items would look deleted', async () => {
    const file = await there.fileIn(bench.folder, 'c.pdf');
    await observer.catchUp();
    const position = root.cursor();
    await bench.other.trash({ id: bench.folder, kind: 'folder', ifMatch: null });
    expect(await observer.catchUp()).toMatchObject({ rootGone: true });
    await there.restore({ ...file, id: bench.folder, kind: 'folder' });
    const afterwards = createRemoteObserver({ remote: setBack(file, position), root });
    expect(await afterwards.catchUp()).toMatchObject({ rolledBack: true, listed: false });
    expect(there.paths()).toEqual(['a.txt', 'c.pdf']);
  });

  test('after a listing broke off is not listed either', async () => {
    const file = await there.fileIn(bench.folder, 'c.pdf');
    await observer.catchUp();
    const position = root.cursor();
    await breakListingOff();
    const afterwards = createRemoteObserver({ remote: setBack(file, position), root });
    expect(await afterwards.catchUp()).toMatchObject({ rolledBack: true, listed: false });
    expect(there.paths()).toContain('c.pdf');
  });

  test('to exactly the known position is found by an item known from an answer alone, before everything is listed', async () => {
    await breakListingOff();
    const file = await there.fileIn(bench.folder, 'c.pdf');
    root.putRemote(file, root.tick());
    noteAnswer(root, { id: file.id, gone: null });
    // Its event is among those that the service has forgotten.
    const remote: Remote = {
      ...setBack(file, null),
      changes: async (position) => ({ ok: true, changes: [], position, isEnd: true, invitations: false }),
    };
    expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ rolledBack: true, listed: false });
    expect(there.paths()).toContain('c.pdf');
  });
});

test('[P61] a root folder that is gone says nothing about the items in it, however often it is looked for', async () => {
  const file = await there.fileIn(bench.folder, 'c.pdf');
  await observer.catchUp();
  await bench.other.trash({ id: bench.folder, kind: 'folder', ifMatch: null });
  noteAnswer(root, { id: file.id, gone: null });
  for (let look = 1; look <= 3; look++) {
    expect(await observer.catchUp()).toMatchObject({ rootGone: true, rolledBack: false, listed: false });
  }
  await there.restore({ ...file, id: bench.folder, kind: 'folder' });
  expect(await observer.catchUp()).toMatchObject({ rootGone: false, rolledBack: false, listed: true });
  expect([there.paths(), isListed(root)]).toEqual([['a.txt', 'c.pdf'], true]);
});
