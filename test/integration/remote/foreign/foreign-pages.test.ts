import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getFile } from '../../../../contract/operations/items/files.ts';
import type { ApiClient } from '../../../../main/api/api-client.ts';
import { fixedToken } from '../../../../main/api/token-source.ts';
import { noProxy } from '../../../../main/api/transport/proxy.ts';
import { listAll } from '../../../../main/cli/words/remote-path.ts';
import { serviceCommands } from '../../../../main/commands/account/service.ts';
import { gatherEntries } from '../../../../main/commands/archive/gather-entries.ts';
import type { CommandWorld } from '../../../../main/commands/command-world.ts';
import { sharedLinkCommands } from '../../../../main/commands/shared-link/shared-link-commands.ts';
import { composeConnection } from '../../../../main/compose/connection.ts';
import type { ServiceCall } from '../../../../preload/ipc/service-calls.ts';
import { startForeignService } from '../../../support/lines/foreign-service.ts';

/** The commands of the window and of the terminal on a service of the public format that is not ours. */
let service: Awaited<ReturnType<typeof startForeignService>>;
let client: ApiClient;
let file: string;

beforeEach(async () => {
  service = await startForeignService();
  ({ client } = composeConnection({ service: 'foreign', ...service.addresses }, fixedToken('t'), noProxy));
  file = service.add('file', { name: 'odd.txt', parentId: '0', text: 'odd' });
  service.add('file', { name: 'other.txt', parentId: '0', text: 'other' });
});
afterEach(async () => {
  await client.close();
  await service[Symbol.asyncDispose]();
});

const nameless = { type: 'user', id: '12', name: 'Bob' };
const oddFields = {
  created_at: '2026-05-05T05:05:05',
  modified_at: '2026-05-05T05:05:05+0200',
  trashed_at: 7,
  permissions: undefined,
  created_by: nameless,
  modified_by: null,
  owned_by: nameless,
  shared_link: { url: 'https://foreign.example/s/1', access: 'open' },
  description: null,
  lock: { type: 'lock', created_by: nameless, is_download_prevented: false },
  parent: { type: 'folder', id: '0' },
  path_collection: { total_count: 9, entries: null },
};
const unknownType = { type: 'app_item', id: 'x' };

type Listed = { readonly entries: readonly object[]; readonly next_marker?: string | null; readonly left_out?: number };

async function listed(query: object, folder_id = '0'): Promise<Listed> {
  const handlers = serviceCommands({ api: client } as unknown as CommandWorld);
  const request = { params: { folder_id }, query };
  const answer = await handlers['service.call']({ operation: 'listFolderItems', request });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  // The contract types the answer; here its parts are compared.
  return answer.value as never;
}

test('an item with odd fields is listed in the window with what is known of it', async () => {
  service.bend(file, oddFields);
  const { entries } = await listed({ usemarker: true, fields: 'name' });
  expect(entries).toMatchObject([
    {
      name: 'odd.txt',
      created_at: '2026-05-05T05:05:05Z',
      modified_at: '2026-05-05T03:05:05.000Z',
      trashed_at: null,
      owned_by: { id: '12', name: 'Bob', login: '' },
      shared_link: { url: 'https://foreign.example/s/1', access: 'open', download_count: 0 },
      parent: { id: '0', name: '' },
      lock: { created_by: { name: 'Bob' } },
    },
    { name: 'other.txt' },
  ]);
});

test.each([{ usemarker: true }, { offset: 0 }])('items of an unknown type are left out and counted: %o', async (by) => {
  service.bend(file, unknownType);
  const page = await listed({ ...by, fields: 'name', limit: 1000 });
  expect(page).toMatchObject({ left_out: 1, entries: [{ name: 'other.txt' }] });
});

test('items that are left out are counted in all parts of a large page', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => service.add('file', { name: `${index}`, parentId: '0' }));
  for (const id of [file, ...ids.slice(0, 248)]) service.bend(id, unknownType);
  const page = await listed({ usemarker: true, fields: 'name', limit: 1000 });
  expect([page.left_out, page.entries.length]).toEqual([249, 3]);
});

describe('a folder of several pages is listed to its end', () => {
  /** In the window, in the terminal, in an archive, and behind a link. */
  async function countsOf(folder: string): Promise<readonly number[]> {
    const inWindow = async (): Promise<number> => {
      let count = 0;
      for (let marker: string | null = ''; marker !== null; ) {
        const page = await listed({ usemarker: true, limit: 1000, ...(marker !== '' && { marker }) }, folder);
        count += page.entries.length;
        marker = page.next_marker ?? null;
      }
      return count;
    };
    const { items } = await listAll(client, folder, new AbortController().signal);
    const { entries } = await gatherEntries(client, [{ type: 'folder', id: folder }]);
    return [await inWindow(), items.length, entries.length];
  }

  test.each<[string, Parameters<typeof service.bendPages>[0]]>([
    ['counts all items by marker too', (page) => ({ ...page, total_count: 1001 })],
    ['has both forms at once', (page) => ({ ...page, total_count: 1001, offset: 0 })],
    ['has numbers as markers', (page) => ({ ...page, next_marker: Number(page.next_marker) || null })],
    ['has a limit as text', (page) => ({ ...page, limit: String(page.limit) })],
    ['has an empty marker at the end', (page) => ({ ...page, next_marker: page.next_marker ?? '' })],
    ['omits the marker at the end', ({ next_marker, ...page }) => (next_marker ? { ...page, next_marker } : page)],
    [
      'knows no markers',
      ({ next_marker, ...page }) => (next_marker === undefined ? page : { ...page, total_count: 1002, offset: 0 }),
    ],
  ])('if its service %s', async (_, bend) => {
    const folder = service.add('folder', { name: 'in', parentId: '0' });
    for (let index = 0; index < 1001; index += 1) service.add('file', { name: `${index}`, parentId: folder });
    service.bendPages(bend);
    expect(await countsOf(folder)).toEqual([1001, 1001, 1001]);
  });

  test('or refused if its marker is unreadable', async () => {
    service.bendPages((page) => ({ ...page, next_marker: { at: 2 } }));
    const fault = { code: 'bad_answer', says: { args: { fault: expect.stringMatching(/^next_marker: /) } } };
    await expect(listAll(client, '0', new AbortController().signal)).rejects.toMatchObject(fault);
  });
});

describe('an item of a known type that cannot be read is an error in its folder', () => {
  const fault = { code: 'bad_answer', says: { args: { fault: expect.stringMatching(/^entries\.0\.(id|type): /) } } };
  let folder: string;
  beforeEach(() => {
    folder = service.add('folder', { name: 'in', parentId: '0' });
    file = service.add('file', { name: 'odd.txt', parentId: folder });
  });

  test.each([{ id: 5 }, { id: undefined }, { type: undefined }, { type: 7 }])('%o', async (odd) => {
    service.bend(file, odd);
    await expect(listed({ usemarker: true, limit: 1000 }, folder)).rejects.toThrow('bad_answer');
    await expect(listAll(client, folder, new AbortController().signal)).rejects.toMatchObject(fault);
    await expect(gatherEntries(client, [{ type: 'folder', id: folder }])).rejects.toMatchObject(fault);
  });
});

test('a search without a limit continues after all of its entries', async () => {
  const entries = Array.from({ length: 150 }, (_, index) => ({ type: 'file', id: `${index}`, name: `${index}` }));
  service.answer('/search', { type: 'search_results_items', total_count: 300, offset: 0, entries });
  const answer = await asked('search', { query: { query: 'a' } });
  expect(answer).toMatchObject({ ok: true, value: { limit: 150, offset: 0 } });
});

test('recent items of unknown types are left out and counted', async () => {
  const recent = { type: 'recent_item', interaction_type: 'item_open', interacted_at: '2026-05-05T05:05:05Z' };
  const item = { type: 'file', id: '1', name: 'a' };
  service.answer('/recent_items', {
    entries: [
      { ...recent, item },
      { ...recent, item: unknownType },
    ],
  });
  const answer = await asked('listRecentItems', { query: {} });
  expect(answer).toMatchObject({ ok: true, value: { left_out: 1, entries: [{ item }] } });
});

const link = { url: 'https://foreign.example/s/1', access: 'open' };

test.each<[string, object]>([
  ['shared_link', { shared_link: 'odd' }],
  ['shared_link.url', { shared_link: { access: 'open' } }],
  ['shared_link.is_password_enabled', { shared_link: { ...link, is_password_enabled: 1 } }],
  ['shared_link.unshared_at', { shared_link: { ...link, unshared_at: 1893456000 } }],
])('a link that cannot be read is an error, not called harmless: %s', async (field, odd) => {
  service.bend(file, odd);
  const read = client.call(getFile, { params: { file_id: file }, query: { fields: 'shared_link' } });
  const fault = expect.stringMatching(`^${field}: `);
  await expect(read).rejects.toMatchObject({ code: 'bad_answer', says: { args: { fault } } });
});

test.each([undefined, null])('an item without a link has none: %o', async (shared_link) => {
  service.bend(file, { shared_link });
  const read = await client.call(getFile, { params: { file_id: file }, query: { fields: 'shared_link' } });
  expect((read as { readonly body: object }).body).toMatchObject(shared_link === null ? { shared_link } : { id: file });
});

test('an answer that is not a page is still an error', async () => {
  service.bend(file, { item_collection: undefined, type: 'error' });
  const handlers = serviceCommands({ api: client } as unknown as CommandWorld);
  const request = { params: { file_id: file }, query: {} };
  expect(await handlers['service.call']({ operation: 'getFile', request })).toMatchObject({ ok: false });
});

test('`tandem ls` lists the items that it can read', async () => {
  service.bend(file, oddFields);
  const { items, leftOut } = await listAll(client, '0', new AbortController().signal);
  expect([items.map(({ name }) => name), leftOut]).toEqual([['odd.txt', 'other.txt'], 0]);
  service.bend(file, unknownType);
  expect(await listAll(client, '0', new AbortController().signal)).toMatchObject({
    items: [{ name: 'other.txt' }],
    leftOut: 1,
  });
});

test('an archive has the items that can be read, and says how many it lacks', async () => {
  const folder = service.add('folder', { name: 'in', parentId: '0' });
  const odd = service.add('file', { name: 'odd.txt', parentId: folder });
  const unknown = service.add('file', { name: 'unknown', parentId: folder });
  service.bend(odd, oddFields);
  service.bend(unknown, unknownType);
  const { entries, leftOut, refusal } = await gatherEntries(client, [{ type: 'folder', id: folder }]);
  expect([entries.map(({ path }) => path), leftOut, refusal]).toEqual([['in/odd.txt'], 1, null]);
});

const asked = (operation: ServiceCall, request: object) =>
  serviceCommands({ api: client } as unknown as CommandWorld)['service.call']({ operation, request });

test('collaborations are listed without the bounds of their page and with people of no login', async () => {
  service.answer(`/files/${file}/collaborations`, {
    entries: [
      { type: 'collaboration', id: '1', role: 'editor', accessible_by: { ...nameless }, created_by: nameless },
      { type: 'collaboration', id: '2', role: 'viewer', accessible_by: null, expires_at: null, status: 'odd' },
    ],
  });
  const answer = await asked('listFileCollaborations', { params: { file_id: file }, query: {} });
  expect(answer).toMatchObject({
    ok: true,
    value: { limit: 2, entries: [{ accessible_by: { name: 'Bob' } }, { id: '2', accessible_by: null }] },
  });
});

test('a task is listed with what is known of it', async () => {
  service.answer(`/files/${file}/tasks`, {
    total_count: 1,
    entries: [
      {
        type: 'task',
        id: '1',
        message: 'Look',
        due_at: null,
        item: { type: 'file', id: file },
        created_by: nameless,
        task_assignment_collection: {
          total_count: 1,
          entries: [{ type: 'task_assignment', id: '2', item: null, assigned_to: nameless, resolution_state: 'odd' }],
        },
      },
    ],
  });
  const answer = await asked('listTasks', { params: { file_id: file }, query: {} });
  expect(answer).toMatchObject({
    ok: true,
    value: {
      entries: [
        {
          message: 'Look',
          task_assignment_collection: { entries: [{ assigned_to: { name: 'Bob' }, resolution_state: 'incomplete' }] },
        },
      ],
    },
  });
});

test('a folder behind a link lists an item with odd fields, and counts those of unknown types', async () => {
  service.bend(file, oddFields);
  service.bend(service.add('file', { name: 'unknown', parentId: '0' }), unknownType);
  const visits = { header: () => 'shared_link=https://foreign.example/s/1', open: () => 'v' };
  const handlers = sharedLinkCommands({ api: client, visits } as unknown as CommandWorld);
  expect(await handlers['link.items']({ visit: 'v', folderId: '0' })).toMatchObject({
    ok: true,
    value: { things: [{ name: 'odd.txt', owner: 'Bob', canDownload: true }, { name: 'other.txt' }], leftOut: 1 },
  });
});

test.each([
  [undefined, true],
  [{}, true],
  [{ can_download: true }, true],
  [{ can_download: false }, false],
])('an item behind a link can be downloaded unless its permissions forbid it: %o', async (permissions, canDownload) => {
  service.answer('/shared_items', { type: 'file', id: file, etag: '1', name: 'odd.txt', permissions });
  service.bend(file, { permissions });
  const visits = { header: () => 'shared_link=https://foreign.example/s/1', open: () => 'v' };
  const handlers = sharedLinkCommands({ api: client, visits } as unknown as CommandWorld);
  expect(await handlers['link.visit']({ url: 'https://foreign.example/s/1' })).toMatchObject({
    ok: true,
    value: { thing: { canDownload } },
  });
  expect(await handlers['link.items']({ visit: 'v', folderId: '0' })).toMatchObject({
    ok: true,
    value: { things: [{ canDownload }, { name: 'other.txt' }] },
  });
});
