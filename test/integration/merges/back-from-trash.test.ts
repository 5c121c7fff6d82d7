import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Items that someone restores from the service's trash: the engine follows, and its journal says what happened. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
  for (const path of ['one.txt', 'box/two.txt']) await a.write(path, `content of ${path}`);
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const there = async (name: string): Promise<WebItem> => {
  const item = await web.find('0', name);
  if (item === undefined) throw new Error(`${name} is not on the service`);
  return item;
};
const newest = () => {
  const [entry] = a.engine.activity({ limit: 1 }).entries;
  if (entry === undefined) throw new Error('nothing was done');
  return entry;
};
const undoOf = (id: number) => a.engine.activity({ limit: 50 }).entries.find((entry) => entry.id === id)?.undo;

test('[P50] a file that was deleted there and is restored there: the delete counts as undone, and no copy appears', async () => {
  const one = await there('one.txt');
  await web.trash(one);
  await a.once();
  const deleted = newest();
  expect(deleted).toMatchObject({ kind: 'trash-local', undo: 'possible' });
  await web.restore(one);
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 1 });
  expect(newest()).toMatchObject({ kind: 'restore-remote', side: 'local', path: 'one.txt', undo: 'never' });
  expect(undoOf(deleted.id)).toBe('done');
  expect(await a.engine.acts.undo({ id: deleted.id })).toMatchObject({ ok: false, error: { code: 'already_done' } });
  expect([...(await readTree(a.path)).keys()].toSorted()).toEqual(['box', 'box/two.txt', 'one.txt']);
});

test('[P50] a file that was moved out of the folder there and back is not deleted by an undo', async () => {
  const [inside, outside] = [await web.createFolder('0', 'inside'), await web.createFolder('0', 'outside')];
  const remoteId = inside.id;
  const b = await openEngineDevice({ name: 'b', addresses: service, token: service.person.token, remoteId });
  try {
    await b.write('three.txt', 'three');
    await b.once();
    const [three] = await web.items(inside.id);
    if (three === undefined) throw new Error('three.txt is not on the service');
    const moved = await web.update(three, { parent: { id: outside.id } });
    await b.once();
    expect(await b.read('three.txt')).toBeNull();
    await web.update(moved, { parent: { id: inside.id } });
    await b.once();
    const [back] = b.engine.activity({ limit: 1 }).entries;
    expect(back).toMatchObject({ path: 'three.txt', undo: 'never' });
    const undone = await b.engine.acts.undo({ id: back?.id ?? 0 });
    expect(undone).toMatchObject({ ok: false, error: { code: 'not_possible' } });
    expect(await b.read('three.txt')).toBe('three');
  } finally {
    await b.close();
  }
});

test('[P50] a file that was deleted here and is restored there: the delete counts as undone', async () => {
  const one = await there('one.txt');
  await rm(a.at('one.txt'));
  await a.once();
  const deleted = newest();
  expect(deleted.kind).toBe('trash-remote');
  await web.restore(one);
  await a.once();
  expect(newest().kind).toBe('restore-remote');
  expect(undoOf(deleted.id)).toBe('done');
});

test('[P50] a folder that was deleted there and is restored there: the delete counts as undone', async () => {
  const box = await there('box');
  await web.trash(box);
  await a.once();
  const deleted = newest();
  await web.restore(box);
  await a.once();
  expect(undoOf(deleted.id)).toBe('done');
  expect(await a.engine.acts.undo({ id: deleted.id })).toMatchObject({ ok: false, error: { code: 'already_done' } });
  expect([...(await readTree(a.path)).keys()].toSorted()).toEqual(['box', 'box/two.txt', 'one.txt']);
});

test('[P50] a delete is not undone again after its file was restored from the trash of this computer', async () => {
  const one = await there('one.txt');
  await web.trash(one);
  await a.once();
  const deleted = newest();
  const [trashed] = a.engine.acts.trashed({ limit: 1, offset: 0 }).items;
  await a.engine.acts.restoreTrashed(trashed?.id ?? -1);
  await a.once();
  expect(await a.engine.acts.undo({ id: deleted.id })).toMatchObject({ ok: false, error: { code: 'already_done' } });
});

test('[P48][P50] a decision that is undone before the next look brings the copy back, and keeps it', async () => {
  const one = await there('one.txt');
  await web.replace(one.id, 'one.txt', 'of the web');
  await a.write('one.txt', 'of this computer');
  await a.once();
  const [conflict] = a.engine.acts.conflicts({ limit: 10, offset: 0 }).conflicts;
  if (conflict === undefined) throw new Error('there is no conflict');
  const own = await a.read(conflict.copyPath);
  expect(await a.engine.acts.resolve({ target: conflict.id, keep: 'theirs' })).toMatchObject({ ok: true });
  expect(await a.read(conflict.copyPath)).toBeNull();
  expect(await a.engine.acts.undo({ batch: newest().batch })).toMatchObject({ ok: true, value: { refused: [] } });
  expect(await a.read(conflict.copyPath)).toBe(own);
  await a.once();
  expect(a.engine.acts.conflicts({ limit: 10, offset: 0 }).total).toBe(1);
  expect(await a.read(conflict.copyPath)).toBe(own);
});
