import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../../support/engine/engine-device.ts';
import { readTree } from '../../../support/files/disk-tree.ts';
import { webUser } from '../../../support/people/web-user.ts';
import { eventually, type ServiceProcess, startService } from '../../../support/programs/processes.ts';
import { createPerson } from '../../../support/service/beside.ts';

/** A service that is set back to an earlier time, as after the loss of a disk: its data is a copy of an earlier day. */
let folder: string;
let service: ServiceProcess;
let token: string;
let a: EngineDevice;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-set-back-'));
  service = await startService(join(folder, 'data'));
  token = await createPerson(service.data, 'ann@example.com');
  a = await openEngineDevice({ name: 'a', addresses: service, token });
});
afterEach(async () => {
  await a.close();
  await service.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const port = () => Number(new URL(service.baseUrl).port);
const web = () => webUser(service, token);
const restart = async (between: () => Promise<void>) => {
  await service.kill();
  await between();
  service = await startService(join(folder, 'data'), port());
};
const keepCopy = () => restart(() => cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true }));
const setBack = () =>
  restart(async () => {
    await rm(join(folder, 'data'), { recursive: true });
    await cp(join(folder, 'copy'), join(folder, 'data'), { recursive: true });
  });

/** The files at the time of the copy, and the work of the day after it. */
async function workOfADay(): Promise<void> {
  await a.write('kept.txt', 'kept');
  await a.write('edited.txt', 'of yesterday');
  await a.write('deleted.txt', 'deleted since');
  await a.once();
  await keepCopy();
  await a.write('edited.txt', 'of today');
  await a.write('new/one.txt', 'one');
  await rm(a.at('deleted.txt'));
  await a.once();
}

async function expectNothingLost(): Promise<void> {
  // A pass may meet connections that broke with the old service: the next one recovers.
  await eventually('a pass that leaves nothing to do', async () => {
    const report = await a.once();
    expect(report).toMatchObject({ deleted_local: 0, deleted_remote: 0 });
    return report.state === 'in_sync' && report.uploaded + report.downloaded + report.conflicts === 0;
  });
  const tree = await readTree(a.path);
  const names = [...tree.keys()];
  expect(names.filter((name) => name.startsWith('edited'))).toHaveLength(2);
  const copy = names.find((name) => name.startsWith('edited (conflicted copy a ')) ?? '';
  expect(await a.read(copy)).toBe('of today');
  expect(await a.read('edited.txt')).toBe('of yesterday');
  expect(await a.read('new/one.txt')).toBe('one');
  expect(await a.read('kept.txt')).toBe('kept');
  // Deleted before the set-back, and now present: neither side can be proven right, so it stays.
  expect(await a.read('deleted.txt')).toBe('deleted since');
  expect((await web().items('0')).map(({ name }) => name)).toContain(copy);
}

test('[P60][E95] the position of the client is ahead of the stream: newer things of here are kept, nothing is deleted', async () => {
  await workOfADay();
  await setBack();
  await expectNothingLost();
});

test('[P60][E95] the service has gone on since, beyond the position of the client', async () => {
  await workOfADay();
  await setBack();
  for (let index = 0; index < 30; index++) await web().createFolder('0', `since ${index}`);
  await a.restart();
  await expectNothingLost();
});

test('[P60][E95] the engine runs on while the service is away and set back', async () => {
  await workOfADay();
  a.engine.start();
  await setBack();
  for (let index = 0; index < 30; index++) await web().createFolder('0', `since ${index}`);
  await eventually('the file of that time is back', async () => a.read('deleted.txt'), 60_000);
  // Both contents of the file edited meanwhile are kept, and a person may choose; nothing else is left to do.
  const attention = [{ code: 'conflict', path: expect.stringMatching(/^edited \(conflicted copy /) }];
  await expect.poll(() => a.engine.status(), { timeout: 60_000 }).toMatchObject({ state: 'in_sync', attention });
  expect(await a.read('edited.txt')).toBe('of yesterday');
  expect(await a.read('new/one.txt')).toBe('one');
  expect(a.errors).toEqual([]);
});
