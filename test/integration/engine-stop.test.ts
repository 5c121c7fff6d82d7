import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../support/engine-device.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { eventually } from '../support/processes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type WebUser, webUser } from '../support/web-user.ts';

/** Quitting waits for what is being written down, and for no transfer. */
let service: TestService;
let proxy: FaultyProxy;
let web: WebUser;
let a: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  proxy = await startFaultyProxy(service);
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: proxy, token: service.person.token });
});
afterEach(async () => {
  await a.close();
  await proxy.stop();
  await service.stop();
});

test('an upload and a download that take for ever keep nobody from quitting, and go on at the next start', async () => {
  const line = Promise.withResolvers<void>();
  proxy.break({ path: /\/content/, times: 1_000, fault: { kind: 'hold', until: line.promise } });
  await web.upload('0', 'there.bin', 'x'.repeat(100_000));
  await a.write('here.bin', 'y'.repeat(100_000));
  a.engine.start();
  const isHeld = (method: string) => proxy.seen.some((one) => one.method === method && one.path.includes('/content'));
  await eventually('both hang', async () => isHeld('POST') && isHeld('GET'));
  await a.engine.stop();
  expect([await web.find('0', 'here.bin'), await a.read('there.bin')]).toEqual([undefined, null]);

  proxy.mend();
  await a.restart();
  a.engine.start();
  await eventually('both arrived', async () => {
    const up = await web.find('0', 'here.bin');
    return up !== undefined && (await a.read('there.bin')) !== null;
  });
  // What was held comes to the service late: it is no second file.
  line.resolve();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  expect(a.engine.status().roots[0]).toMatchObject({ files: 2, conflicts: 0 });
});
