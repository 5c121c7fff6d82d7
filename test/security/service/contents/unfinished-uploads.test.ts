import { readdir, stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestPerson, type TestService } from '../../../support/service/service.ts';

/* A sender decides how long an upload takes, so its bytes count against the quota before the last one has arrived. */

const quotaBytes = 1_000_000;
const fileBytes = 900_000;
/** What a writer may keep beside the quota: one block that it was just writing. */
const blockBytes = 512 * 1024;

let service: TestService;
let bob: TestPerson;
let caller: ServiceCaller;
beforeAll(async () => {
  service = await startSingleService({ settings: { fileRequests: { mostFiles: 100, mostBytes: quotaBytes } } });
  bob = await service.addPerson('bob@example.com', 'Bob');
  caller = callerOf(service, bob.token);
  await service.service.store.transaction(({ users }) => users.update(bob.id, { spaceAmountBytes: quotaBytes }));
});
afterAll(() => service.stop());

interface Unfinished {
  readonly sent: ClientRequest;
  readonly status: Promise<number>;
  finish(): void;
}

interface Upload {
  readonly field?: string;
  readonly sizeBytes?: number;
  readonly sentBytes?: number;
  readonly attributes?: string;
}

/** Sends everything but the last byte of a file. */
function begin(url: string, { field = 'file', attributes = '', sizeBytes = fileBytes, ...more }: Upload): Unfinished {
  const { sentBytes = sizeBytes - 1 } = more;
  const part = `content-disposition: form-data; name="${field}"; filename="f"\r\ncontent-type: application/octet-stream`;
  const head = `${attributes}--b\r\n${part}\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const sent = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bob.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + sizeBytes + tail.length,
    },
  });
  sent.on('error', () => undefined);
  const answered = Promise.withResolvers<number>();
  sent.on('response', (answer: IncomingMessage) => {
    answer.resume();
    answered.resolve(answer.statusCode ?? 0);
  });
  sent.write(head);
  sent.write(Buffer.alloc(sentBytes, 7));
  const finish = () => void sent.end(Buffer.concat([Buffer.alloc(sizeBytes - sentBytes, 7), Buffer.from(tail)]));
  return { sent, status: answered.promise, finish };
}

let made = 0;
function beginFile(more: Upload = {}): Unfinished {
  const value = JSON.stringify({ name: `file ${++made}`, parent: { id: '0' } });
  const attributes = `--b\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n${value}\r\n`;
  return begin(`${service.uploadUrl}/files/content`, { ...more, attributes });
}

async function bytesOnDisk(): Promise<number> {
  const folder = path.join(service.dataDirectory, 'blobs');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The statuses of all but one, which is still being sent. */
async function allButOne(uploads: readonly Unfinished[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const { status } of uploads) void status.then((answer) => statuses.push(answer));
  await expect.poll(() => statuses.length).toBe(uploads.length - 1);
  return statuses;
}

async function leftOf(uploads: readonly Unfinished[]): Promise<Unfinished> {
  const ended = Symbol('ended');
  for (const upload of uploads) {
    const state = await Promise.race([upload.status.then(() => ended), new Promise(setImmediate)]);
    if (state !== ended) return upload;
  }
  throw new Error('Every upload was answered.');
}

test('of four uploads that never end, those that exceed the quota together are refused while they are sent', async () => {
  const before = await bytesOnDisk();
  const uploads = [beginFile(), beginFile(), beginFile(), beginFile()];
  expect(await allButOne(uploads)).toEqual([403, 403, 403]);
  await expect.poll(async () => (await bytesOnDisk()) - before).toBeLessThan(quotaBytes + blockBytes);

  const content = Buffer.alloc(200_000, 1);
  const refused = await caller.upload({ name: 'beside it', parent: { id: '0' } }, content);
  expect([refused.status, refused.json.code]).toEqual([403, 'storage_limit_exceeded']);
  expect(refused.json.message).toContain('Unfinished uploads take 899,999 bytes');
  // The space is free again as soon as the sender is gone.
  for (const { sent } of uploads) sent.destroy();
  await expect
    .poll(async () => (await caller.upload({ name: 'alone', parent: { id: '0' } }, content)).status)
    .toBe(201);
});

test('a file that announces more bytes than are free is refused as it begins to arrive', async () => {
  const upload = beginFile({ sizeBytes: 40_000_000, sentBytes: 1000 });
  expect(await upload.status).toBe(403);
  upload.sent.destroy();
});

test('an unfinished upload that fits is stored when it ends', async () => {
  const upload = beginFile({ sizeBytes: 700_000 });
  upload.finish();
  expect(await upload.status).toBe(201);
});

test('of two unfinished files for a form with room for one, one is refused, though the owner has space', async () => {
  const ann = callerOf(service, service.person.token);
  const folder = (await ann.post('/folders', { name: 'form', parent: { id: '0' } })).json;
  const { url } = (await ann.post('/file_requests', { folder: { id: folder.id }, title: 'Photos' })).json;
  const uploads = [1, 2].map(() => begin(new URL(url, service.publicUrl).href, { field: 'files' }));
  expect(await allButOne(uploads)).toEqual([403]);
  const left = await leftOf(uploads);
  left.finish();
  expect(await left.status).toBe(200);
  for (const { sent } of uploads) sent.destroy();
});
