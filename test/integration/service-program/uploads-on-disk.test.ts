import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/programs/processes.ts';
import { callerOf, multipartBody } from '../../support/service/callers/service-caller.ts';
import { startTestService } from '../../support/service/service.ts';

/* What of an upload shows in the directory of the contents; the service's other tests run on every store. */

test('a caller who disconnects in the middle leaves nothing behind', async () => {
  await using service = await startTestService();
  const ann = callerOf(service, service.person.token);
  const whole = multipartBody({ name: 'gone.txt', parent: { id: '0' } }, randomBytes(500_000));
  const sending = httpRequest(`${service.uploadUrl}/files/content`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.person.token}`,
      'content-type': whole.type,
      'content-length': whole.body.length,
    },
  });
  sending.on('error', () => undefined);
  sending.write(whole.body.subarray(0, 300_000));
  const incoming = path.join(service.dataDirectory, 'blobs', 'incoming');
  await eventually('the bytes arrive', async () => (await readdir(incoming)).length > 0);
  sending.destroy();
  await eventually('the received part is dropped', async () => (await readdir(incoming)).length === 0);
  const names = (await ann.get('/folders/0/items?limit=1000')).json.entries.map((entry) => entry.name);
  expect(names).not.toContain('gone.txt');
});
