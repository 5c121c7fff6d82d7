import { expect, test } from 'vitest';
import type { Event } from '../../../../../../contract/resources/streams/event.ts';
import { changesOf } from '../../../../../../main/engine/adapters/service-remote/events/event-changes.ts';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';

const sha1 = 'a'.repeat(40);
const parent = { type: 'folder' as const, id: '1', etag: '0', sequence_id: '0', name: 'Home' };
const file = {
  type: 'file' as const,
  id: '5',
  etag: '2',
  sequence_id: '2',
  name: 'a.txt',
  sha1,
  size: 3,
  parent,
  file_version: { type: 'file_version' as const, id: '50', sha1 },
};
const folder = { type: 'folder' as const, id: '6', etag: '1', sequence_id: '1', name: 'docs', parent };
let eventIds = 0;
const event = (event_type: string, source: unknown, more: object = {}): Event => ({
  type: 'event',
  event_id: `e${(eventIds += 1)}`,
  event_type,
  created_at: '2026-01-01T00:00:00Z',
  source: source as Event['source'],
  ...more,
});
const notThere = async () => null;
const there = async (id: string): Promise<RemoteEntry> => ({
  id: itemId(id),
  parentId: itemId('0'),
  name: 'now',
  kind: 'folder',
  etag: null,
  sequenceId: null,
  content: null,
  versionId: null,
  contentModifiedAtMs: null,
  canUpload: true,
  canRename: false,
  canDelete: false,
  canDownload: true,
});

test.each([
  ['ITEM_UPLOAD', file, 'changed', false],
  ['ITEM_CREATE', folder, 'changed', false],
  ['ITEM_RENAME', folder, 'changed', false],
  ['ITEM_MOVE', folder, 'changed', true],
  ['ITEM_MOVE', file, 'changed', false],
  ['ITEM_COPY', folder, 'changed', true],
  ['ITEM_UNDELETE_VIA_TRASH', folder, 'changed', true],
  ['ITEM_TRASH', { ...folder, item_status: 'trashed' }, 'removed', false],
  ['ITEM_RENAME', { ...file, item_status: 'trashed' }, 'removed', false],
  ['SOMETHING_NEW', file, 'changed', false],
])('%s of %o is %s, with more below it: %s', async (type, source, kind, contents) => {
  const { changes } = await changesOf([event(type, source)], notThere);
  expect(changes).toMatchObject([{ kind, contents, entry: { id: source.id, name: source.name } }]);
});

test('an event about no place, name or content is skipped', async () => {
  const events = [
    event('ITEM_DOWNLOAD', file),
    event('ITEM_PREVIEW', file),
    event('COMMENT_CREATE', { type: 'comment', id: '1' }),
  ];
  const user = event('MASTER_INVITE_ACCEPT', { type: 'user', id: 7, phone: 123 });
  expect(await changesOf([...events, user], notThere)).toEqual({
    changes: [],
    invitations: false,
    isAccessChanged: false,
  });
});

test('[E90] an event that comes twice in a page is one change', async () => {
  const once = event('ITEM_UPLOAD', file);
  expect((await changesOf([once, once], notThere)).changes).toHaveLength(1);
});

test('an event that does not tell the rights says so', async () => {
  const told = { ...folder, permissions: { can_upload: true } };
  const { changes } = await changesOf([event('ITEM_CREATE', folder), event('ITEM_CREATE', told)], notThere);
  expect(changes[0]?.rightsUnknown).toBe(true);
});

test('[E83] when access to an item changes, it is requested, and gone only if this account cannot see it', async () => {
  const removed = event('COLLAB_REMOVE_COLLABORATOR', { type: 'collaboration', id: '9', item: folder });
  expect(await changesOf([removed], notThere)).toMatchObject({
    changes: [{ kind: 'removed', isCurrent: true, entry: { id: '6' } }],
    invitations: true,
  });
  expect((await changesOf([removed], there)).changes).toMatchObject([
    { kind: 'changed', isCurrent: true, contents: true, entry: { name: 'now', canRename: false } },
  ]);
});

test('a pending invitation names no item: only the invitations are to be asked for', async () => {
  const invited = event('COLLAB_INVITE_COLLABORATOR', {
    type: 'collaboration',
    id: '9',
    item: null,
    status: 'pending',
  });
  expect(await changesOf([invited], notThere)).toEqual({ changes: [], invitations: true, isAccessChanged: false });
});

test('an item that an event tells incompletely is asked for, once a page', async () => {
  const asked: string[] = [];
  const read = (id: string) => {
    asked.push(id);
    return there(id);
  };
  const bare = { type: 'file', id: '5' };
  const { changes } = await changesOf([event('ITEM_UPLOAD', bare), event('ITEM_RENAME', bare)], read);
  expect(changes).toMatchObject([{ entry: { name: 'now' } }, { entry: { name: 'now' } }]);
  expect(asked).toEqual(['5']);
});

test.each(['COLLAB_REMOVE_COLLABORATOR', 'ITEM_UPLOAD'])(
  '[P61] an item of %s that the account may not look at: only a listing shows what became of it, and the other events count',
  async (type) => {
    const read = async (id: string) => {
      if (id === '6') throw new RemoteError('no_permission', 'No.');
      return there(id);
    };
    const events = [event(type, { type: 'folder', id: '6' }), event('ITEM_UPLOAD', { type: 'file', id: '5' })];
    const { changes, isAccessChanged } = await changesOf(events, read);
    expect([isAccessChanged, changes]).toMatchObject([true, [{ kind: 'changed', entry: { id: '5' } }]]);
  },
);

test('a look that gets no answer ends the page', async () => {
  const offline = () => Promise.reject(new RemoteError('offline', 'No.'));
  await expect(changesOf([event('ITEM_UPLOAD', { type: 'file', id: '5' })], offline)).rejects.toThrow('No.');
});

test('events of web links are passed over: a web link has no place on a disk', async () => {
  const webLink = {
    type: 'web_link',
    id: '9',
    etag: '0',
    sequence_id: '0',
    name: 'link',
    url: 'https://example.com',
    parent,
  };
  const types = ['ITEM_CREATE', 'ITEM_RENAME', 'ITEM_MOVE', 'ITEM_TRASH', 'ITEM_UNDELETE_VIA_TRASH', 'ITEM_UNSYNC'];
  const events = types.map((type) => event(type, webLink));
  const { changes } = await changesOf([...events, event('ITEM_UPLOAD', file)], notThere);
  expect(changes).toMatchObject([{ kind: 'changed', entry: { id: '5' } }]);
});

const strange = {
  'a description of null': { description: null },
  'a link without its effective access': { shared_link: { url: 'https://example.com/s/1', access: 'open' } },
  'a creator of null': { created_by: null },
  'an unknown status of the item': { item_status: 'archived' },
  'some of the permissions': { permissions: { can_download: true } },
};

test.each(Object.entries(strange))('an item in an event with %s is read, not passed over', async (_what, more) => {
  for (const item of [file, folder]) {
    const asked: string[] = [];
    const read = (id: string) => (asked.push(id), there(id));
    const { changes } = await changesOf([event('ITEM_UPLOAD', { ...item, ...more })], read);
    expect(changes).toMatchObject([{ kind: 'changed', entry: { id: item.id, name: 'now' } }]);
    expect(asked).toEqual([item.id]);
  }
});

test('an item in the trash is gone, however strange the rest of the event is', async () => {
  const { changes } = await changesOf([event('ITEM_TRASH', { ...file, description: null })], notThere);
  expect(changes).toMatchObject([{ kind: 'removed', isCurrent: true, isLost: false, entry: { id: '5' } }]);
});

test.each(['ITEM_TRASH', 'ITEM_RENAME'])('%s without a sequence id has no order, so the item is read', async (type) => {
  const { changes } = await changesOf([event(type, { ...file, sequence_id: null })], there);
  expect(changes).toMatchObject([{ kind: 'changed', isCurrent: true, entry: { id: '5', name: 'now' } }]);
});

test('a strange event about access, or about a moved folder, still brings what is in it', async () => {
  const source = { type: 'collaboration', id: '9', role: null, item: { ...folder, description: null } };
  const events = [event('COLLAB_ADD_COLLABORATOR', source), event('ITEM_MOVE', { ...folder, description: null })];
  const { changes } = await changesOf(events, there);
  expect(changes).toMatchObject([{ contents: true }, { contents: true }]);
});

test('a source that is no item of the format is passed over', async () => {
  const sources = [{ type: 'file', id: '' }, { type: 'folder' }, { type: 'hub', id: '5' }, null, undefined];
  const { changes } = await changesOf(
    sources.map((source) => event('ITEM_UPLOAD', source)),
    async () => Promise.reject(new Error('it was read')),
  );
  expect(changes).toEqual([]);
});
