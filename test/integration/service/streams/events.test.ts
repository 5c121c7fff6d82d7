import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function latest(caller = ann): Promise<number> {
  return (await caller.get('/events?stream_position=now')).json.next_stream_position;
}

async function since(position: number | string, query = '', caller = ann): Promise<Seen> {
  const page = await caller.get(`/events?stream_position=${position}${query}`);
  expect(page.status).toBe(200);
  expect(page.json.chunk_size).toBe(page.json.entries.length);
  return page.json;
}

async function longPollUrl(position: number): Promise<string> {
  const servers = await ann.options('/events');
  return `${servers.json.entries[0]?.url}&stream_position=${position}`;
}

describe('GET /events', () => {
  test('now gives the latest position, a number, and no events', async () => {
    const page = (await ann.get('/events?stream_position=now')).json;
    expect(page).toMatchObject({ chunk_size: 0, entries: [] });
    expect(Number.isSafeInteger(page.next_stream_position)).toBe(true);
  });

  test('the streams of administrators have no long polling, and OPTIONS says so with 400', async () => {
    for (const type of ['admin_logs', 'admin_logs_streaming']) {
      const refused = await ann.options(`/events?stream_type=${type}`);
      expect([refused.status, refused.json.code, refused.json.message]).toEqual([
        400,
        'invalid_parameter',
        expect.stringContaining('does not support waiting. Poll it instead.'),
      ]);
    }
    for (const type of ['all', 'changes', 'sync']) {
      expect((await ann.options(`/events?stream_type=${type}`)).status).toBe(200);
    }
  });

  test('limit=0 is for now alone, where the public Python SDK begins', async () => {
    const page = await ann.get('/events?limit=0&stream_position=now&stream_type=all');
    expect(page.json).toMatchObject({ chunk_size: 0, entries: [], next_stream_position: await latest() });
    for (const query of ['', '&stream_position=0', `&stream_position=${await latest()}`]) {
      const refused = await ann.get(`/events?limit=0${query}`);
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid_limit']);
    }
  });

  test('each change is one event with its item as it was, in the order of the changes', async () => {
    const start = await latest();
    const { id } = (await ann.post('/folders', { name: 'watched', parent: { id: '0' } })).json;
    const file = (await ann.upload({ name: 'a', parent: { id } }, '1')).json.entries[0];
    await ann.upload({ name: 'a' }, '2', `/files/${file?.id}/content`);
    await ann.put(`/files/${file?.id}`, { name: 'b' });
    await ann.put(`/files/${file?.id}`, { parent: { id: '0' } });
    const copy = (await ann.post(`/files/${file?.id}/copy`, { parent: { id } })).json;
    await ann.delete(`/files/${file?.id}`);
    await ann.post(`/files/${file?.id}`);
    const page = await since(start, '&stream_type=changes');
    expect(page.entries.map((event) => [event.event_type, event.source.id, event.source.etag])).toEqual([
      ['ITEM_CREATE', id, '0'],
      ['ITEM_UPLOAD', file?.id, '0'],
      ['ITEM_UPLOAD', file?.id, '1'],
      ['ITEM_RENAME', file?.id, '2'],
      ['ITEM_MOVE', file?.id, '3'],
      ['ITEM_COPY', copy.id, '0'],
      ['ITEM_TRASH', file?.id, '4'],
      ['ITEM_UNDELETE_VIA_TRASH', file?.id, '5'],
    ]);
    const sequence = page.entries
      .filter((event) => event.source.id === file?.id)
      .map((event) => event.source.sequence_id);
    expect(sequence.map(Number)).toEqual([...sequence].map(Number).sort((one, other) => one - other));
    expect(new Set(page.entries.map((event) => event.event_id)).size).toBe(8);
    for (const event of page.entries) {
      expect(event).toMatchObject({ type: 'event', created_by: { id: service.person.id, type: 'user', name: 'Ann' } });
      expect(event.source.parent.id).toEqual(expect.any(String));
      expect(event.source.item_status).toEqual(expect.any(String));
    }
    expect(page.next_stream_position).toBe(await latest());
  });

  test('positions continue where the last page ended, and repeat nothing', async () => {
    const start = await latest();
    for (const name of ['p1', 'p2', 'p3']) await ann.post('/folders', { name, parent: { id: '0' } });
    const first = await since(start, '&limit=2');
    const second = await since(first.next_stream_position, '&limit=2');
    expect([...first.entries, ...second.entries].map((event) => event.source.name)).toEqual(['p1', 'p2', 'p3']);
    expect((await since(second.next_stream_position)).entries).toEqual([]);
  });

  test('a position of 0, or none, begins at the oldest event', async () => {
    const all = await ann.get('/events?limit=500');
    expect(all.json.entries.length).toBeGreaterThan(0);
    expect((await since(0, '&limit=500')).entries).toEqual(all.json.entries);
  });

  test.each(['soon', '-1', '99999999999999999999', '9007199254740990'])('position %s is refused', async (position) => {
    const refused = await ann.get(`/events?stream_position=${position}`);
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_stream_position']);
  });

  test('event_type leaves only the types that it names', async () => {
    const start = await latest();
    const { id } = (await ann.post('/folders', { name: 'typed', parent: { id: '0' } })).json;
    await ann.delete(`/folders/${id}`);
    const page = await since(start, '&event_type=ITEM_TRASH,ITEM_COPY');
    expect(page.entries.map((event) => event.event_type)).toEqual(['ITEM_TRASH']);
  });

  test('a page holds as many of the named types as its limit, whatever lies between them', async () => {
    const start = await latest();
    const { id } = (await ann.upload({ name: 'read often', parent: { id: '0' } }, '1')).json.entries[0] ?? { id: '' };
    for (let reading = 0; reading < 3; reading++) await ann.get(`/files/${id}/content`);
    await ann.put(`/files/${id}`, { name: 'renamed' });
    const first = await since(start, '&event_type=ITEM_UPLOAD,ITEM_RENAME&limit=2');
    expect(first.entries.map((event) => event.event_type)).toEqual(['ITEM_UPLOAD', 'ITEM_RENAME']);
    const rest = await since(first.next_stream_position, '&event_type=ITEM_UPLOAD,ITEM_RENAME&limit=2');
    expect(rest.entries).toEqual([]);
    expect(rest.next_stream_position).toBe(await latest());
  });

  test('a person never sees the events of another', async () => {
    const bob = callerOf(service, (await service.addPerson('bob@example.com')).token);
    const start = (await since('now', '', bob)).next_stream_position;
    await ann.post('/folders', { name: 'private', parent: { id: '0' } });
    const later = await since(start, '', bob);
    expect([later.entries, later.next_stream_position]).toEqual([[], start]);
  });

  test('the position of one person is none of another’s', async () => {
    await ann.post('/folders', { name: 'of Ann', parent: { id: '0' } });
    const start = await latest();
    const bob = callerOf(service, (await service.addPerson('ben@example.com')).token);
    const answer = await bob.get(`/events?stream_position=${start}`);
    expect(answer).toMatchObject({ status: 400, json: { context_info: { stream_position: 'unknown' } } });
  });

  test('a refused request makes no event', async () => {
    const start = await latest();
    await ann.post('/folders', { name: 'once', parent: { id: '0' } });
    await ann.post('/folders', { name: 'once', parent: { id: '0' } });
    expect((await since(start)).entries).toHaveLength(1);
  });
});

describe('long poll', () => {
  test('OPTIONS gives an address in the form that clients of the format read', async () => {
    const servers = await ann.options('/events');
    expect(servers.json).toEqual({
      chunk_size: 1,
      entries: [{ type: 'realtime_server', url: expect.any(String), ttl: '10', max_retries: '10', retry_timeout: 610 }],
    });
  });

  test('is answered at once when the listener is behind', async () => {
    const start = await latest();
    await ann.post('/folders', { name: 'behind', parent: { id: '0' } });
    const answer = await callerOf(service, null).send('GET', await longPollUrl(start));
    expect(answer.json).toEqual({ version: 1, message: 'new_change' });
  });

  test('wakes when something changes, and not before', async () => {
    const url = await longPollUrl(await latest());
    let answered = false;
    const waiting = ann.send('GET', url).then((answer) => {
      answered = true;
      return answer;
    });
    // A full round trip that changes nothing: a poll that does not wait would have been answered meanwhile.
    await ann.get('/users/me');
    await ann.get('/folders/0/items');
    expect(answered).toBe(false);
    await ann.post('/folders', { name: 'wakes', parent: { id: '0' } });
    expect((await waiting).json).toEqual({ version: 1, message: 'new_change' });
  });

  test('listens to the stream that OPTIONS was asked for, unless the address names another', async () => {
    const file = (await ann.upload({ name: 'noted.txt', parent: { id: '0' } }, '1')).json.entries[0];
    const servers = await ann.send('OPTIONS', `${service.baseUrl}/events?stream_type=changes`);
    const url = `${servers.json.entries[0]?.url}&stream_position=${await latest()}`;
    const answered: string[] = [];
    const wait = async (name: string, address: string) => {
      const { json } = await ann.send('GET', address);
      answered.push(name);
      return json;
    };
    const changes = wait('changes', url);
    await ann.post('/comments', { item: { type: 'file', id: file?.id }, message: 'Noted.' });
    await wait('all', `${url}&stream_type=all`);
    expect(answered).toEqual(['all']);
    await ann.post('/folders', { name: 'changes', parent: { id: '0' } });
    expect(await changes).toEqual({ version: 1, message: 'new_change' });
    const unknown = await ann.send('OPTIONS', `${service.baseUrl}/events?stream_type=news`);
    expect([unknown.status, unknown.json.code]).toEqual([400, 'invalid_parameter']);
  });

  test('two hundred listeners are woken by one change', async () => {
    const url = await longPollUrl(await latest());
    const waiting = Array.from({ length: 200 }, () => ann.send('GET', url));
    await ann.get('/users/me');
    await ann.post('/folders', { name: 'wakes many', parent: { id: '0' } });
    const messages = (await Promise.all(waiting)).map((answer) => answer.json.message);
    expect(new Set(messages)).toEqual(new Set(['new_change']));
  });

  test('an address that was changed says reconnect', async () => {
    const send = async (caller: ServiceCaller) =>
      (await caller.send('GET', `${service.publicUrl}/events/wait?channel=a.b&stream_position=0`)).json;
    expect(await send(callerOf(service, null))).toEqual({ version: 1, message: 'reconnect' });
    // Some clients keep an address when they hear this, and send their token with it.
    expect(await send(ann)).toEqual({ version: 1, message: 'new_change' });
  });
});

test('a stop answers waiting clients with reconnect, and ends', async () => {
  const other = await startTestService();
  const caller = callerOf(other, other.person.token);
  const url = (await caller.options('/events')).json.entries[0]?.url;
  const waiting = caller.send('GET', `${url}&stream_position=now`);
  await caller.get('/users/me');
  await other.stop();
  expect((await waiting).json).toEqual({ version: 1, message: 'reconnect' });
});
