import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { tandem } from '../support/programs/processes.ts';
import { newBucketFolder, withoutS3 } from '../support/servers/test-servers.ts';
import { callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';
import { startSingleService, type TestPerson, type TestService } from '../support/service/service.ts';

/* Clients read large contents from the bucket itself, by URLs that the service signs for them. */

/** A service on a bucket, with its own files beside. */
async function startOnBucket(bucket: URL, data: string): Promise<TestService> {
  const [blobs, database] = [readBlobPlace(bucket.href, '/'), readDatabasePlace(undefined, data)];
  const storage = { dataDirectory: data, database, blobs, signal: { kind: 'database' } } as const;
  return startSingleService({ config: { storage } });
}

const large = randomBytes(3 * 1024 * 1024 + 5);
const asBytes = { prefer: 'return=representation' };

describe.skipIf(process.env[withoutS3] !== undefined)('downloads from a bucket that clients reach', () => {
  let data: string;
  let endpoint: string;
  let service: TestService;
  let ann: ServiceCaller;
  let bob: ServiceCaller;
  let carl: TestPerson;
  let fileId: string;

  beforeAll(async () => {
    data = await newQuickFolder('tandem-bucket-downloads-');
    const bucket = new URL(await newBucketFolder());
    endpoint = String(bucket.searchParams.get('endpoint'));
    bucket.searchParams.set('public-endpoint', endpoint);
    service = await startOnBucket(bucket, data);
    ann = callerOf(service, service.person.token);
    bob = callerOf(service, (await service.addPerson('bob@example.com')).token);
    carl = await service.addPerson('carl@example.com');
    fileId = await add('largé "1".bin', large);
    const role = { item: { type: 'file', id: fileId }, role: 'viewer' };
    await ann.post('/collaborations', { ...role, accessible_by: { type: 'user', login: 'bob@example.com' } });
  });
  afterAll(async () => {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  });

  const add = async (name: string, content: Buffer): Promise<string> => {
    return String((await ann.upload({ name, parent: { id: '0' } }, content)).json.entries[0]?.id);
  };
  /** Without a token: the URL alone is enough. */
  const fetched = async (location: unknown, headers: Record<string, string> = {}) => {
    const answer = await request(String(location), { headers });
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const urlOf = async (by: ServiceCaller, headers: Record<string, string> = asBytes): Promise<unknown> => {
    const { status, headers: said } = await by.get(`/files/${fileId}/content`, headers);
    return status === 302 ? said['location'] : status;
  };

  test('a large file is read from the bucket by a URL that lasts a minute, as an attachment with its name', async () => {
    const url = new URL(String(await urlOf(bob)));
    expect([url.origin, url.searchParams.get('X-Amz-Expires')]).toEqual([endpoint, '60']);
    const { statusCode, headers, bytes } = await fetched(url);
    expect([statusCode, bytes.equals(large)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''larg%C3%A9%20%221%22.bin",
      'content-length': String(large.length),
    });
  });

  test('a range of it too', async () => {
    const range = { range: `bytes=${large.length - 7}-` };
    const { statusCode, headers, bytes } = await fetched(await urlOf(bob, { ...asBytes, ...range }), range);
    expect([statusCode, bytes.equals(large.subarray(-7))]).toEqual([206, true]);
    expect(headers['content-range']).toBe(`bytes ${large.length - 7}-${large.length - 1}/${large.length}`);
  });

  test('the URL of a download leads there as well, and so does a shared link', async () => {
    const ticket = await urlOf(bob, {});
    expect(String(ticket)).toContain(`${service.publicUrl}/download/`);
    const { statusCode, headers } = await fetched(ticket);
    expect([statusCode, new URL(String(headers['location'])).origin]).toEqual([302, endpoint]);
    expect(headers['cache-control']).toContain('no-store');
    const shared = await ann.put(`/files/${fileId}?fields=shared_link`, { shared_link: { access: 'open' } });
    const visited = await fetched(shared.json.shared_link.download_url);
    expect([visited.statusCode, new URL(String(visited.headers['location'])).origin]).toEqual([302, endpoint]);
  });

  test('a condition, a range outside of the content, a HEAD and a small file are answered by the service', async () => {
    const { sha1 } = (await ann.get(`/files/${fileId}`)).json;
    const continued = { ...asBytes, range: 'bytes=5-', 'if-range': `"${sha1}"` };
    const answer = await bob.get(`/files/${fileId}/content`, continued);
    expect([answer.status, answer.bytes.equals(large.subarray(5))]).toEqual([206, true]);
    const ticket = String(await urlOf(bob, {}));
    // The bucket would evaluate it by the time of the upload.
    const since = { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() };
    const dated = [await bob.get(`/files/${fileId}/content`, { ...asBytes, ...since })];
    dated.push(await bob.send('GET', ticket, undefined, since));
    expect(dated.map(({ status, bytes }) => [status, bytes.equals(large)])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect((await bob.send('GET', ticket, undefined, { range: `bytes=${large.length}-` })).status).toBe(416);
    const head = await bob.send('HEAD', ticket);
    expect([head.status, head.headers['content-length']]).toEqual([200, String(large.length)]);
    const small = await add('small.txt', Buffer.from('small'));
    expect(await ann.get(`/files/${small}/content`, asBytes)).toMatchObject({
      status: 200,
      bytes: Buffer.from('small'),
    });
  });

  test('each download is an event, and someone without access gets no URL', async () => {
    const position = (await ann.get('/events?stream_position=now')).json.next_stream_position;
    await urlOf(bob);
    await urlOf(callerOf(service, carl.token));
    await service.service.uses.settled();
    const { entries } = (await ann.get(`/events?stream_type=all&stream_position=${position}`)).json;
    expect(entries.map(({ event_type, created_by }) => [event_type, created_by.login])).toEqual([
      ['ITEM_DOWNLOAD', 'bob@example.com'],
    ]);
    expect(await urlOf(callerOf(service, carl.token))).toBe(404);
  });

  test('a URL that was changed, or is used for another object, opens nothing', async () => {
    const url = new URL(String(await urlOf(bob)));
    const other = new URL(url);
    other.pathname = other.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const longer = new URL(url);
    longer.searchParams.set('X-Amz-Expires', '6000');
    for (const changed of [other, longer]) expect((await fetched(changed)).statusCode).toBe(403);
  });

  test('tandem downloads from the bucket', async () => {
    const [local, state] = [join(data, 'synced'), join(data, 'state')];
    await mkdir(local);
    const args = ['sync', '--local', local, '--remote', '0', '--state', state, '--base-url', service.baseUrl, '--once'];
    const { code, stdout } = await tandem([...args, '--json'], { env: { TANDEM_TOKEN: service.person.token } });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { state: 'in_sync' }]);
    expect((await readFile(join(local, 'largé "1".bin'))).equals(large)).toBe(true);
  });
});

describe.skipIf(process.env[withoutS3] !== undefined)('downloads from a bucket through the service', () => {
  let data: string;
  let service: TestService;
  beforeAll(async () => {
    data = await newQuickFolder('tandem-slow-downloads-');
    service = await startOnBucket(new URL(await newBucketFolder()), data);
  });
  afterAll(async () => {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('leave uploads, deletes and the health check their connections, however many and slow they are', async () => {
    const ann = callerOf(service, service.person.token);
    const added = await ann.upload({ name: 'slow.bin', parent: { id: '0' } }, randomBytes(8 * 1024 * 1024));
    const url = `${service.baseUrl}/files/${added.json.entries[0]?.id}/content`;
    const headers = { ...asBytes, authorization: `Bearer ${service.person.token}` };
    const dispatcher = new Agent();
    const downloads = await Promise.all(Array.from({ length: 120 }, async () => request(url, { headers, dispatcher })));
    for (const { statusCode, body } of downloads) {
      body.on('error', () => undefined);
      expect(statusCode).toBe(200);
    }
    expect((await ann.upload({ name: 'new.bin', parent: { id: '0' } }, randomBytes(1000))).status).toBe(201);
    expect((await ann.send('GET', `${service.publicUrl}/ready`)).status).toBe(200);
    await dispatcher.destroy();
  });
});
