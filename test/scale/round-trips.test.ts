import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDatabasePlace } from '../../service/options/storage-config.ts';
import { type CountingLine, openCountingLine } from '../support/lines/counting-line.ts';
import { throughLine } from '../support/lines/slow-line.ts';
import { dropDatabase, newDatabase } from '../support/servers/test-servers.ts';
import { type CallerAnswer, callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../support/service/service.ts';

/*
 * How often a request waits for PostgreSQL. The first trip of each request finds the owner of its token. A change then locks and reads,
 * checks, writes and commits. When a count rises, start the statements together, or say here why it has to be higher.
 */

let database: string;
let line: CountingLine;
let directory: string;
let service: TestService;
let ann: ServiceCaller;
let folder: string;
let file: string;
let names = 0;

beforeAll(async () => {
  database = await newDatabase();
  line = await openCountingLine(new URL(database));
  directory = await mkdtemp(path.join(tmpdir(), 'tandem-trips-'));
  const storage = {
    dataDirectory: directory,
    database: readDatabasePlace(throughLine(database, line), '/'),
    blobs: { kind: 'disk' as const, directory: path.join(directory, 'blobs') },
    signal: { kind: 'database' as const },
  };
  service = await startSingleService({ config: { storage } });
  ann = callerOf(service, service.person.token);
  const top = await ann.post('/folders', { name: 'top', parent: { id: '0' } });
  folder = (await ann.post('/folders', { name: 'folder', parent: { id: top.json.id } })).json.id;
  file = (await upload()).json.entries[0]?.id ?? '';
});
afterAll(async () => {
  await service.stop();
  await line.close();
  await dropDatabase(database);
  await rm(directory, { recursive: true });
});

const newName = () => `name ${(names += 1)}`;
const make = async () => ann.post('/folders', { name: newName(), parent: { id: folder } });
const upload = async () => ann.upload({ name: newName(), parent: { id: folder } }, 'content');

/** How many requests `tripsOf` sends. */
const rounds = 4;

/** Each request of our client that changes something has its own key. */
const keyed = () => ({ 'idempotency-key': randomUUID() });

/** The fewest trips of a few requests: the first ones open connections, and a job may run beside any of them. */
async function tripsOf(send: (round: number) => Promise<CallerAnswer>, status: number): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { trips } = await line.count(async () => expect((await send(round)).status).toBe(status));
    counts.push(trips);
  }
  return Math.min(...counts);
}

type Kind = 'file' | 'folder';

/** Makes an item that a test may move, trash or copy. A folder contains a file and a folder. */
async function freshItem(kind: Kind): Promise<string> {
  if (kind === 'file') return (await upload()).json.entries[0]?.id ?? '';
  const { id } = (await make()).json;
  await ann.upload({ name: 'inner', parent: { id } }, 'content');
  await ann.post('/folders', { name: 'below', parent: { id } });
  return id;
}

async function freshItems(kind: Kind): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; round < rounds; round += 1) ids.push(await freshItem(kind));
  return ids;
}

/** A folder of another owner, in which Ann is an editor. */
async function bobsFolder(): Promise<string> {
  const { token } = await service.addPerson(`bob ${newName()}@example.com`.replaceAll(' ', '-'), 'Bob');
  const bob = callerOf(service, token);
  const { id } = (await bob.post('/folders', { name: newName(), parent: { id: '0' } })).json;
  const accessible_by = { type: 'user', login: service.person.login };
  await bob.post('/collaborations', { item: { type: 'folder', id }, accessible_by, role: 'editor' });
  return id;
}

/** A group with two members that shares folders of Bob, and what makes another member. */
async function groupOf(folders: number) {
  const wanted = { name: newName(), invitability_level: 'all_managed_users' };
  const group = { id: (await ann.post('/groups', wanted)).json.id };
  const newMember = async () => (await service.addPerson(`${randomUUID()}@example.com`, 'Member')).id;
  const join = async (id: string) => ann.post('/group_memberships', { user: { id }, group });
  for (let count = 0; count < 2; count += 1) await join(await newMember());
  const bob = callerOf(service, (await service.addPerson(`${randomUUID()}@example.com`, 'Bob')).token);
  for (let count = 0; count < folders; count += 1) {
    const { id } = (await bob.post('/folders', { name: newName(), parent: { id: '0' } })).json;
    const accessible_by = { type: 'group', id: group.id };
    const share = { item: { type: 'folder', id }, accessible_by, role: 'editor' };
    expect((await bob.post('/collaborations', share)).status).toBe(201);
  }
  return { group, newMember, join };
}

/** A webhook on a folder in the trash, for which this many messages wait for a retry. */
async function webhookWith(messages: number): Promise<readonly [webhook: string, folder: string]> {
  const { id } = (await make()).json;
  const target = { id, type: 'folder' };
  const order = { target, address: 'https://example.org/hook', triggers: ['FILE.UPLOADED', 'FOLDER.RENAMED'] };
  const { id: webhookId } = (await ann.post('/webhooks', order)).json;
  const now = Date.now();
  await service.service.store.transaction(async (tx) => {
    for (let count = 0; count < messages; count += 1) {
      const content = { id: await tx.allocateId(), createdBy: service.person.id, body: '"body":1}' };
      const waiting = { status: 'waiting' as const, tries: 1, nextTryAt: now + 60_000 };
      const tried = { lastTryAt: now, lastStatus: 503, lastError: null };
      const trigger = count % 2 === 0 ? ('FILE.UPLOADED' as const) : ('FOLDER.RENAMED' as const);
      const delivery = {
        id: await tx.allocateId(),
        webhookId,
        trigger,
        createdAt: now,
        head: '{',
        ...waiting,
        ...tried,
      };
      await tx.webhooks.insertMessage({ content, deliveries: [delivery] });
    }
  }, 'enterprise');
  await ann.delete(`/folders/${id}`);
  return [webhookId, id];
}

/** The items of one kind. */
const kinds = [
  { kind: 'file', path: '/files' },
  { kind: 'folder', path: '/folders' },
] as const;

describe('round trips to PostgreSQL', () => {
  test.each([
    { trips: 3, what: 'a file', get: () => `/files/${file}` },
    { trips: 3, what: 'a folder with its items', get: () => `/folders/${folder}` },
    { trips: 3, what: 'the items of a folder', get: () => `/folders/${folder}/items` },
    { trips: 3, what: 'the items with fields', get: () => `/folders/${folder}/items?fields=id,name,size,modified_at` },
    { trips: 3, what: 'the first page by marker', get: () => `/folders/${folder}/items?usemarker=true` },
  ])('reads $what in $trips', async ({ trips, get }) => {
    expect(await tripsOf(async () => ann.get(get()), 200)).toBe(trips);
  });

  // The token, all favorites in outline, the items of the page, and their paths.
  test('reads a page of the favorites in 4, however many there are', async () => {
    const favorites = String((await ann.get('/collections')).json.entries[0]?.id);
    for (let count = 0; count < 9; count += 1) {
      await ann.put(`/folders/${(await make()).json.id}`, { collections: [{ id: favorites }] });
    }
    expect(await tripsOf(async () => ann.get(`/collections/${favorites}/items?offset=3&limit=3`), 200)).toBe(4);
  });

  test('makes a folder in 6', async () => {
    expect(await tripsOf(make, 201)).toBe(6);
  });

  // Three come before its bytes: two checks, and the end of their snapshot, which is not awaited.
  test('uploads a file in 9 at most', async () => {
    expect(await tripsOf(upload, 201)).toBeLessThanOrEqual(9);
  });

  // Three come before its bytes, as for a new file.
  test('uploads a new version in 9 at most', async () => {
    const send = async () => ann.upload({}, newName(), `/files/${file}/content`);
    expect(await tripsOf(send, 201)).toBeLessThanOrEqual(9);
  });

  test('uploads a new version under a new name in 9 at most', async () => {
    const send = async () => ann.upload({ name: newName() }, newName(), `/files/${file}/content`);
    expect(await tripsOf(send, 201)).toBeLessThanOrEqual(9);
  });

  // A key costs two: the look for a stored answer before the request, and the answer that is stored before the commit.
  test('makes a folder with an idempotency key in 8', async () => {
    const send = async () => ann.post('/folders', { name: newName(), parent: { id: folder } }, keyed());
    expect(await tripsOf(send, 201)).toBe(8);
  });

  test.each(kinds)('renames a $kind with an idempotency key in 8', async ({ kind, path: items }) => {
    const id = await freshItem(kind);
    const send = async () => ann.put(`${items}/${id}`, { name: newName() }, keyed());
    expect(await tripsOf(send, 200)).toBe(8);
  });

  test.each(kinds)('moves a $kind with an idempotency key in 8', async ({ kind, path: items }) => {
    const places = [(await make()).json.id, folder];
    const id = await freshItem(kind);
    const send = async (round: number) => ann.put(`${items}/${id}`, { parent: { id: places[round % 2] } }, keyed());
    expect(await tripsOf(send, 200)).toBe(8);
  });

  // Without a key, 6. The third is the end of the look's snapshot, which is not awaited.
  test('uploads a file with an idempotency key in 9 at most', async () => {
    const send = async () => ann.upload({ name: newName(), parent: { id: folder } }, 'content', undefined, keyed());
    expect(await tripsOf(send, 201)).toBeLessThanOrEqual(9);
  });

  test('uploads a new version with an idempotency key in 11 at most', async () => {
    const send = async () => ann.upload({}, newName(), `/files/${file}/content`, keyed());
    expect(await tripsOf(send, 201)).toBeLessThanOrEqual(11);
  });

  test('makes an earlier version the current one in 6', async () => {
    const id = await freshItem('file');
    const versions = [(await ann.get(`/files/${id}`)).json.file_version.id];
    for (let count = 0; count < rounds; count += 1) {
      versions.push((await ann.upload({}, newName(), `/files/${id}/content`)).json.entries[0]?.file_version.id ?? '');
    }
    const send = async (round: number) =>
      ann.post(`/files/${id}/versions/current`, { type: 'file_version', id: versions[round] });
    expect(await tripsOf(send, 201)).toBe(6);
  });

  test('renames a folder in 6', async () => {
    expect(await tripsOf(async () => ann.put(`/folders/${folder}`, { name: newName() }), 200)).toBe(6);
  });

  test('renames a file in 6', async () => {
    expect(await tripsOf(async () => ann.put(`/files/${file}`, { name: newName() }), 200)).toBe(6);
  });

  test.each(kinds)('moves a $kind in 6', async ({ kind, path: items }) => {
    const places = [(await make()).json.id, folder];
    const id = await freshItem(kind);
    const send = async (round: number) => ann.put(`${items}/${id}`, { parent: { id: places[round % 2] } });
    expect(await tripsOf(send, 200)).toBe(6);
  });

  test.each(kinds)('moves a $kind to the root in 6', async ({ kind, path: items }) => {
    const ids = await freshItems(kind);
    const send = async (round: number) => ann.put(`${items}/${ids[round]}`, { parent: { id: '0' } });
    expect(await tripsOf(send, 200)).toBe(6);
  });

  test.each(kinds)('copies a $kind in 6', async ({ kind, path: items }) => {
    const id = await freshItem(kind);
    const send = async () => ann.post(`${items}/${id}/copy`, { name: newName(), parent: { id: folder } });
    expect(await tripsOf(send, 201)).toBe(6);
  });

  test('copies an earlier version of a file in 6', async () => {
    const id = await freshItem('file');
    const { json } = await ann.get(`/files/${id}`);
    await ann.upload({}, 'new content', `/files/${id}/content`);
    const version = json.file_version.id;
    const send = async () => ann.post(`/files/${id}/copy`, { name: newName(), parent: { id: folder }, version });
    expect(await tripsOf(send, 201)).toBe(6);
  });

  test('copies a file into the space of an owner with a quota in 6', async () => {
    await ann.put(`/users/${service.person.id}`, { space_amount: 1_000_000 });
    const send = async () => ann.post(`/files/${file}/copy`, { name: newName(), parent: { id: folder } });
    expect(await tripsOf(send, 201)).toBe(6);
    await ann.put(`/users/${service.person.id}`, { space_amount: -1 });
  });

  // Three more find out what a collaborator may do: two in the folder as it is, one in the folder with the item.
  test.each(kinds)('moves a $kind to another owner in 9', async ({ kind, path: items }) => {
    const [place, ids] = [await bobsFolder(), await freshItems(kind)];
    const send = async (round: number) => ann.put(`${items}/${ids[round]}`, { parent: { id: place } });
    expect(await tripsOf(send, 200)).toBe(9);
  });

  // A folder also looks for shared items below it.
  test.each([
    { trips: 5, kind: 'file', path: '/files' },
    { trips: 6, kind: 'folder', path: '/folders' },
  ] as const)('restores a $kind from the trash in $trips', async ({ trips, kind, path: items }) => {
    const ids = await freshItems(kind);
    for (const id of ids) await ann.delete(`${items}/${id}?recursive=true`);
    expect(await tripsOf(async (round) => ann.post(`${items}/${ids[round]}`, {}), 201)).toBe(trips);
  });

  test('adds and removes a member of a group in as many for 10 shared folders as for 3', async () => {
    const tripsWith = async (folders: number) => {
      const { newMember, join } = await groupOf(folders);
      const [ids, memberships] = [[] as string[], [] as string[]];
      for (let round = 0; round < rounds; round += 1) ids.push(await newMember());
      const adding = async (round: number) => {
        const answer = await join(ids[round] ?? '');
        memberships.push(answer.json.id);
        return answer;
      };
      const added = await tripsOf(adding, 201);
      return [added, await tripsOf(async (round) => ann.delete(`/group_memberships/${memberships[round]}`), 204)];
    };
    expect(await tripsWith(10)).toEqual(await tripsWith(3));
  });

  test('deletes a group in as many for 10 shared folders as for 3', async () => {
    const tripsWith = async (folders: number) => {
      const groups: string[] = [];
      for (let round = 0; round < rounds; round += 1) groups.push((await groupOf(folders)).group.id);
      return tripsOf(async (round) => ann.delete(`/groups/${groups[round]}`), 204);
    };
    expect(await tripsWith(10)).toBe(await tripsWith(3));
  });

  test.each(['moves a webhook to another target', 'permanently deletes the target of a webhook'] as const)(
    '%s in as many for 200 waiting messages as for 10',
    async (what) => {
      const tripsWith = async (messages: number) => {
        const watched: (readonly [webhook: string, folder: string])[] = [];
        for (let round = 0; round < rounds; round += 1) watched.push(await webhookWith(messages));
        const send = async (round: number) => {
          const [webhook, target] = watched[round] ?? [];
          if (what === 'permanently deletes the target of a webhook') return ann.delete(`/folders/${target}/trash`);
          return ann.put(`/webhooks/${webhook}`, { target: { type: 'folder', id: (await make()).json.id } });
        };
        return tripsOf(send, what === 'moves a webhook to another target' ? 200 : 204);
      };
      expect(await tripsWith(200)).toBe(await tripsWith(10));
    },
  );

  test.each([
    { trips: 4, kind: 'file', path: '/files' },
    { trips: 6, kind: 'folder', path: '/folders' },
  ] as const)('moves a $kind to the trash in $trips', async ({ trips, kind, path: items }) => {
    const ids = await freshItems(kind);
    expect(await tripsOf(async (round) => ann.delete(`${items}/${ids[round]}?recursive=true`), 204)).toBe(trips);
  });
});
