import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type ServiceProcess, startServiceOnSmallDisk } from '../support/programs/processes.ts';
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

function expectUnavailable({ status, headers, json }: CallerAnswer): void {
  expect([status, json.code]).toEqual([503, 'unavailable']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test('a full disk gives 503 with Retry-After, leaves listings readable and no content unrecorded, and service resumes once there is room', async () => {
  const kept = await ann.upload({ name: 'kept.txt', parent: { id: '0' } }, 'kept');
  const id = String(kept.json.entries[0]?.id);
  await fillDisk();
  expectUnavailable(await ann.upload({ name: 'lost.bin', parent: { id: '0' } }, Buffer.alloc(500_000)));
  // The log of the database may still have room within the pages that it has; then it runs full too.
  await eventually('the database is full as well', async () => {
    const answer = await ann.post('/folders', { name: `folder ${Math.random()}`, parent: { id: '0' } });
    if (answer.status === 201) return false;
    expectUnavailable(answer);
    return true;
  });
  expect((await ann.get(`/files/${id}`)).json.name).toBe('kept.txt');
  expectUnavailable(await ann.download(id));
  await rm(filler);
  expect(String((await ann.download(id)).bytes)).toBe('kept');
  const after = await ann.upload({ name: 'after.bin', parent: { id: '0' } }, Buffer.alloc(500_000));
  expect(after.status).toBe(201);
  const items = (await ann.get('/folders/0/items?limit=1000')).json.entries;
  expect(items.filter((item) => item.type === 'file').map((item) => item.name)).toEqual(['after.bin', 'kept.txt']);
});
