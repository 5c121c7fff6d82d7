import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBucket } from '../../../../service/adapters/blob-s3/bucket.ts';
import { digestBlob, readBlob } from '../../../../service/adapters/blob-s3/read-blob.ts';
import { writeBlobs } from '../../../../service/adapters/blob-s3/write-blob.ts';
import { BlobMissing, BlobStoreUnavailable, BlobUnreadable } from '../../../../service/ports/blob-store.ts';

/* Which refusals of a store concern one object. Any other must not look like damage: it would leave files out of archives and backups. */

let refusal: { readonly status: number; readonly code: string };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(refusal.status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${refusal.code}</Code><Message>no</Message></Error>`);
});

beforeEach(async () => {
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
const blobId = '0'.repeat(32);

test.each([
  [404, 'NoSuchKey', BlobMissing],
  [403, 'InvalidObjectState', BlobUnreadable],
  [416, 'InvalidRange', BlobUnreadable],
  [400, 'ExpiredToken', BlobStoreUnavailable],
  [400, 'InvalidToken', BlobStoreUnavailable],
  [400, 'RequestTimeout', BlobStoreUnavailable],
  [400, 'KMS.DisabledException', BlobStoreUnavailable],
  [403, 'AccessDenied', BlobStoreUnavailable],
  [403, 'AccountProblem', BlobStoreUnavailable],
])('a read that the store answers with %i %s', async (status, code, expected) => {
  refusal = { status, code };
  await expect(readBlob(bucket(), blobId)).rejects.toBeInstanceOf(expected);
  await expect(digestBlob(bucket(), blobId)).rejects.toBeInstanceOf(expected);
});

test('a write with credentials that have expired is unavailable', async () => {
  refusal = { status: 400, code: 'ExpiredToken' };
  await expect(writeBlobs(bucket(), [Buffer.from('small')])).rejects.toBeInstanceOf(BlobStoreUnavailable);
});
