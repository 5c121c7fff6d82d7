import { stat, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../main/api/api-client.ts';
import { ENTRY_FIELDS } from '../../../../main/engine/adapters/service-remote/entry-form.ts';
import { itemId } from '../../../../main/engine/model/ids.ts';
import type { Remote } from '../../../../main/engine/ports/remote/remote.ts';
import { openEngineDevice } from '../../../support/engine/engine-device.ts';
import { digestOf, made, put } from '../../../support/engine/remote-steps.ts';
import { connect } from '../../../support/engine/service-remote.ts';
import { startForeignService, UPLOADED_AT } from '../../../support/lines/foreign-service.ts';

/** The client on a service of the public format that is not ours. */
let service: Awaited<ReturnType<typeof startForeignService>>;
let client: ApiClient;
let remote: Remote;

beforeEach(async () => {
  service = await startForeignService();
  ({ client, remote } = connect(service.addresses, 'token'));
});
afterEach(async () => {
  await client.close();
  await service[Symbol.asyncDispose]();
});

const root = itemId('0');

/** Ways to a file with a time of its own. Each returns the file that was made or changed. */
const uploads = {
  'a new file': async (contentModifiedAtMs: number) => {
    const bytes = Buffer.from('new');
    const file = { bytes, sha1: digestOf(bytes), contentModifiedAtMs };
    return made(await remote.upload({ kind: 'new', parentId: root, name: 'new.txt' }, file));
  },
  'a new version': async (contentModifiedAtMs: number) => {
    const id = itemId(service.add('file', { name: 'old.txt', parentId: '0', text: 'old' }));
    const bytes = Buffer.from('new');
    const file = { bytes, sha1: digestOf(bytes), contentModifiedAtMs };
    return made(await remote.upload({ kind: 'version', itemId: id, name: 'old.txt', ifMatch: null }, file));
  },
  'a file in parts': async (contentModifiedAtMs: number) => {
    const bytes = Buffer.from('in parts');
    const created = await remote.createSession({ kind: 'new', parentId: root, name: 'large.txt' }, bytes.length);
    if (!created.ok) throw new Error('no session');
    const { id } = created.session;
    const part = { bytes, offset: 0, totalBytes: bytes.length, sha1: digestOf(bytes) };
    const sent = await remote.uploadPart(id, part);
    if (!sent.ok) throw new Error('no part');
    const order = { sha1: digestOf(bytes), parts: [sent.part], ifMatch: null, contentModifiedAtMs };
    const committed = await remote.commit(id, order);
    if (!committed.ok) throw new Error(`refused: ${JSON.stringify(committed)}`);
    return committed.entry;
  },
  'a copy': async (contentModifiedAtMs: number) => {
    const id = itemId(service.add('file', { name: 'there.txt', parentId: '0', text: 'there' }));
    const to = { parentId: root, name: 'copy.txt', contentModifiedAtMs };
    return made(await remote.copyFile({ id, versionId: null }, to));
  },
};
const ways = Object.keys(uploads) as (keyof typeof uploads)[];

test.each(ways)('%s has its modification time in whole seconds', async (way) => {
  const { id } = await uploads[way](Date.UTC(2021, 11, 6, 11, 13, 51, 42));
  expect(service.item(id).modifiedAt).toBe('2021-12-06T11:13:51Z');
});

test.each(ways)('[E53] %s from before 1970 is accepted, without its time', async (way) => {
  const { id } = await uploads[way](Date.UTC(1965, 0, 1));
  expect(service.item(id).modifiedAt).toBe(UPLOADED_AT);
});

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [-1, UPLOADED_AT],
  [Date.UTC(9999, 11, 31, 23, 59, 59, 999), '9999-12-31T23:59:59Z'],
  [Date.UTC(10_000, 0, 1), UPLOADED_AT],
  [Number.NaN, UPLOADED_AT],
])('[E53] a file of the time %d is uploaded as of %s', async (modifiedAtMs, expected) => {
  const { id } = await uploads['a new file'](modifiedAtMs);
  expect(service.item(id).modifiedAt).toBe(expected);
});

test('a copy whose source is of the same second is not dated again', async () => {
  const of = { name: 'there.txt', parentId: '0', modifiedAt: '2021-12-06T11:13:51Z' };
  const id = itemId(service.add('file', of));
  const to = { parentId: root, name: 'copy.txt', contentModifiedAtMs: Date.UTC(2021, 11, 6, 11, 13, 51, 42) };
  made(await remote.copyFile({ id, versionId: null }, to));
  expect(service.seen.map(({ method }) => method)).toEqual(['POST']);
});

test('a position beyond 2^53 is kept to its last digit', async () => {
  const position = await remote.currentPosition();
  expect(position).toBe('18578959106960617');
  service.add('file', { name: 'one.txt', parentId: '0' });
  service.add('file', { name: 'two.txt', parentId: '0' });
  expect(await remote.changes(position)).toMatchObject({
    ok: true,
    position: '18578959106960619',
    changes: [{ entry: { name: 'one.txt' } }, { entry: { name: 'two.txt' } }],
  });
  expect(service.seen.map(({ query }) => query.get('stream_position'))).toEqual(['now', '18578959106960617']);
});

test('a folder with a higher count than items is listed', async () => {
  service.add('file', { name: 'one.txt', parentId: '0' });
  service.add('folder', { name: 'two', parentId: '0' });
  expect((await remote.list(root))?.map(({ name }) => name)).toEqual(['one.txt', 'two']);
});

describe('an item of which the service answers a field in another shape', () => {
  const NEEDED: ReadonlySet<string> = new Set(['etag', 'sequence_id', 'name', 'sha1', 'size']);
  const others = ENTRY_FIELDS.filter((field) => !NEEDED.has(field));
  const shapes = [undefined, null, 7, 'odd', [], {}, { odd: true }];

  let file: string;
  let folder: string;
  beforeEach(() => {
    file = service.add('file', { name: 'odd.txt', parentId: '0', text: 'odd' });
    folder = service.add('folder', { name: 'odd', parentId: '0' });
    service.add('file', { name: 'other.txt', parentId: '0' });
  });

  test.each(others)('is listed with the others: %s', async (field) => {
    for (const shape of shapes) {
      for (const id of [file, folder]) service.bend(id, { [field]: shape });
      expect((await remote.list(root))?.map(({ name }) => name)).toEqual(['odd.txt', 'odd', 'other.txt']);
    }
  });

  test.each(others.filter((field) => field !== 'parent'))('is read, changed and moved: %s', async (field) => {
    for (const shape of shapes) {
      for (const id of [file, folder]) service.bend(id, { [field]: shape });
      expect(await remote.item(itemId(file), 'file')).toMatchObject({ name: 'odd.txt', parentId: '0' });
      expect(await remote.item(itemId(folder), 'folder')).toMatchObject({ name: 'odd', parentId: '0' });
      const version = { kind: 'version', itemId: itemId(file), name: 'odd.txt', ifMatch: null } as const;
      expect(await put(remote, version, 'new')).toMatchObject({ ok: true, entry: { id: file } });
      const place = { parentId: root, name: 'odd', ifMatch: null };
      expect(await remote.move({ id: itemId(folder), kind: 'folder', ...place })).toMatchObject({ ok: true });
    }
  });

  test.each([...NEEDED, 'parent'])('is an error if nothing could be said of it without: %s', async (field) => {
    service.bend(file, { [field]: { odd: true } });
    await expect(remote.item(itemId(file), 'file')).rejects.toMatchObject({ cause: { code: 'bad_answer' } });
  });

  test('keeps the rights, the lock and the name of the person that can be read', async () => {
    const owner = { type: 'user', id: '12', name: 'Bob' };
    service.bend(file, {
      permissions: { can_download: false, can_share: true, can_upload: false, can_rename: 'no' },
      lock: { type: 'lock', id: '9', is_download_prevented: true, created_by: owner },
      owned_by: owner,
      modified_by: { ...owner, login: null },
    });
    expect(await remote.item(itemId(file), 'file')).toMatchObject({
      canDownload: true,
      canUpload: false,
      canRename: true,
      ownerId: '12',
      changedBy: { id: '12', name: 'Bob' },
    });
    expect(await remote.lockOf(itemId(file))).toEqual({ by: 'Bob', untilMs: null });
  });

  test('is left out if its type is unknown', async () => {
    service.bend(file, { type: 'app_item' });
    expect((await remote.list(root))?.map(({ name }) => name)).toEqual(['odd', 'other.txt']);
  });
});

test('[P61] an event whose item names no parent moves nothing to the root', async () => {
  const folder = service.add('folder', { name: 'in', parentId: '0' });
  const file = service.add('file', { name: 'kept.txt', parentId: folder });
  const position = await remote.currentPosition();
  service.bend(file, { parent: undefined });
  service.edit(file, 'new');
  service.bend(file, {});
  expect(await remote.changes(position)).toMatchObject({
    changes: [{ entry: { name: 'kept.txt', parentId: folder } }],
  });
});

test('versions are read with what is known of them', async () => {
  const file = service.add('file', { name: 'a.txt', parentId: '0', text: 'now' });
  service.bend(file, { modified_at: '2026-05-05', modified_by: { type: 'user', id: '12', name: 'Bob' } });
  const version = { type: 'file_version', sha1: digestOf(Buffer.from('old')), size: 3 };
  service.answer(`/files/${file}/versions`, {
    total_count: 3,
    entries: [
      { ...version, id: '1', modified_by: { type: 'user', id: '12', name: 'Bob' }, modified_at: '2026-05-05T05:05:05' },
      { ...version, id: '2', name: null, modified_by: null, created_at: '2026-05-05T05:05:05Z', trashed_at: null },
      { type: 'file_version', id: '3' },
    ],
  });
  expect(await remote.versions(itemId(file))).toMatchObject([
    { name: 'a.txt', madeAtMs: null, by: { id: '12', name: 'Bob' } },
    { id: '1', madeAtMs: null, by: { id: '12', name: 'Bob' } },
    { id: '2', name: null, madeAtMs: Date.UTC(2026, 4, 5, 5, 5, 5), by: null },
  ]);
});

test('a first sync brings both sides together, and later changes arrive', async () => {
  const plans = service.add('folder', { name: 'Plans', parentId: '0' });
  const plan = service.add('file', {
    name: 'plan.txt',
    parentId: plans,
    text: 'plan',
    modifiedAt: '2020-02-02T02:02:02Z',
  });
  service.bend(plan, { lock: { type: 'lock', id: '9', created_by: null, is_download_prevented: false } });
  service.bend(service.add('folder', { name: 'App', parentId: plans }), { type: 'app_item' });
  const device = await openEngineDevice({ name: 'a', addresses: service.addresses, token: 'token' });
  try {
    await device.write('here/note.txt', 'note');
    await device.write('old.txt', 'old');
    const noteAt = new Date('2021-12-06T11:13:51.042Z');
    await utimes(device.at('here/note.txt'), noteAt, noteAt);
    await utimes(device.at('old.txt'), new Date('1965-01-01'), new Date('1965-01-01'));

    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 2, downloaded: 1, conflicts: 0 });
    expect(service.names('0').toSorted()).toEqual(['Plans', 'here', 'old.txt']);
    expect(await device.read('Plans/plan.txt')).toBe('plan');
    expect((await stat(device.at('Plans/plan.txt'))).mtime).toEqual(new Date('2020-02-02T02:02:02Z'));
    expect((await stat(device.at('here/note.txt'))).mtime).toEqual(noteAt);

    service.edit(plan, 'new plan');
    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 1 });
    expect(await device.read('Plans/plan.txt')).toBe('new plan');
    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0 });
  } finally {
    await device.close();
  }
});
