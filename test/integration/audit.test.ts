import { readFile, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/processes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type WebUser, webUser } from '../support/web-user.ts';

/** An engine that is told of nothing and scans seldom: what it finds it finds by reading over what it has. */
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
      watcher: { watch: () => Promise.resolve({ close: () => Promise.resolve() }) },
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
