import { afterEach, beforeEach, expect, test } from 'vitest';
import { etag, itemId } from '../../../main/engine/model/ids.ts';
import { digestOf, made, put, textOf } from '../../support/engine/remote-steps.ts';
import { openServiceBench, type ServiceBench } from '../../support/engine/service-remote.ts';

/** The history that the service keeps, as the engine reads it. */
let bench: ServiceBench;
beforeEach(async () => {
  bench = await openServiceBench();
});
afterEach(() => bench.dispose());

const file = async (name: string, text: string) =>
  made(await put(bench.remote, { kind: 'new', parentId: bench.folder, name }, text));

test('all versions are listed, the current one first, with who made them; a past one becomes the current one again', async () => {
  const first = await file('v.txt', 'first');
  const version = { kind: 'version' as const, itemId: first.id, name: 'v.txt', ifMatch: first.etag };
  const second = made(await put(bench.other, version, 'second'));

  const versions = (await bench.remote.versions(first.id)) ?? [];
  expect(versions.map(({ content }) => content.sha1)).toEqual(
    ['second', 'first'].map((text) => digestOf(Buffer.from(text))),
  );
  expect(versions[0]).toMatchObject({ id: second.versionId, by: { name: bench.service.person.name } });
  const past = versions[1];
  if (past === undefined) throw new Error('no past version');

  expect(await bench.remote.promote(first, past.id)).toEqual({ ok: false, reason: 'changed' });
  const back = made(await bench.remote.promote(second, past.id));
  expect(back).toMatchObject({ id: first.id, content: first.content });
  expect(await textOf(bench.remote, back, 0)).toBe('first');
  expect(await bench.remote.versions(itemId('99999999'))).toBeNull();
  expect(await bench.remote.promote({ ...second, id: itemId('99999999'), etag: etag('1') }, past.id)).toMatchObject({
    ok: false,
    reason: 'gone',
  });
});

test('[E88] a trashed folder is restored under its own id with its contents, and only once', async () => {
  const folder = made(await bench.remote.createFolder(bench.folder, 'kept'));
  const inner = made(await put(bench.remote, { kind: 'new', parentId: folder.id, name: 'in.txt' }, 'in'));
  await bench.remote.trash({ id: folder.id, kind: 'folder', ifMatch: null });
  const target = { id: folder.id, kind: 'folder' as const, fallback: bench.folder, name: null };
  expect(await bench.remote.restore(target)).toMatchObject({ ok: true, entry: { id: folder.id, name: 'kept' } });
  expect(await bench.remote.item(inner.id, 'file')).not.toBeNull();
  expect(await bench.remote.restore(target)).toEqual({ ok: false, reason: 'gone' });
});

test('a restore finds another folder or another name where its own are gone or taken', async () => {
  const folder = made(await bench.remote.createFolder(bench.folder, 'gone'));
  const inner = made(await put(bench.remote, { kind: 'new', parentId: folder.id, name: 'in.txt' }, 'in'));
  await bench.remote.trash({ id: inner.id, kind: 'file', ifMatch: null });
  await bench.remote.trash({ id: folder.id, kind: 'folder', ifMatch: null });
  const target = { id: inner.id, kind: 'file' as const, fallback: bench.folder, name: null };
  await file('in.txt', 'another');
  expect(await bench.remote.restore(target)).toMatchObject({ ok: false, reason: 'taken' });
  expect(await bench.remote.restore({ ...target, name: 'in (2).txt' })).toMatchObject({
    ok: true,
    entry: { id: inner.id, parentId: bench.folder, name: 'in (2).txt' },
  });
});
