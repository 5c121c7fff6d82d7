import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, tandemService } from '../support/programs/processes.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';
import { createPerson } from '../support/service/beside.ts';
import { callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';

/* A service moves from files to servers, and back into other files; each time it is the same service to its people. */

let folder: string;
let database: string;
let remote: readonly string[];
let token: string;
const contents = [randomBytes(10), randomBytes(300_000), Buffer.alloc(0)];

const dataIn = (name: string) => ['--data', join(folder, name)];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-move-'));
  database = await newDatabase();
  remote = ['--database', database, '--blobs', await newBucketFolder()];
  const service = await startService(join(folder, 'old'));
  token = await createPerson(join(folder, 'old'), 'ann@example.com');
  const ann = callerOf(service, token);
  for (const [index, content] of contents.entries()) {
    await ann.upload({ name: `file ${index}`, parent: { id: '0' } }, content);
  }
  const trashed = await ann.post('/folders', { name: 'in the trash', parent: { id: '0' } });
  await ann.delete(`/folders/${trashed.json.id}`);
  await service.kill('SIGTERM');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await dropDatabase(database);
});

/** All that its person sees of a service: items, contents, trash, events. */
async function seenOf(ann: ServiceCaller): Promise<unknown> {
  const { entries } = (await ann.get('/folders/0/items?fields=name,etag,sequence_id,sha1,created_at')).json;
  const bytes = [];
  for (const { id } of entries) bytes.push((await ann.download(id)).bytes.toString('base64'));
  const trash = (await ann.get('/folders/trash/items')).json;
  // Downloads are events as well, but no changes: looking must not make a difference.
  const changes = (await ann.get('/events?limit=500&stream_type=changes')).json.entries;
  return { entries, bytes, trash, changes };
}

async function seenIn(data: string, flags: readonly string[]): Promise<unknown> {
  const service = await startService(data, 0, flags);
  const seen = await seenOf(callerOf(service, token));
  await service.kill('SIGTERM');
  return seen;
}

test('a move to servers takes everything along; a second one into the same database is refused; the way back is the same', async () => {
  const before = await seenIn(join(folder, 'old'), []);
  const to = ['--to-database', String(remote[1]), '--to-blobs', String(remote[3])];
  const moved = await tandemService(['migrate', ...dataIn('old'), ...to]);
  expect([moved.code, moved.stderr]).toEqual([0, '']);
  expect(JSON.parse(moved.stdout)).toMatchObject({ blobs: { copied: 3, kept: 0, bytes: 300_010 } });
  const verified = await tandemService(['verify', ...dataIn('none'), ...remote]);
  expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);
  expect(await seenIn(join(folder, 'none'), remote)).toEqual(before);

  const again = await tandemService(['migrate', ...dataIn('old'), ...to]);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toMatch(/already contains data/);

  const back = [
    '--to-database',
    `sqlite:${join(folder, 'new', 'service.db')}`,
    '--to-blobs',
    `file:${join(folder, 'new', 'blobs')}`,
  ];
  const returned = await tandemService(['migrate', ...remote, ...back]);
  expect([returned.code, returned.stderr]).toEqual([0, '']);
  expect(await seenIn(join(folder, 'new'), [])).toEqual(before);
});

test('nothing is copied from under a service that runs', async () => {
  const service = await startService(join(folder, 'old'));
  const refused = await tandemService(['migrate', ...dataIn('old'), '--to-blobs', `file:${join(folder, 'elsewhere')}`]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/in use by another tandem-service/)]);
  await service.kill('SIGTERM');
});

test('without a place to go to it brings the database to this version, and says which one', async () => {
  const done = await tandemService(['migrate', ...dataIn('fresh')]);
  expect(JSON.parse(done.stdout)).toEqual({ database: join(folder, 'fresh', 'service.db'), rows: null, blobs: null });
});
