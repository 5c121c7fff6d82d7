import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { dropExpiredRecords } from '../../../../service/domain/upkeep/purge-expired.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const day = 24 * 3600 * 1000;

let service: TestService;
let now = Date.UTC(2026, 5, 1);
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => ++now } });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function admin(query: string, stream = 'admin_logs'): Promise<Seen> {
  const page = await ann.get(`/events?stream_type=${stream}&${query}`);
  expect(page.status).toBe(200);
  expect(page.json.chunk_size).toBe(page.json.entries.length);
  return page.json;
}

async function latest(): Promise<number> {
  return (await admin('stream_position=now')).next_stream_position;
}

/** The position of Ann's own stream. */
async function ownLatest(): Promise<number> {
  return (await ann.get('/events?stream_position=now')).json.next_stream_position;
}

async function newFolder(name: string, parentId = '0', caller = ann): Promise<Seen> {
  return (await caller.post('/folders', { name, parent: { id: parentId } })).json;
}

/** Writes events into the log, numbered from 0. */
async function append(count: number): Promise<void> {
  await service.service.store.transaction(async ({ events }) => {
    for (let number = 0; number < count; number += 1) {
      await events.append({
        eventId: `numbered ${number}`,
        eventType: 'LOCK',
        adminType: 'LOCK',
        createdAt: ++now,
        createdBy: service.person.id,
        source: { kind: 'resource', resource: { type: 'numbered', id: String(number) } },
        recipients: [],
      });
    }
  });
}

describe('administrators’ streams', () => {
  test('item source: item_type, item_id, item_name, parent, owned_by, of everybody’s items', async () => {
    const bob = await service.addPerson('bob@example.com', 'Bob');
    const start = await latest();
    const asBob = callerOf(service, bob.token);
    const folder = await newFolder('plans', '0', asBob);
    const file = (await asBob.upload({ name: 'a.txt', parent: { id: folder.id } }, 'a')).json.entries[0];
    const { entries } = await admin(`stream_position=${start}`);
    const owned_by = { type: 'user', id: bob.id, name: 'Bob', login: 'bob@example.com' };
    expect(entries).toMatchObject([
      {
        type: 'event',
        event_type: 'UPLOAD',
        created_by: owned_by,
        additional_details: { service_id: expect.any(String) },
      },
      { event_type: 'UPLOAD', created_by: owned_by },
    ]);
    expect(entries.map(({ source }) => source)).toEqual([
      {
        item_type: 'folder',
        item_id: folder.id,
        item_name: 'plans',
        parent: { type: 'folder', name: 'All Files', id: '0' },
        owned_by,
      },
      {
        item_type: 'file',
        item_id: file?.id,
        item_name: 'a.txt',
        parent: { type: 'folder', name: 'plans', id: folder.id },
        owned_by,
      },
    ]);
  });

  test('item source: classification, by its name, only where there is one', async () => {
    const templateKey = 'securityClassification-6VMVochwUWo';
    const key = 'Box__Security__Classification__Key';
    const field = { type: 'enum', key, displayName: 'Classification', options: [{ key: 'Secret' }] };
    const template = { scope: 'enterprise', templateKey, displayName: 'Classification', fields: [field] };
    expect((await ann.post('/metadata_templates/schema', template)).status).toBe(201);
    const start = await latest();
    const [secret, plain] = [await newFolder('secret'), await newFolder('plain')];
    const made = await ann.post(`/folders/${secret.id}/metadata/enterprise/${templateKey}`, { [key]: 'Secret' });
    expect(made.status).toBe(201);
    const { entries } = await admin(`stream_position=${start}&event_type=UPLOAD`);
    const sources = entries.map(({ source }) => [
      Reflect.get(source, 'item_id'),
      Reflect.get(source, 'classification'),
    ]);
    expect(sources).toEqual([
      [secret.id, { name: 'Secret' }],
      [plain.id, undefined],
    ]);
  });

  test('user source: the standard fields, id an integer and phone a number', async () => {
    const start = await latest();
    const made = (await ann.post('/users', { name: 'Carol', login: 'carol@example.com', phone: '+49 30 1234' })).json;
    const { entries } = await admin(`stream_position=${start}&event_type=NEW_USER`);
    expect(entries[0]).toMatchObject({
      event_type: 'NEW_USER',
      source: { id: Number(made.id), type: 'user', phone: 49301234, name: 'Carol', login: 'carol@example.com' },
    });
    const fields = 'id type address avatar_url created_at job_title language login max_upload_size modified_at name';
    const further = 'notification_email phone space_amount space_used status timezone';
    expect(Object.keys(entries[0]?.source ?? {}).sort()).toEqual(`${fields} ${further}`.split(' ').sort());
  });

  test('user source: id and phone are strings where the operator says so', async () => {
    await using other = await startTestService({ config: { eventUserIds: 'string' } });
    const caller = callerOf(other, other.person.token);
    const made = (await caller.post('/users', { name: 'Carol', login: 'carol@example.com', phone: '030' })).json;
    const { entries } = (await caller.get('/events?stream_type=admin_logs&event_type=NEW_USER')).json;
    const own = entries.find(({ source }) => source.id === made.id);
    expect(own?.source).toMatchObject({ id: made.id, phone: '030' });
  });

  test('the same happening has the same event_id in a person’s stream', async () => {
    const [start, ownStart] = [await latest(), await ownLatest()];
    await newFolder('twice');
    const own = (await ann.get(`/events?stream_position=${ownStart}`)).json.entries;
    expect(own).toHaveLength(1);
    const { entries } = await admin(`stream_position=${start}`);
    expect(entries.map(({ event_id }) => event_id)).toEqual(own.map(({ event_id }) => event_id));
  });

  test('event_type keeps only the named types, in the order of the events, page by page', async () => {
    const start = await latest();
    const made: Seen[] = [];
    for (const name of ['t1', 't2', 't3']) {
      const folder = await newFolder(name);
      made.push(folder);
      await ann.delete(`/folders/${folder.id}`);
    }
    const first = await admin(`stream_position=${start}&event_type=DELETE,UPLOAD&limit=4`);
    expect(first.entries.map(({ event_type }) => event_type)).toEqual(['UPLOAD', 'DELETE', 'UPLOAD', 'DELETE']);
    const second = await admin(`stream_position=${first.next_stream_position}&event_type=DELETE,UPLOAD&limit=4`);
    expect(second.entries.map(({ event_type }) => event_type)).toEqual(['UPLOAD', 'DELETE']);
    expect((await admin(`stream_position=${start}&event_type=MOVE`)).entries).toEqual([]);
  });

  test.each(['', ','])('an event_type without a name (%j) is none, in each stream', async (value) => {
    const [start, ownStart] = [await latest(), await ownLatest()];
    await newFolder(`all types (${value})`);
    expect((await admin(`stream_position=${start}&event_type=${value}`)).chunk_size).toBe(1);
    expect((await ann.get(`/events?stream_position=${ownStart}&event_type=${value}`)).json.chunk_size).toBe(1);
  });

  test('created_after and created_before cut the log in time', async () => {
    await newFolder('before');
    now += day;
    const from = new Date(now).toISOString();
    await newFolder('within');
    const to = new Date(++now).toISOString();
    now += day;
    await newFolder('after');
    const window = (await admin(`created_after=${from}&created_before=${to}`)).entries;
    expect(window.map(({ source }) => Reflect.get(source, 'item_name'))).toEqual(['within']);
  });

  test('limit is at most 500: a larger one gives that many, and the position after them', async () => {
    const start = await latest();
    await append(501);
    const page = await admin(`stream_position=${start}&limit=501`);
    expect(page.chunk_size).toBe(500);
    const rest = await admin(`stream_position=${page.next_stream_position}`);
    expect(rest.entries.map(({ source }) => source.id)).toEqual(['500']);
    expect((await ann.get('/events?stream_type=admin_logs&limit=0')).json.code).toBe('invalid_limit');
  });

  test.each(['created_after', 'created_before'])('%s is refused in the streams of people', async (name) => {
    for (const stream of ['all', 'changes', 'sync']) {
      const refused = await ann.get(`/events?stream_type=${stream}&${name}=2026-01-01T00:00:00Z`);
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
      expect(refused.json.message).toContain(name);
    }
  });

  test('are for administrators, by a token of the enterprise', async () => {
    const dave = callerOf(service, (await service.addPerson('dave@example.com')).token);
    const refused = await dave.get('/events?stream_type=admin_logs');
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
    const narrow = await createToken(service.service, { login: service.person.login, scopes: ['root_readwrite'] });
    const scoped = await callerOf(service, narrow).get('/events?stream_type=admin_logs_streaming');
    expect([scoped.status, scoped.json.code]).toEqual([403, 'insufficient_scope']);
  });

  test('user sources are in no stream of changes', async () => {
    const start = await ownLatest();
    await ann.post('/users', { name: 'Eve', login: 'eve@example.com' });
    for (const stream of ['changes', 'sync']) {
      const page = (await ann.get(`/events?stream_type=${stream}&stream_position=${start}`)).json;
      expect(page.entries.filter(({ source }) => source.type === 'user')).toEqual([]);
    }
  });
});

describe('retention', () => {
  test.each([
    ['all', 21],
    ['changes', 21],
    ['sync', 31],
    ['admin_logs_streaming', 14],
    ['admin_logs', 365],
    ['admin_logs', 90],
  ])('a position in %s is good for %i days; then the answer says what to do', async (stream, days) => {
    let time = Date.UTC(2026, 0, 1);
    const config = stream === 'admin_logs' ? { adminLogDays: days } : {};
    await using old = await startTestService({ clock: { now: () => ++time }, config });
    const caller = callerOf(old, await createTokenFor(old));
    const read = (position: number | string) => caller.get(`/events?stream_type=${stream}&stream_position=${position}`);
    await newFolder('first', '0', caller);
    const start = (await read('now')).json.next_stream_position;
    await newFolder('old', '0', caller);
    time += days * day - 60_000;
    await dropExpiredRecords(old.service);
    expect((await read(start)).json.chunk_size).toBe(1);
    time += 120_000;
    const refused = await read(start);
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_stream_position']);
    expect(refused.json.message).toMatch(new RegExp(`${days} days.*stream_position=(now|0)`));
    expect((await read(0)).json.chunk_size).toBe(0);
    await dropExpiredRecords(old.service);
    expect((await read(start)).status).toBe(400);
    await newFolder('new', '0', caller);
    expect((await read(0)).json.chunk_size).toBe(1);
  });

  test('a person without events for a long time has missed nothing, however many others occurred', async () => {
    let time = Date.UTC(2026, 0, 1);
    await using old = await startTestService({ clock: { now: () => ++time } });
    const ownToken = await createTokenFor(old);
    const bob = callerOf(old, (await old.addPerson('bob@example.com')).token);
    await newFolder('first', '0', callerOf(old, ownToken));
    const start = (await bob.get('/events?stream_position=now')).json.next_stream_position;
    await newFolder('of ann', '0', callerOf(old, ownToken));
    time += 25 * day;
    expect((await bob.get(`/events?stream_position=${start}`)).status).toBe(200);
  });
});

/** A token that outlives the times of these tests. */
async function createTokenFor({ service: opened, person }: TestService): Promise<string> {
  return createToken(opened, { login: person.login });
}
