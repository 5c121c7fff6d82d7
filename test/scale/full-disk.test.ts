import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beside,
  eventually,
  type ServiceProcess,
  serviceOn,
  startServiceOnSmallDisk,
} from '../support/programs/processes.ts';
import { type CallerAnswer, callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';

/* The service has its own small disk, which another program fills and clears again. */

let folder: string;
let service: ServiceProcess;
let ann: ServiceCaller;
/** A file on the disk of the service, as this process sees it. */
let filler: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-full-disk-'));
  const data = join(folder, 'data');
  await mkdir(data);
  const tokenFile = join(folder, 'token');
  service = await startServiceOnSmallDisk(data, 48, tokenFile);
  ann = callerOf(service, (await readFile(tokenFile, 'utf8')).trim());
  filler = join('/proc', String(service.pid), 'root', data, 'filler');
});
afterAll(async () => {
  await service.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Writes until not one byte more has room. */
async function fillDisk(): Promise<void> {
  const handle = await open(filler, 'w');
  try {
    for (let size = 1024 * 1024; size > 0; ) {
      const isWritten = await handle.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      );
      if (!isWritten) size = Math.floor(size / 2);
    }
  } finally {
    await handle.close();
  }
}

/** The log of the database may still have room within the pages that it has; then it runs full too. */
async function fillDatabase(): Promise<void> {
  await eventually('the database is full as well', async () => {
    const answer = await ann.post('/folders', { name: `folder ${Math.random()}`, parent: { id: '0' } });
    if (answer.status === 201) return false;
    expectUnavailable(answer);
    return true;
  });
}

function expectUnavailable({ status, headers, json }: CallerAnswer): void {
  expect([status, json.code]).toEqual([503, 'unavailable']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test('a full disk gives 503 with Retry-After, leaves listings readable and no content unrecorded, and service resumes once there is room', async () => {
  const kept = await ann.upload({ name: 'kept.txt', parent: { id: '0' } }, 'kept');
  const id = String(kept.json.entries[0]?.id);
  await fillDisk();
  expectUnavailable(await ann.upload({ name: 'lost.bin', parent: { id: '0' } }, Buffer.alloc(500_000)));
  await fillDatabase();
  expect((await ann.get(`/files/${id}`)).json.name).toBe('kept.txt');
  expectUnavailable(await ann.download(id));
  await rm(filler);
  expect(String((await ann.download(id)).bytes)).toBe('kept');
  const after = await ann.upload({ name: 'after.bin', parent: { id: '0' } }, Buffer.alloc(500_000));
  expect(after.status).toBe(201);
  const items = (await ann.get('/folders/0/items?limit=1000')).json.entries;
  expect(items.filter((item) => item.type === 'file').map((item) => item.name)).toEqual(['after.bin', 'kept.txt']);
});

test('a service without room for its database explains it, as trouble of the computer', async () => {
  const there = await beside(service.pid);
  await fillDisk();
  const other = join(service.data, 'other');
  const explained = expect.stringMatching(/^The disk of \S+ is full\. .*Free some space/);
  const started = await there.start(['users', 'create', '--data', other, '--login', 'bob@example.com', '--name', 'Bob'])
    .finished;
  expect([started.code, started.stderr]).toEqual([1, explained]);
  const copied = await there.start(['backup', join(service.data, 'backup'), '--data', service.data]).finished;
  expect([copied.code, copied.stderr]).toEqual([1, explained]);
  await rm(filler);
  await there.close();
});

test('a service that was killed while its disk is full starts again, is readable, and can be backed up to another disk', async () => {
  const token = (await readFile(join(folder, 'token'), 'utf8')).trim();
  const { json } = await ann.upload({ name: 'before.txt', parent: { id: '0' } }, 'before');
  // The log has pages for which the database has to grow.
  for (let number = 0; number < 100; number += 1) {
    await ann.post('/folders', { name: `${'long '.repeat(40)}${number}`, parent: { id: '0' } });
  }
  await fillDisk();
  await fillDatabase();
  const there = await beside(service.pid);
  await service.kill('SIGKILL');
  service = await serviceOn(
    service.data,
    there.start(['start', '--data', service.data, '--host', '127.0.0.1', '--port', '0']),
  );
  ann = callerOf(service, token);
  const name = async () => (await ann.get(`/files/${json.entries[0]?.id}`)).json.name;
  expect(await name()).toBe('before.txt');
  await fillDatabase();
  expect(await name()).toBe('before.txt');
  const copied = await there.start(['backup', join(folder, 'backup'), '--data', service.data]).finished;
  expect(copied.stderr).toBe('');
  expect(copied.code).toBe(0);
  await rm(join('/proc', String(service.pid), 'root', service.data, 'filler'));
  expect((await ann.post('/folders', { name: 'after', parent: { id: '0' } })).status).toBe(201);
  await there.close();
});
