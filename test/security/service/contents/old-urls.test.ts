import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { startTestService } from '../../../support/service/service.ts';

test('a URL that an earlier version signed in another form is invalid, which is no fault of the service', async () => {
  const lines: string[] = [];
  await using service = await startTestService({ log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) });
  const old = { userId: service.person.id, fileId: '2', versionId: null, sharedLink: null };
  const text = JSON.stringify({ purpose: 'download', until: 9e15, content: old });
  const { markerKey } = service.service.settings;
  const signature = createHmac('sha256', markerKey).update('ticket:').update(text).digest('base64url');
  const url = `${service.publicUrl}/download/${Buffer.from(text).toString('base64url')}.${signature}`;
  const { status, json } = await callerOf(service, null).send('GET', url);
  expect([status, json.message]).toEqual([404, 'This URL is invalid or has expired. Request the content again.']);
  expect(lines).toEqual([]);
});
