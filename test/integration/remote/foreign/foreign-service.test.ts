import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../../main/api/api-client.ts';
import { itemId } from '../../../../main/engine/model/ids.ts';
import type { Remote } from '../../../../main/engine/ports/remote/remote.ts';
import { digestOf, made } from '../../../support/engine/remote-steps.ts';
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
