import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RemoteEntry } from '../../../main/engine/model/entry.ts';
import { type ItemId, itemId, sequenceId, streamPosition } from '../../../main/engine/model/ids.ts';
import { createRemoteObserver, type RemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { answeredOf, dropAnswers, noteAnswer, noteWitness } from '../../../main/engine/observe/remote/witness.ts';
import { type Remote, RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';

/** A service older than the client's state of it. */
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

test('[E95] a service that shows older states than before is reported', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  root.putRemote({ ...file, sequenceId: sequenceId('900') }, root.tick());
  root.setCursor(streamPosition('forgotten'));
  const before = root.remoteChildren(root.rootItemId);
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true, listed: false });
  // A crash came between, before anything was made of it.
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true, listed: false });
  // The same by the stream alone, which ends before where the client has been.
  root.setCursor(streamPosition('999999999'));
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true, listed: false });
  expect(root.remoteChildren(root.rootItemId)).toEqual(before);
});

test('[E95] a listing with a state from before the deletion of an item shows that the service was set back', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  root.removeRemote(file.id, root.tick(), sequenceId('900'));
  root.setCursor(streamPosition('forgotten'));
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true });
  expect(root.remote(file.id)).toBeUndefined();
});

test('[E95] a service that does not know a position and has come to it just then was set back; one that is beyond it forgot', async () => {
  await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  let isKnown = false;
  const remote: Remote = {
    ...bench.remote,
    changes: async (position, signal) =>
      isKnown ? bench.remote.changes(position, signal) : { ok: false, reason: 'position_lost' },
    currentPosition: async (signal) => {
      isKnown = true;
      return bench.remote.currentPosition(signal);
    },
  };
  expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ rolledBack: true, listed: false });
  isKnown = false;
  await there.fileIn(bench.folder, 'b.txt');
  expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ rolledBack: false, listed: true });
});

test('[E95] a service that was set back and is beyond the known position says that it never gave it out', async () => {
  await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  await there.fileIn(bench.folder, 'b.txt');
  // Given out for what the service has forgotten, between its last event of then and the next one.
  const position = streamPosition(String(Number(await bench.remote.currentPosition()) - 1));
  root.setCursor(position);
  const before = root.remoteChildren(root.rootItemId);
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true, listed: false, changes: 0 });
  expect([root.remoteChildren(root.rootItemId), root.cursor()]).toEqual([before, position]);
});

test("[E95] a service that was set back to exactly the client's position is detected without any new event", async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  await there.moveTo(file, bench.folder, 'b.txt');
  await observer.catchUp();
  root.putRemote({ ...file, name: 'c.txt', sequenceId: sequenceId('900') }, root.tick());
  const afterwards = createRemoteObserver({ remote: bench.remote, root });
  expect(await afterwards.catchUp()).toMatchObject({ rolledBack: true, changes: 0 });
});

test('[E95] a service that refuses access to the last reported item does not count as set back', async () => {
  await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  await there.fileIn(bench.folder, 'b.txt');
  await observer.catchUp();
  const refusing: Remote = {
    ...bench.remote,
    item: () => Promise.reject(new RemoteError('no_permission', 'You may not see it.')),
  };
  expect(await createRemoteObserver({ remote: refusing, root }).catchUp()).toMatchObject({ rolledBack: false });
});

test('[E95] a service that has an item it reported deleted was set back; not if the item was restored, here or elsewhere', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  await there.trash(file);
  await observer.catchUp();
  const afterwards = () => createRemoteObserver({ remote: bench.remote, root }).catchUp();
  expect(await afterwards()).toMatchObject({ rolledBack: false });
  const item = (parentId: ItemId | null): Remote => ({
    ...bench.remote,
    item: async (id, kind, signal) => (id === file.id ? { ...file, parentId } : bench.remote.item(id, kind, signal)),
  });
  expect(await createRemoteObserver({ remote: item(bench.folder), root }).catchUp()).toMatchObject({
    rolledBack: true,
  });
  expect(await createRemoteObserver({ remote: item(itemId('1')), root }).catchUp()).toMatchObject({
    rolledBack: false,
  });
});

test('[E95] an item that was restored and deleted again while it was asked about does not count as set back', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  await there.trash(file);
  await observer.catchUp();
  const late: Remote = {
    ...bench.remote,
    item: async (id, kind, signal) => {
      await there.restore(file);
      const answer = await bench.remote.item(id, kind, signal);
      await there.trash(file);
      return answer;
    },
  };
  expect(await createRemoteObserver({ remote: late, root }).catchUp()).toMatchObject({ rolledBack: false });
  expect(there.paths()).toEqual([]);
});

test('[E95] an item that was deleted while it was asked about and restored again does not count as set back', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  await there.moveTo(file, bench.folder, 'b.txt');
  await observer.catchUp();
  let isAsked = false;
  const late: Remote = {
    ...bench.remote,
    item: async (id, kind, signal) => {
      if (isAsked) return bench.remote.item(id, kind, signal);
      isAsked = true;
      await there.trash(file);
      const answer = await bench.remote.item(id, kind, signal);
      await there.restore(file);
      return answer;
    },
  };
  expect(await createRemoteObserver({ remote: late, root }).catchUp()).toMatchObject({ rolledBack: false });
  expect([isAsked, there.paths()]).toEqual([true, ['b.txt']]);
});

test('[E95] a service that reports another item under a known id was set back, and nothing it reports is stored', async () => {
  const known = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  const given = await there.fileIn(bench.folder, 'b.txt');
  root.putRemote({ ...given, name: 'c.txt' }, root.tick());
  await there.fileIn(bench.folder, 'd.txt');
  const before = root.remoteChildren(root.rootItemId);
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true });
  expect(root.remoteChildren(root.rootItemId)).toEqual(before);
  root.removeRemote(given.id, root.tick());
  root.putRemote({ ...known, id: given.id, kind: 'folder', content: null }, root.tick());
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true });
});

test('[E95] the last reported item stays the witness until the service has answered for it', async () => {
  await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  const witness = await there.fileIn(bench.folder, 'b.txt');
  await observer.catchUp();
  root.putRemote({ ...witness, sequenceId: sequenceId('900') }, root.tick());
  await there.fileIn(bench.folder, 'c.txt');
  let isAway = true;
  const remote: Remote = {
    ...bench.remote,
    item: (id, kind, signal) =>
      isAway ? Promise.reject(new RemoteError('offline', 'No answer.')) : bench.remote.item(id, kind, signal),
  };
  const afterwards = createRemoteObserver({ remote, root });
  await expect(afterwards.catchUp()).rejects.toThrow('No answer.');
  isAway = false;
  expect(await afterwards.catchUp()).toMatchObject({ rolledBack: true });
});

/** The service as it would be without this item, and no word of it in the stream. */
const without = (file: Pick<RemoteEntry, 'id'>, asked: ItemId[] = []): Remote => ({
  ...bench.remote,
  item: async (id, kind, signal) => {
    asked.push(id);
    return id === file.id ? null : bench.remote.item(id, kind, signal);
  },
});

test('[E95] an item known from an answer is checked until the stream reports it', async () => {
  await observer.catchUp();
  const file = await there.fileIn(bench.folder, 'a.txt');
  root.putRemote(file, root.tick());
  noteAnswer(root, { id: file.id, gone: null });
  const before = root.cursor();
  root.setCursor(await bench.remote.currentPosition());
  expect(await createRemoteObserver({ remote: without(file), root }).catchUp()).toMatchObject({ rolledBack: true });
  root.setCursor(before ?? streamPosition('0'));
  await observer.catchUp();
  expect(answeredOf(root)).toEqual([]);
});

test('[E95] an item known from an answer to be gone is checked until the stream reports that', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  root.removeRemote(file.id, root.tick());
  noteAnswer(root, { id: file.id, gone: 'file' });
  expect(await createRemoteObserver({ remote: bench.remote, root }).catchUp()).toMatchObject({ rolledBack: true });
  await bench.remote.trash({ id: file.id, kind: 'file', ifMatch: file.etag, knownTo: null });
  expect(await observer.catchUp()).toMatchObject({ rolledBack: false });
  expect(answeredOf(root)).toEqual([]);
});

test('[E95] the event of an item’s creation does not confirm that it is gone', async () => {
  await observer.catchUp();
  const file = await there.fileIn(bench.folder, 'a.txt');
  root.putRemote(file, root.tick());
  root.removeRemote(file.id, root.tick(), sequenceId('900'));
  noteAnswer(root, { id: file.id, gone: 'file' });
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true });
});

test('[E95] an event about an earlier state of an item does not confirm the later answer', async () => {
  await observer.catchUp();
  const file = await there.fileIn(bench.folder, 'a.txt');
  // The service has lost the rename, but not the upload, whose event was still unread.
  root.putRemote({ ...file, name: 'b.txt', sequenceId: sequenceId('900') }, root.tick());
  noteAnswer(root, { id: file.id, gone: null });
  await there.fileIn(bench.folder, 'later.txt');
  expect(await observer.catchUp()).toMatchObject({ rolledBack: true });
});

test('[E95] each of several items known from answers is checked, up to a few', async () => {
  await observer.catchUp();
  const ids: ItemId[] = [];
  for (let at = 0; at < 20; at++) {
    const file = await there.fileIn(bench.folder, `${at}.txt`);
    root.putRemote(file, root.tick());
    ids.push(file.id);
  }
  root.setCursor(await bench.remote.currentPosition());
  const asked: ItemId[] = [];
  const [first = bench.folder, second = bench.folder] = ids;
  for (const id of [first, second, first]) noteAnswer(root, { id, gone: null });
  const forgetful = createRemoteObserver({ remote: without({ id: second }, asked), root });
  expect(await forgetful.catchUp()).toMatchObject({ rolledBack: true });
  expect(asked).toEqual([first, second]);
  // They are kept until the service has confirmed them, once.
  for (const id of ids) noteAnswer(root, { id, gone: null });
  asked.length = 0;
  const faithful = createRemoteObserver({ remote: without({ id: bench.folder }, asked), root });
  expect(await faithful.catchUp()).toMatchObject({ rolledBack: false });
  expect(await faithful.catchUp()).toMatchObject({ rolledBack: false });
  expect(asked).toEqual(ids.slice(0, 16));
});

test('[E95] while the service stays in sight, each wait asks about one item known from an answer', async () => {
  const asked: ItemId[] = [];
  const remote: Remote = { ...without({ id: bench.folder }, asked), waitForChange: async () => undefined };
  const watching = createRemoteObserver({ remote, root, clock: { nowMs: () => 0 } });
  await watching.catchUp();
  const ids: ItemId[] = [];
  for (const name of ['a.txt', 'b.txt']) {
    const file = await there.fileIn(bench.folder, name);
    root.putRemote(file, root.tick());
    ids.push(file.id);
  }
  root.setCursor(await bench.remote.currentPosition());
  for (const id of ids) noteAnswer(root, { id, gone: null });
  const perWait: number[] = [];
  for (let wait = 0; wait < 3; wait++) {
    await watching.waitForChange(new AbortController().signal);
    await watching.catchUp();
    perWait.push(asked.length);
  }
  expect(asked).toEqual(ids);
  expect(perWait).toEqual([1, 2, 2]);
});

test('[E95] a service that is slow to say what ended a wait, or a wait that was slept through, may have been set back meanwhile', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  let [ms, slowMs, waitMs] = [0, 0, 0];
  const asked: ItemId[] = [];
  const remote: Remote = {
    ...without(file, asked),
    waitForChange: async () => void (ms += waitMs),
    changes: (position, signal) => {
      ms += slowMs;
      return bench.remote.changes(position, signal);
    },
  };
  const watching = createRemoteObserver({ remote, root, clock: { nowMs: () => ms } });
  await watching.catchUp();
  noteWitness(root, { id: file.id, gone: null });
  const waited = () => watching.waitForChange(new AbortController().signal).then(() => watching.catchUp());
  expect(await waited()).toMatchObject({ rolledBack: false });
  expect(asked).toEqual([]);
  slowMs = 60_000;
  expect(await waited()).toMatchObject({ rolledBack: true });
  [slowMs, waitMs] = [0, 60_000];
  expect(await waited()).toMatchObject({ rolledBack: true });
});

test('[E95] so may one that is asked long after the wait: at work, a round takes its time', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  let ms = 0;
  const remote: Remote = { ...without(file, []), waitForChange: async () => undefined };
  const watching = createRemoteObserver({ remote, root, clock: { nowMs: () => ms } });
  await watching.catchUp();
  noteWitness(root, { id: file.id, gone: null });
  await watching.waitForChange(new AbortController().signal);
  ms += 60_000;
  expect(await watching.catchUp()).toMatchObject({ rolledBack: true });
});

test('[E95] an item that was checked, and is not reported by the end of a wait, may be forgotten, however soon the wait ends', async () => {
  const asked: ItemId[] = [];
  const file = await there.fileIn(bench.folder, 'a.txt');
  const remote: Remote = { ...without(file, asked), waitForChange: async () => undefined };
  const clock = { sleep: async () => undefined, nowMs: () => 0 };
  const watching = createRemoteObserver({ remote, root, clock });
  await watching.catchUp();
  await watching.waitForChange(new AbortController().signal);
  expect(await watching.catchUp()).toMatchObject({ rolledBack: false });
  expect(asked).toEqual([]);
  noteAnswer(root, { id: file.id, gone: null });
  await watching.waitForChange(new AbortController().signal);
  expect(await watching.catchUp()).toMatchObject({ rolledBack: true });
});

test('[E95] an answer that arrives during the check of the last one still awaits its report', async () => {
  await observer.catchUp();
  const [first, second] = [await there.fileIn(bench.folder, 'a.txt'), await there.fileIn(bench.folder, 'b.txt')];
  for (const file of [first, second]) root.putRemote(file, root.tick());
  root.setCursor(await bench.remote.currentPosition());
  noteAnswer(root, { id: first.id, gone: null });
  const remote: Remote = {
    ...bench.remote,
    item: (id, kind, signal) => {
      dropAnswers(root, [first.id]);
      noteAnswer(root, { id: second.id, gone: null });
      return bench.remote.item(id, kind, signal);
    },
  };
  expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ rolledBack: false });
  expect(answeredOf(root)).toEqual([{ id: second.id, gone: null }]);
});
