import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tinyPdf } from '../../support/files/tiny-media.ts';
import { eventually, type ServiceProcess, startService } from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';

let folder: string;
let service: ServiceProcess;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-service-thumbnail-'));
  service = await startService(path.join(folder, 'data'));
});
afterEach(async () => {
  await service.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('a service that has drawn a thumbnail stops completely at SIGTERM and ends with 0', async () => {
  const ann = callerOf(service, await createPerson(service.data, 'ann@example.com'));
  const uploaded = await ann.upload({ name: 'page.pdf', parent: { id: '0' } }, tinyPdf('Lease'));
  const thumbnail = `/files/${uploaded.json.entries[0]?.id}/thumbnail.png`;
  await eventually('the thumbnail is drawn', async () => (await ann.get(thumbnail)).status === 200);
  const ended = await service.kill('SIGTERM');
  expect(ended.code).toBe(0);
  expect(ended.stderr).not.toMatch(/warning/i);
});
