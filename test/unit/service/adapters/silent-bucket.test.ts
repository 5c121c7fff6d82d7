import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openBlobS3 } from '../../../../service/adapters/blob-s3/open-blob-s3.ts';

test('a bucket that no longer answers is unavailable within seconds', async () => {
  let isSilent = false;
  const server = createServer((request, response) => {
    request.resume();
    if (!isSilent) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const blobs = await openBlobS3({ bucket: 'b', prefix: '', endpoint, publicEndpoint: null, region: 'us-east-1' });
  onTestFinished(() => blobs.close());
  expect(await blobs.isAvailable()).toBe(true);
  isSilent = true;
  expect(await blobs.isAvailable()).toBe(false);
});
