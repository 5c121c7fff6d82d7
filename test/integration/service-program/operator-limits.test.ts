import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServiceProcess, startService } from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';

let data: string;
let running: ServiceProcess[];

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'tandem-limits-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.kill('SIGKILL')));
  await rm(data, { recursive: true, force: true });
});

async function started(flags: readonly string[]): Promise<ServiceProcess> {
  const service = await startService(data, 0, flags);
  running.push(service);
  return service;
}

test('--trash-days also applies to items that are already in the trash', async () => {
  const token = await createPerson(data, 'ann@example.com');
  const daysOf = async (service: ServiceProcess, id: string) => {
    const { json } = await callerOf(service, token).get(`/folders/${id}/trash`);
    const { trashed_at, purged_at } = json as unknown as { readonly trashed_at: string; readonly purged_at: string };
    return (Date.parse(purged_at) - Date.parse(trashed_at)) / 86_400_000;
  };
  const before = await started([]);
  const { id } = (await callerOf(before, token).post('/folders', { name: 'old', parent: { id: '0' } })).json;
  await callerOf(before, token).delete(`/folders/${id}`);
  expect(await daysOf(before, id)).toBe(30);
  await before.kill('SIGTERM');
  expect(await daysOf(await started(['--trash-days', '90']), id)).toBe(90);
}, 60_000);

test('--single-upload-bytes is the most that one request uploads', async () => {
  const token = await createPerson(data, 'ann@example.com');
  const ann = callerOf(await started(['--single-upload-bytes', '20000000']), token);
  const upload = async (bytes: number) =>
    ann.upload({ name: `${bytes} bytes`, parent: { id: '0' } }, Buffer.alloc(bytes));
  expect((await upload(20_000_000)).status).toBe(201);
  const refused = await upload(20_000_001);
  expect([refused.status, refused.json.code]).toEqual([413, 'request_entity_too_large']);
  expect(refused.json.message).toContain('20,000,000 bytes');
}, 60_000);
