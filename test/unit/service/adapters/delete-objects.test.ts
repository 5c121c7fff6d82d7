import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBucket } from '../../../../service/adapters/blob-s3/bucket.ts';
import { deleteBlobs } from '../../../../service/adapters/blob-s3/delete-blobs.ts';
import { BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers to the requests to come, as `[status, XML]`. */
let answers: (readonly [status: number, body: string])[];
let received: Received[];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ headers: request.headers, body });
    const [status, answer] = answers.shift() ?? [200, '<DeleteResult/>'];
    response.writeHead(status, { 'content-type': 'application/xml' }).end(answer);
  });
});

beforeEach(async () => {
  [answers, received] = [[], []];
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const bucket = () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openBucket({ bucket: 'b', prefix: 'p/', endpoint, publicEndpoint: null, region: 'us-east-1' });
};
const ids = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(32, '0'));

test('a thousand objects go with one request, whose body is proven', async () => {
  expect(await deleteBlobs(bucket(), [...ids(1001), 'no id'])).toEqual(new Map());
  expect(received.map(({ body }) => body.match(/<Key>p\//g)?.length)).toEqual([1000, 1]);
  for (const { headers, body } of received) {
    expect(headers['content-md5']).toBe(createHash('md5').update(body).digest('base64'));
  }
});

test('an object that the store keeps is returned with the reason; one that was not there is gone', async () => {
  const [one = '', two = '', three = ''] = ids(3);
  const error = (id: string, code: string) =>
    `<Error><Key>p/${id}</Key><Code>${code}</Code><Message>no</Message></Error>`;
  answers = [[200, `<DeleteResult>${error(one, 'AccessDenied')}${error(two, 'NoSuchKey')}</DeleteResult>`]];
  const failed = await deleteBlobs(bucket(), [one, two, three]);
  expect([...failed.keys()]).toEqual([one]);
  expect(failed.get(one)).toBeInstanceOf(BlobStoreUnavailable);
});

test('a request that fails keeps its objects, and the next one goes on', async () => {
  answers = [[403, '<Error><Code>AccessDenied</Code><Message>no</Message></Error>']];
  const failed = await deleteBlobs(bucket(), ids(1001));
  expect(failed.size).toBe(1000);
  expect(received).toHaveLength(2);
});
