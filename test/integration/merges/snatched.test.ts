import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFix } from '../../../preload/words/message.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A program on this computer that removes a file we have just downloaded. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({ name: 'laptop', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const namesThere = async (): Promise<readonly string[]> => (await web.items('0')).map(({ name }) => name);

test('[P39] [E64] a program that vanishes right after it came down is held and asked about; nothing is deleted there', async () => {
  await web.upload('0', 'setup.exe', 'MZ');
  await web.upload('0', 'letter.txt', 'letter');
  await device.once();
  await rm(device.at('setup.exe'));
  const report = await device.once();
  expect(report).toMatchObject({ state: 'attention', deleted_remote: 0, held: 1 });
  expect(report.blocked).toMatchObject([{ path: 'setup.exe', reason: 'held_by_guard' }]);
  expect(report.blocked[0]?.remedy).toEqual(withFix({ code: 'taken_by_scanner', args: { subject: 'setup.exe' } }));
  expect(await namesThere()).toEqual(['letter.txt', 'setup.exe']);
  await device.restart();
  const later = await device.once();
  expect(later).toMatchObject({ deleted_remote: 0, held: 1 });
  expect(later.blocked[0]?.remedy).toEqual(report.blocked[0]?.remedy);
  expect(await namesThere()).toEqual(['letter.txt', 'setup.exe']);
});

test('[P39] [E64] a program that vanished between two runs, before any scan saw it, is asked about too', async () => {
  await web.upload('0', 'setup.exe', 'MZ');
  await web.upload('0', 'seen.exe', 'MZ seen');
  await device.once();
  await device.restart();
  await device.once();
  const setup = await web.find('0', 'setup.exe');
  await web.replace(setup?.id ?? '', 'setup.exe', 'MZ 2');
  await device.once();
  await device.restart(async () => {
    await rm(device.at('setup.exe'));
    await rm(device.at('seen.exe'));
  });
  const report = await device.once();
  expect(report).toMatchObject({ deleted_remote: 1, held: 1 });
  expect(report.blocked[0]?.remedy).toEqual(withFix({ code: 'taken_by_scanner', args: { subject: 'setup.exe' } }));
  expect(await namesThere()).toEqual(['setup.exe']);
});

test('[E64] the person who deleted it applies the delete, and then it goes there too', async () => {
  await web.upload('0', 'setup.exe', 'MZ');
  await device.once();
  await rm(device.at('setup.exe'));
  await device.once();
  const [batch] = device.engine.acts.held();
  expect(batch).toMatchObject({ what: 'deletes', direction: 'to-remote', items: 1, sample: ['setup.exe'] });
  expect(await device.engine.acts.decideHeld({ id: batch?.id ?? 0, decision: 'apply' })).toMatchObject({ ok: true });
  expect(await device.once()).toMatchObject({ state: 'in_sync', deleted_remote: 1, held: 0 });
  expect(await namesThere()).toEqual([]);
});

test('[E64] a delete of an edited file, or of one that no scanner would take, is propagated as usual', async () => {
  await web.upload('0', 'letter.txt', 'letter');
  await web.upload('0', 'script.sh', 'one');
  await device.once();
  await rm(device.at('letter.txt'));
  await device.write('script.sh', 'edited');
  await device.once();
  await rm(device.at('script.sh'));
  expect(await device.once()).toMatchObject({ state: 'in_sync', held: 0 });
  expect(await namesThere()).toEqual([]);
});
