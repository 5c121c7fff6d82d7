import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UndoPart } from '../../../main/engine/face/engine-acts.ts';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Undo from the journal: the real engine on real files, against the real service. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
  for (const path of ['one.txt', 'box/two.txt', 'box/three.txt']) await a.write(path, `content of ${path}`);
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const last = (kind: string) => {
  const [entry] = a.store.journal.query({ kinds: [kind], limit: 1 });
  if (entry === undefined) throw new Error(`nothing of the kind ${kind} was done`);
  return entry;
};
const undo = (kind: string) => a.engine.acts.undo({ id: last(kind).id });
const there = async (name: string, folder = '0') => {
  const item = await web.find(folder, name);
  if (item === undefined) throw new Error(`${name} is not on the service`);
  return item;
};
/** As on macOS and Windows, a file is found by its name in any case. */
const ignoringCase = (fileSystem: FileSystem): FileSystem => ({
  ...fileSystem,
  async stat(path) {
    const names = await readdir(dirname(path)).catch(() => []);
    const found = names.find((name) => name.toLowerCase() === basename(path).toLowerCase());
    return fileSystem.stat(found === undefined ? path : join(dirname(path), found));
  },
});
const undone = { ok: true, value: { undone: 1, refused: [] } };

test('[P50] an edit here: the version before is the current one there again and comes down; undone in turn, the edit is back', async () => {
  await a.write('one.txt', 'edited');
  await a.once();
  expect(await undo('upload-version')).toMatchObject(undone);
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 1, conflicts: 0 });
  expect(await a.read('one.txt')).toBe('content of one.txt');
  expect(await undo('upload-version')).toMatchObject({ ok: false, error: { code: 'already_done' } });
  expect(await undo('promote-version')).toMatchObject(undone);
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  expect(await a.read('one.txt')).toBe('edited');
});

test('[P50] an edit made there is undone there; not after a further edit, there or here', async () => {
  const file = await there('one.txt');
  await web.replace(file.id, 'one.txt', 'edited there');
  await a.once();
  await a.write('one.txt', 'and edited here, unsynced');
  expect(await undo('download-version')).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  await a.write('one.txt', 'edited there');
  await a.once();
  expect(await undo('download-version')).toMatchObject(undone);
  await a.once();
  expect(await a.read('one.txt')).toBe('content of one.txt');
  await web.replace(file.id, 'one.txt', 'and again');
  await a.once();
  await web.replace(file.id, 'one.txt', 'gone on');
  expect(await undo('download-version')).toMatchObject({ ok: false, error: { code: 'changed_since' } });
});

test('[P50][E88] a delete here: out of the trash of the service with its id, under another name when its own is taken', async () => {
  const box = await there('box');
  await rm(a.at('box'), { recursive: true });
  await a.once();
  expect(await undo('trash-remote')).toMatchObject(undone);
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 2 });
  expect((await there('box')).id).toBe(box.id);
  expect(await a.read('box/two.txt')).toBe('content of box/two.txt');

  const one = await there('one.txt');
  await rm(a.at('one.txt'));
  await a.once();
  await web.upload('0', 'one.txt', 'another one');
  expect(await undo('trash-remote')).toMatchObject(undone);
  await a.once();
  expect((await there('one (2).txt')).id).toBe(one.id);
  expect([await a.read('one.txt'), await a.read('one (2).txt')]).toEqual(['another one', 'content of one.txt']);
});

test('[P50][E88] a delete there: out of both trashes, under its old id and without a transfer', async () => {
  const box = await there('box');
  await web.trash(box);
  await a.once();
  expect(await a.read('box/two.txt')).toBeNull();
  expect(await undo('trash-local')).toMatchObject(undone);
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0 });
  expect((await there('box')).id).toBe(box.id);
  expect(await a.read('box/three.txt')).toBe('content of box/three.txt');
  expect(a.engine.acts.trashed({ limit: 5, offset: 0 }).total).toBe(0);

  await web.trash(await there('one.txt'));
  await a.once();
  await a.write('one.txt', 'a new one');
  expect(await undo('trash-local')).toMatchObject(undone);
  await a.once();
  expect([await a.read('one.txt'), await a.read('one (2).txt')]).toEqual(['a new one', 'content of one.txt']);
});

/** The folder goes to the trash file by file, because it also holds an ignored one. */
async function trashedInPieces() {
  await a.write('box/.tandemignore', '*.log');
  await a.write('box/four.txt', 'content of box/four.txt');
  await a.write('box/ignored.log', 'ignored');
  await a.once();
  await web.trash(await there('box'));
  await a.once();
  expect(await a.read('box/ignored.log')).toBe('ignored');
  const { items } = a.engine.acts.trashed({ limit: 9, offset: 0 });
  return new Map(items.map(({ path, id }) => [path, id]));
}

test.each(['box/four.txt', 'box/two.txt'])(
  '[P50] a delete of many pieces is undone also when %s has been restored already',
  async (restored) => {
    const pieces = await trashedInPieces();
    expect([...pieces.keys()].toSorted()).toEqual([
      'box/.tandemignore',
      'box/four.txt',
      'box/three.txt',
      'box/two.txt',
    ]);
    expect(await a.engine.acts.restoreTrashed(pieces.get(restored) ?? -1)).toMatchObject({ ok: true });
    expect(await undo('trash-local')).toMatchObject(undone);
    for (const path of ['box/two.txt', 'box/three.txt', 'box/four.txt'])
      expect(await a.read(path)).toBe(`content of ${path}`);
    expect(a.engine.acts.trashed({ limit: 9, offset: 0 }).total).toBe(0);
    expect(await a.once()).toMatchObject({ state: 'in_sync' });
  },
);

test('[P50] a delete of many pieces of which none is left is not undone', async () => {
  const pieces = await trashedInPieces();
  await a.engine.acts.purgeTrashed([...pieces.values()]);
  expect(await undo('trash-local')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('[P50] a folder that left in pieces comes back with all that the trash still holds', async () => {
  // An ignored file stays, so the folder stays too and its files leave one by one.
  await a.write('box/two.swp', 'ignored');
  await web.trash(await there('box'));
  await a.once();
  const { items } = a.engine.acts.trashed({ limit: 5, offset: 0 });
  expect(items.map(({ path }) => path).toSorted()).toEqual(['box/three.txt', 'box/two.txt']);
  const { path = '', id = -1 } = items.at(-1) ?? {};
  await a.engine.acts.purgeTrashed([id]);
  expect(await undo('trash-local')).toMatchObject(undone);
  const other = path === 'box/two.txt' ? 'box/three.txt' : 'box/two.txt';
  expect([await a.read(path), await a.read(other)]).toEqual([null, `content of ${other}`]);
});

test('[P50] moves go back, from either side; not when the item moved on or its place is taken', async () => {
  await rename(a.at('one.txt'), a.at('box/moved.txt'));
  await a.once();
  expect(await undo('move-remote')).toMatchObject(undone);
  expect(await a.once()).toMatchObject({ state: 'in_sync', moved: 1 });
  expect(await a.read('one.txt')).toBe('content of one.txt');

  const one = await there('one.txt');
  await web.update(one, { name: 'renamed there.txt' });
  await a.once();
  await a.write('one.txt', 'in its place');
  expect(await undo('move-local')).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  await rm(a.at('one.txt'));
  await a.once();
  expect(await undo('move-local')).toMatchObject(undone);
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect((await there('one.txt')).id).toBe(one.id);
});

test('[P50] a change of case is undone on a disk that ignores case', async () => {
  const b = await openEngineDevice({
    name: 'b',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({ ...parts, fileSystem: ignoringCase(parts.fileSystem) }),
  });
  try {
    await b.once();
    await web.update(await there('one.txt'), { name: 'ONE.txt' });
    await b.once();
    const [entry] = b.store.journal.query({ kinds: ['move-local'], limit: 1 });
    expect(await b.engine.acts.undo({ id: entry?.id ?? -1 })).toMatchObject(undone);
    expect([...(await readTree(b.path)).keys()]).toContain('one.txt');
  } finally {
    await b.close();
  }
});

test('[P50] an undo never deletes a new file, and says so', async () => {
  await web.upload('0', 'from the web.txt', 'web');
  await a.once();
  for (const kind of ['upload', 'download', 'create-remote-folder']) {
    const answer = await undo(kind);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'not_possible', message: { code: 'creation_not_undone' } },
    });
  }
  expect((await readTree(a.path)).size).toBe(5);
  expect(await a.engine.acts.undo({ id: 99_999 })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('[P50] a batch is undone in parts, which are one batch of the journal', async () => {
  await rm(a.at('one.txt'));
  await rm(a.at('box/two.txt'));
  await rm(a.at('box/three.txt'));
  await a.write('new.txt', 'new');
  await a.once();
  const { batch } = last('trash-remote');
  const parts: { batch: number | null; refused: readonly { path: string }[] }[] = [];
  const left: number[] = [];
  for (let after: UndoPart['after'], isOver = false; !isOver; ) {
    const answer = await a.engine.acts.undo({ batch, part: { most: 1, after } });
    if (!answer.ok) throw new Error('the part was refused');
    parts.push(answer.value);
    left.push(answer.value.rest?.entries ?? 0);
    after = answer.value.rest?.after;
    isOver = after === undefined;
    await a.once();
  }
  expect(left).toEqual([3, 2, 1, 0]);
  expect(parts.flatMap(({ refused }) => refused.map(({ path }) => path))).toEqual(['new.txt']);
  expect(await a.read('box/three.txt')).toBe('content of box/three.txt');
  expect((await readTree(a.path)).size).toBe(5);
  const redone = await a.engine.acts.undo({ batch: parts.at(-1)?.batch ?? 0 });
  expect(redone).toMatchObject({ ok: true, value: { undone: 3 } });
});

test('[P50] a whole batch is undone, newest first; refused entries come with a reason, the rest is done', async () => {
  await a.write('one.txt', 'edited');
  await a.write('new.txt', 'new');
  await rename(a.at('box/two.txt'), a.at('two.txt'));
  await rm(a.at('box/three.txt'));
  await a.once();
  const { batch } = last('upload-version');
  const answer = await a.engine.acts.undo({ batch });
  expect(answer).toMatchObject({ ok: true, value: { undone: 3, refused: [{ path: 'new.txt' }] } });
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect(await readTree(a.path)).toEqual(
    new Map(
      [...(await readTree(a.path))].filter(([path]) =>
        ['box', 'box/three.txt', 'box/two.txt', 'new.txt', 'one.txt'].includes(path),
      ),
    ),
  );
  expect(await a.read('one.txt')).toBe('content of one.txt');
  expect(await a.read('box/two.txt')).toBe('content of box/two.txt');
  if (!answer.ok || answer.value.batch === null) throw new Error('no batch');
  expect(await a.engine.acts.undo({ batch: answer.value.batch })).toMatchObject({ ok: true, value: { undone: 3 } });
  await a.once();
  expect(await a.read('two.txt')).toBe('content of box/two.txt');
  expect(await a.read('box/three.txt')).toBeNull();
});

test('[P50] of a batch, only the named kinds are undone: a delete comes back, and the edit and the move beside it stay', async () => {
  await a.write('one.txt', 'edited');
  await rm(a.at('box/two.txt'));
  await rename(a.at('box/three.txt'), a.at('moved.txt'));
  await a.once();
  const { batch } = last('trash-remote');
  expect([last('upload-version').batch, last('move-remote').batch]).toEqual([batch, batch]);
  expect(await a.engine.acts.undo({ batch, kinds: ['trash-remote', 'trash-local'] })).toMatchObject(undone);
  await a.once();
  expect([...(await readTree(a.path)).keys()].toSorted()).toEqual(['box', 'box/two.txt', 'moved.txt', 'one.txt']);
  expect(await a.read('one.txt')).toBe('edited');
});

test('[P51] the local trash lists files that left the disk, restores them without overwriting, and deletes permanently', async () => {
  await web.trash(await there('one.txt'));
  await a.once();
  const { items, bytes } = a.engine.acts.trashed({ limit: 5, offset: 0 });
  expect([items.map(({ path }) => path), bytes]).toEqual([['one.txt'], 'content of one.txt'.length]);
  expect(await a.engine.acts.restoreTrashed(items[0]?.id ?? -1)).toMatchObject({
    ok: true,
    value: { path: 'one.txt' },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0 });
  expect(await a.read('one.txt')).toBe('content of one.txt');

  await web.trash(await there('one.txt'));
  await a.once();
  const [again] = a.engine.acts.trashed({ limit: 5, offset: 0 }).items;
  expect(await a.engine.acts.purgeTrashed([again?.id ?? -1])).toMatchObject({ ok: true, value: { purged: 1 } });
  expect((await readTree(a.trash)).size).toBe(0);
  expect(await a.engine.acts.restoreTrashed(again?.id ?? -1)).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

/** Deletes box/two.txt on the service, then does something to its folder there. Returns the file and its number in the local trash. */
async function trashedBefore(change: (box: WebItem) => Promise<unknown>) {
  const box = await there('box');
  const two = await there('two.txt', box.id);
  await web.trash(two);
  await a.once();
  const [trashed] = a.engine.acts.trashed({ limit: 1, offset: 0 }).items;
  await change(box);
  await a.once();
  return { box, two, number: trashed?.id ?? -1 };
}

test('[P51][E88] a file comes back into its folder, also if that has another name and another folder has its own', async () => {
  const { box, two, number } = await trashedBefore((folder) => web.update(folder, { name: 'crate' }));
  await a.write('box/four.txt', 'content of box/four.txt');
  await a.once();
  expect(await a.engine.acts.restoreTrashed(number)).toMatchObject({ value: { path: 'crate/two.txt' } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0 });
  expect((await there('two.txt', box.id)).id).toBe(two.id);
  const tree = ['box', 'box/four.txt', 'crate', 'crate/three.txt', 'crate/two.txt', 'one.txt'];
  expect([...(await readTree(a.path)).keys()].toSorted()).toEqual(tree);
});

test('[P51] a file comes back without its former folder at the old name of that', async () => {
  const { number } = await trashedBefore((folder) => web.update(folder, { name: 'crate' }));
  expect(await a.engine.acts.restoreTrashed(number)).toMatchObject({ ok: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0 });
  expect((await web.items('0')).map(({ name }) => name).toSorted()).toEqual(['crate', 'one.txt']);
});

test('[P51][E88] a file whose folder was deleted since comes back once, where the service restores it', async () => {
  const { two, number } = await trashedBefore((folder) => web.trash(folder));
  expect(await a.engine.acts.restoreTrashed(number)).toMatchObject({ value: { path: 'two.txt' } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0 });
  expect([...(await readTree(a.path)).keys()].toSorted()).toEqual(['one.txt', 'two.txt']);
  expect((await there('two.txt')).id).toBe(two.id);
});

test('[P51] the policy of the trash empties it, the oldest first, and is kept', async () => {
  for (const name of ['one.txt']) await web.trash(await there(name));
  await a.once();
  await web.trash(await there('box'));
  await a.once();
  const { items } = a.engine.acts.trashed({ limit: 5, offset: 0 });
  expect(items.map(({ path, nodes }) => [path, nodes])).toEqual([
    ['box', 3],
    ['one.txt', 1],
  ]);
  expect(await a.engine.acts.setTrashPolicy({ keepDays: null, keepBytes: items[0]?.bytes ?? 0 })).toEqual({ swept: 1 });
  expect([...(await readTree(a.trash)).keys()]).toContain('box/two.txt');
  expect(await a.engine.acts.setTrashPolicy({ keepDays: 0, keepBytes: null })).toEqual({ swept: 1 });
  expect((await readTree(a.trash)).size).toBe(0);
  await a.restart();
  expect(a.engine.acts.trashPolicy()).toEqual({ keepDays: 0, keepBytes: null });
});

test('[P51] a single pass leaves in the trash only what the policy keeps', async () => {
  await a.engine.acts.setTrashPolicy({ keepDays: 0, keepBytes: null });
  await web.trash(await there('one.txt'));
  await a.once();
  expect(a.engine.acts.trashed({ limit: 5, offset: 0 }).items).toEqual([]);
  expect((await readTree(a.trash)).size).toBe(0);
});

test('[P50] [E13] names that were swapped there in one batch are swapped back', async () => {
  const box = await there('box');
  const [two, three] = [await there('two.txt', box.id), await there('three.txt', box.id)];
  await web.update(two, { name: 'tmp' });
  await web.update(three, { name: 'two.txt' });
  await web.update(two, { name: 'three.txt' });
  await a.once();
  const { batch } = last('move-local');
  expect(await a.engine.acts.undo({ batch })).toMatchObject({ ok: true, value: { undone: 3, refused: [] } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  for (const path of ['box/two.txt', 'box/three.txt']) expect(await a.read(path)).toBe(`content of ${path}`);
  expect((await web.items(box.id)).map(({ name }) => name).toSorted()).toEqual(['three.txt', 'two.txt']);
});

test('[P50] a delete whose folder is gone too: the file comes to the top folder, and the journal says so', async () => {
  await rm(a.at('box/two.txt'));
  await a.once();
  const { id } = last('trash-remote');
  await rm(a.at('box'), { recursive: true });
  await a.once();
  expect(await a.engine.acts.undo({ id })).toMatchObject(undone);
  expect(last('restore-remote')).toMatchObject({ path: 'two.txt', fromPath: 'box/two.txt' });
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 1 });
  expect(await a.read('two.txt')).toBe('content of box/two.txt');
});
