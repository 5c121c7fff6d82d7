import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../../main/engine/engine.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Batches that the guard holds, and both decisions about them: the real engine on real files, against the real service. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
  for (let index = 0; index < FILES; index++) await a.write(`many/${index}.txt`, `content ${index}`);
  await a.write('other.txt', 'other');
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const FILES = 60;
const onlyBatch = (engine: Engine) => {
  const [batch, ...more] = engine.acts.held();
  if (batch === undefined || more.length > 0) throw new Error(`${more.length + (batch ? 1 : 0)} batches are held`);
  return batch;
};
const folderId = async (): Promise<string> => (await web.find('0', 'many'))?.id ?? '';
const contentsThere = async () => {
  const items = await web.items(await folderId());
  return new Map(items.map((item) => [item.name, item.sha1]));
};

test('[P31][E75] a mass delete here is held with its list, all else flows on, and putting it back brings everything down again', async () => {
  await rm(a.at('many'), { recursive: true });
  await a.write('new.txt', 'new');
  expect(await a.once()).toMatchObject({ state: 'attention', deleted_remote: 0, uploaded: 1 });
  const batch = onlyBatch(a.engine);
  expect(batch).toMatchObject({ what: 'deletes', direction: 'to-remote', items: FILES + 1 });
  expect(batch.bytes).toBe(
    Array.from({ length: FILES }, (_, index) => `content ${index}`.length).reduce((x, y) => x + y),
  );
  expect(batch.sample.slice(0, 2)).toEqual(['many', 'many/0.txt']);
  expect(a.engine.status()).toMatchObject({
    sentence: { code: 'items_need_attention', args: { items: 1 } },
    roots: [{ attention: 1 }],
    attention: [{ code: 'held_by_guard', path: 'many', held: batch.id }],
    attentionTotal: 1,
  });
  const page = a.engine.acts.heldItems({ id: batch.id, offset: 1, limit: 2 });
  expect(page).toMatchObject({
    ok: true,
    value: { total: FILES + 1, items: [{ path: 'many/0.txt' }, { path: 'many/1.txt' }] },
  });

  await a.restart();
  await a.once();
  expect(onlyBatch(a.engine).id).toBe(batch.id);

  const before = await contentsThere();
  expect(await a.engine.acts.decideHeld({ id: batch.id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { failed: [] },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: FILES, deleted_remote: 0, held: 0 });
  expect((await readTree(a.at('many'))).size).toBe(FILES);
  expect(await contentsThere()).toEqual(before);
  expect(a.engine.acts.held()).toEqual([]);
});

test('[E75] released, the deletes reach the trash of the service; the number of a batch is never reused', async () => {
  await rm(a.at('many'), { recursive: true });
  await a.once();
  const { id } = onlyBatch(a.engine);
  expect(await a.engine.acts.decideHeld({ id: id, decision: 'apply' })).toMatchObject({
    ok: true,
    value: { released: 1 },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 1, held: 0 });
  expect(await folderId()).toBe('');
  expect(await a.engine.acts.decideHeld({ id: id, decision: 'apply' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

test('[P46] a batch that has grown since it was looked at is not applied, until it is looked at again', async () => {
  await rm(a.at('many'), { recursive: true });
  await a.once();
  const { id, items } = onlyBatch(a.engine);
  await rm(a.at('other.txt'));
  await a.once();
  expect(onlyBatch(a.engine)).toMatchObject({ id, items: items + 1 });
  const grown = { ok: false, error: { code: 'changed_since', message: { code: 'held_batch_grown' } } };
  expect(await a.engine.acts.decideHeld({ id, decision: 'apply', items })).toMatchObject(grown);
  expect(await a.once()).toMatchObject({ deleted_remote: 0, held: 2 });
  expect(await a.engine.acts.decideHeld({ id, decision: 'apply', items: items + 1 })).toMatchObject({ ok: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync', held: 0 });
});

test('[P46] a held batch stays held when few of its items are left', async () => {
  const folder = await folderId();
  for (let index = 0; index < FILES; index++) await rm(a.at(`many/${index}.txt`));
  await a.once();
  const { id, items } = onlyBatch(a.engine);
  expect(items).toBe(FILES);
  const { attention, attentionTotal } = a.engine.status();
  expect([attentionTotal, attention.map(({ held }) => held)]).toEqual([1, [id]]);
  for (let index = 0; index < FILES - 2; index++) await a.write(`many/${index}.txt`, `content ${index}`);
  expect(await a.once()).toMatchObject({ state: 'attention', deleted_remote: 0, held: 2 });
  expect((await web.items(folder)).length).toBe(FILES);
  expect(onlyBatch(a.engine).items).toBe(2);
});

test('[P31][E76] a mass delete there is held here, and putting it back takes it out of the trash of the service, ids kept', async () => {
  const folder = await web.find('0', 'many');
  if (folder === undefined) throw new Error('the folder is not on the service');
  const before = await contentsThere();
  await web.trash(folder);
  expect(await a.once()).toMatchObject({ state: 'attention', deleted_local: 0 });
  const batch = onlyBatch(a.engine);
  expect(batch).toMatchObject({ what: 'deletes', direction: 'to-local', items: FILES + 1 });
  expect((await readTree(a.at('many'))).size).toBe(FILES);

  expect(await a.engine.acts.decideHeld({ id: batch.id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { restored: 1, failed: [] },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, deleted_local: 0, held: 0 });
  expect(await folderId()).toBe(folder.id);
  expect(await contentsThere()).toEqual(before);
});

test('[E76] items purged from the trash as well are uploaded again; released, they go to the local trash', async () => {
  const folder = await web.find('0', 'many');
  if (folder === undefined) throw new Error('the folder is not on the service');
  await web.trash(folder);
  await a.once();
  await web.call('DELETE', `/folders/${folder.id}/trash`);
  expect(await a.engine.acts.decideHeld({ id: onlyBatch(a.engine).id, decision: 'restore' })).toMatchObject({
    ok: true,
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: FILES, deleted_local: 0 });

  const again = await web.find('0', 'many');
  if (again === undefined) throw new Error('the folder is not on the service');
  await web.trash(again);
  await a.once();
  expect(await a.engine.acts.decideHeld({ id: onlyBatch(a.engine).id, decision: 'apply' })).toMatchObject({ ok: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_local: 1 });
  expect((await readTree(a.trash)).size).toBe(FILES + 1);
});

test('[P46][E76] a folder moved out of the synced one is held as deleted here; restored, its files are kept as new', async () => {
  const top = await web.createFolder('0', 'top');
  const many = await web.createFolder(top.id, 'many');
  for (let index = 0; index < FILES; index++) await web.upload(many.id, `${index}.txt`, `content ${index}`);
  const b = await openEngineDevice({ name: 'b', addresses: service, token: service.person.token, remoteId: top.id });
  try {
    await b.once();
    await web.update(many, { name: 'elsewhere', parent: { id: '0' } });
    expect(await b.once()).toMatchObject({ state: 'attention', deleted_local: 0 });
    expect(await b.engine.acts.decideHeld({ id: onlyBatch(b.engine).id, decision: 'restore' })).toMatchObject({
      ok: true,
      value: { restored: 1, failed: [] },
    });
    expect(await b.once()).toMatchObject({ state: 'in_sync', deleted_local: 0, held: 0 });
    expect((await readTree(b.at('many'))).size).toBe(FILES);
    expect((await web.items((await web.find(top.id, 'many'))?.id ?? '')).length).toBe(FILES);
    expect((await web.items(many.id)).length).toBe(FILES);
  } finally {
    await b.close();
  }
});

test('[P31][E77] a mass rewrite here is held; restored, the rewritten files are in the local trash and the others are back', async () => {
  for (let index = 0; index < FILES; index++) await a.write(`many/${index}.txt`, `locked away ${index}`);
  await a.write('other.txt', 'a change that was meant');
  const before = await contentsThere();
  const report = await a.once();
  expect(report).toMatchObject({ state: 'attention' });
  const batch = onlyBatch(a.engine);
  expect(batch).toMatchObject({ what: 'rewrites', direction: 'to-remote' });
  expect(batch.items).toBeGreaterThanOrEqual(FILES);
  expect(await contentsThere()).toEqual(before);

  expect(await a.engine.acts.decideHeld({ id: batch.id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { failed: [] },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, held: 0 });
  expect(await a.read('many/7.txt')).toBe('content 7');
  expect(await contentsThere()).toEqual(before);
  expect(await readFile(join(a.trash, '7.txt'), 'utf8')).toBe('locked away 7');
});

test('[P46][E77] files deleted and created again with other contents are put back too', async () => {
  await rm(a.at('many'), { recursive: true });
  await a.once();
  for (let index = 0; index < FILES; index++) await a.write(`many/${index}.txt`, `locked away ${index}`);
  expect(await a.once()).toMatchObject({ state: 'attention', uploaded: 0 });
  const batch = onlyBatch(a.engine);
  expect(batch).toMatchObject({ what: 'rewrites', direction: 'to-remote', items: FILES });
  expect(await a.engine.acts.decideHeld({ id: batch.id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { restored: FILES, failed: [] },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: FILES, held: 0 });
  expect(await a.read('many/7.txt')).toBe('content 7');
  expect(await readFile(join(a.trash, '7.txt'), 'utf8')).toBe('locked away 7');
});

test('[E77] a mass rewrite there is held; restored, the service has its earlier versions again and nothing is transferred', async () => {
  const before = await contentsThere();
  const items = await web.items(await folderId());
  for (const item of items) await web.replace(item.id, item.name, `locked away ${item.name}`);
  expect(await a.once()).toMatchObject({ state: 'attention', downloaded: 0 });
  const batch = onlyBatch(a.engine);
  expect(batch).toMatchObject({ what: 'rewrites', direction: 'to-local', items: FILES });
  expect(await a.engine.acts.decideHeld({ id: batch.id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { restored: FILES, failed: [] },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, held: 0 });
  expect(await contentsThere()).toEqual(before);
  expect(await a.read('many/7.txt')).toBe('content 7');
});

test('[P46] files renamed on the service before a mass rewrite there keep their names when they are restored', async () => {
  for (const item of await web.items(await folderId())) await web.update(item, { name: `renamed ${item.name}` });
  await a.once();
  const before = await contentsThere();
  for (const item of await web.items(await folderId()))
    await web.replace(item.id, item.name, `locked away ${item.name}`);
  await a.once();
  expect(await a.engine.acts.decideHeld({ id: onlyBatch(a.engine).id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { restored: FILES, failed: [] },
  });
  expect(await contentsThere()).toEqual(before);
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, held: 0 });
  expect(await a.read('many/renamed 7.txt')).toBe('content 7');
});

test('[P46] a version is restored although another item has its name of that time', async () => {
  const file = await web.find(await folderId(), '7.txt');
  if (file === undefined) throw new Error('the file is not on the service');
  await web.update(file, { name: 'seven.txt' });
  const other = await web.upload(await folderId(), '7.txt', 'another file');
  await a.once();
  const before = await contentsThere();
  for (const item of await web.items(await folderId()))
    if (item.id !== other.id) await web.replace(item.id, item.name, `locked away ${item.name}`);
  await a.once();
  expect(await a.engine.acts.decideHeld({ id: onlyBatch(a.engine).id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: {
      restored: FILES,
      failed: [],
    },
  });
  expect(await contentsThere()).toEqual(before);
});
