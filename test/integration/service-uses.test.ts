import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { callerOf, type ServiceCaller } from '../support/service-caller.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
  folder = (await ann.post('/folders', { name: 'shared', parent: { id: '0' } })).json.id;
  const accessible_by = { type: 'user', login: 'bob@example.com' };
  await ann.post('/collaborations', { item: { type: 'folder', id: folder }, role: 'viewer', accessible_by });
});
afterAll(() => service.stop());

let made = 0;
async function newFile(): Promise<string> {
  const uploaded = await ann.upload({ name: `file ${++made}`, parent: { id: folder } }, 'content');
  return String(uploaded.json.entries[0]?.id);
}

/** The events of the owner's stream `all` behind a position, once all uses are recorded. */
async function eventsSince(from: number, stream = 'all') {
  await service.service.uses.settled();
  const { entries } = (await ann.get(`/events?stream_type=${stream}&stream_position=${from}`)).json;
  return entries.map(({ event_type, source, created_by }) => [event_type, source.id, created_by.login]);
}
const now = async () => (await ann.get('/events?stream_position=now')).json.next_stream_position;

describe('downloads', () => {
  test('one event for one download, in the name of who downloads, however it is fetched', async () => {
    const id = await newFile();
    const from = await now();
    const redirect = await bob.get(`/files/${id}/content`);
    for (const range of ['bytes=0-2', 'bytes=3-']) {
      await bob.send('GET', String(redirect.headers['location']), undefined, { range });
    }
    await bob.get(`/files/${id}/content`, { prefer: 'return=representation' });
    expect(await eventsSince(from)).toEqual([
      ['ITEM_DOWNLOAD', id, 'bob@example.com'],
      ['ITEM_DOWNLOAD', id, 'bob@example.com'],
    ]);
  });

  test('the later ranges of a download are part of the first', async () => {
    const id = await newFile();
    const from = await now();
    await bob.get(`/files/${id}/content`, { range: 'bytes=0-2', prefer: 'return=representation' });
    await bob.get(`/files/${id}/content`, { range: 'bytes=3-', prefer: 'return=representation' });
    await bob.get(`/files/${id}/content`, { range: 'bytes=3-' });
    expect(await eventsSince(from)).toEqual([['ITEM_DOWNLOAD', id, 'bob@example.com']]);
  });

  test('they are no changes: the streams of changes do not have them, and the item stays as it is', async () => {
    const id = await newFile();
    const from = await now();
    await bob.get(`/files/${id}/content`);
    expect(await eventsSince(from, 'changes')).toEqual([]);
    expect((await ann.get(`/files/${id}`)).json).toMatchObject({ etag: '0', sequence_id: '0' });
  });

  test('a download that is refused is none', async () => {
    const from = await now();
    expect((await bob.get('/files/999999/content')).status).toBe(404);
    expect(await eventsSince(from)).toEqual([]);
  });
});
