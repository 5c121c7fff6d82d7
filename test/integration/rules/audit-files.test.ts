import { createHash } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transfers, UploadOutcome, UploadRequest } from '../../../main/engine/execute/transfer/transfer.ts';
import { sha1 } from '../../../main/engine/model/ids.ts';
import { deafWatcher, type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** An engine that gets no events and scans seldom: it finds changes only by reading its files again. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({
    name: 'laptop',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      watcher: deafWatcher,
      settings: { ...parts.settings, auditEveryMs: 20 },
    }),
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
  expect(device.errors).toEqual([]);
});

test('[E51] other bytes under the same size and modification time are found without a hint and without a scan', async () => {
  await device.write('a.txt', 'one');
  await utimes(device.at('a.txt'), 1000, 1000);
  for (let index = 0; index < 100; index++) await device.write(`many/${index}`, String(index));
  device.engine.start();
  await eventually('all is in sync', async () => device.engine.status().state === 'in_sync');
  await writeFile(device.at('a.txt'), 'two');
  await utimes(device.at('a.txt'), 1000, 1000);
  const item = await web.find('0', 'a.txt');
  await eventually('the other bytes are there', async () => (await web.read(item?.id ?? '')).toString() === 'two');
  await eventually('all is in sync again', async () => device.engine.status().state === 'in_sync');
  expect(await readFile(device.at('a.txt'), 'utf8')).toBe('two');
  expect((await web.find('0', 'a.txt'))?.id).toBe(item?.id);
});

test('[E51] a save that keeps size and time is sent at the next scan, and no new version replaces it unseen', async () => {
  const rare = await openEngineDevice({ name: 'rare', addresses: service, token: service.person.token });
  const save = async (content: string) => {
    await rare.write('a.txt', content);
    await utimes(rare.at('a.txt'), 1000, 1000);
  };
  try {
    await save('one');
    await rare.once();
    const item = await web.find('0', 'a.txt');
    await save('two');
    expect(await rare.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
    expect((await web.read(item?.id ?? '')).toString()).toBe('two');

    await save('333');
    await web.replace(item?.id ?? '', 'a.txt', 'theirs');
    expect(await rare.once()).toMatchObject({ state: 'in_sync', conflicts: 1 });
    const [copy, kept] = (await web.items('0')).map(({ name }) => name);
    expect([copy, kept]).toEqual([expect.stringContaining('conflicted copy'), 'a.txt']);
    expect(await rare.read(copy ?? '')).toBe('333');
    expect(await rare.read('a.txt')).toBe('theirs');
  } finally {
    await rare.close();
  }
});

test('[E66] a service that alters uploads: its content is accepted, nothing is transferred again, nothing is doubled', async () => {
  const altering = await openEngineDevice({
    name: 'altering',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      settings: { ...parts.settings, auditEveryMs: 20 },
      transfers: { ...parts.transfers, upload: (request) => uploadAltered(parts.transfers, request) },
    }),
  });
  try {
    await altering.write('page.html', 'as it was saved');
    expect(await altering.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
    const item = await web.find('0', 'page.html');
    expect((await web.read(item?.id ?? '')).toString()).toBe('as the service made it');
    expect(await altering.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, conflicts: 0 });
    altering.engine.start();
    // Long enough for several turns of the reading: the other file shows that one came by.
    await altering.write('marker', 'x');
    await eventually('it is in sync', async () => (await web.find('0', 'marker')) !== undefined);
    await eventually('a turn has ended', async () => altering.engine.status().state === 'in_sync');
    expect((await web.find('0', 'page.html'))?.etag).toBe(item?.etag);
    expect(await altering.read('page.html')).toBe('as it was saved');
    expect((await web.items('0')).map(({ name }) => name)).toEqual(['marker', 'page.html']);
  } finally {
    await altering.close();
  }
});

/** Sends bytes that differ from the file's, as a service that rewrites uploads would store them. */
async function uploadAltered(transfers: Transfers, request: UploadRequest): Promise<UploadOutcome> {
  const { source } = request;
  if (source.kind !== 'file') return transfers.upload(request);
  const [saved, bytes] = [await readFile(source.path), Buffer.from('as the service made it')];
  const open = async function* () {
    yield bytes;
  };
  const outcome = await transfers.upload({ ...request, source: { kind: 'stream', sizeBytes: bytes.length, open } });
  if (!outcome.ok) return outcome;
  const content = { sha1: sha1(createHash('sha1').update(saved).digest('hex')), sizeBytes: saved.length };
  return { ...outcome, content, fingerprint: source.expect };
}
