import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../../support/programs/processes.ts';
import { createPerson } from '../../../support/service/beside.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { requireOk } from './content-house.ts';

/* A download without a trace: take the file, and end the service before the record is written. */

let data: string;
let token: string;
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'tandem-killed-after-download-'));
  token = await createPerson(data, 'ann@example.com');
});
afterAll(() => rm(data, { recursive: true, force: true }));

/** Counts the records of downloads from a position on. */
async function countRecords(baseUrl: string, from: number): Promise<number> {
  let position = from;
  for (let count = 0; ; ) {
    const page = requireOk(
      await callerOf({ baseUrl, uploadUrl: '' }, token).get(
        `/events?stream_type=all&limit=500&stream_position=${position}`,
      ),
    );
    if (page.entries.length === 0) return count;
    count += page.entries.filter(({ event_type }) => event_type === 'ITEM_DOWNLOAD').length;
    position = page.next_stream_position;
  }
}

test.each([1, 4])('every download that was answered has its record after a kill, run %i', async (run) => {
  const service = await startService(data);
  const caller = callerOf(service, token);
  const [file] = requireOk(await caller.upload({ name: `taken ${run}`, parent: { id: '0' } }, 'twelve bytes')).entries;
  const from = requireOk(await caller.get('/events?stream_position=now')).next_stream_position;
  const headers = { authorization: `Bearer ${token}`, prefer: 'return=representation' };
  let asked = 0;
  let answered = 0;
  // A client that reads in a loop gets responses whose record could still be pending.
  const read = async (): Promise<void> => {
    for (;;) {
      asked += 1;
      const answer = await request(`${service.baseUrl}/files/${file?.id}/content`, { headers }).catch(() => null);
      if (answer?.statusCode !== 200) return;
      answered += 1;
      answer.body.on('error', () => undefined).resume();
      if (answered === 10 * run) service.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  await service.finished;
  const again = await startService(data);
  const recorded = await countRecords(again.baseUrl, from);
  await again.kill();
  expect(answered).toBeGreaterThanOrEqual(10 * run);
  expect(recorded).toBeGreaterThanOrEqual(answered);
  expect(recorded).toBeLessThanOrEqual(asked);
});

test('a database that takes no record lets no content out; the download that follows has its record after a kill', async () => {
  const service = await startService(data);
  const caller = callerOf(service, token);
  const [file] = requireOk(await caller.upload({ name: 'locked', parent: { id: '0' } }, 'twelve bytes')).entries;
  const from = requireOk(await caller.get('/events?stream_position=now')).next_stream_position;
  const read = async () => caller.get(`/files/${file?.id}/content`, { prefer: 'return=representation' });
  const locker = new Sqlite(path.join(data, 'service.db'));
  locker.exec('begin immediate');
  const refused = await read();
  locker.close();
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  expect((await read()).bytes.toString()).toBe('twelve bytes');
  const { bytes } = await caller.send('GET', service.baseUrl.replace('/2.0', '/metrics'));
  expect(bytes.toString()).toMatch(/^tandem_use_records_failed_total 1$/m);
  await service.kill('SIGKILL');
  const again = await startService(data);
  expect(await countRecords(again.baseUrl, from)).toBe(1);
  await again.kill();
});
