import { afterEach, beforeEach, expect, test } from 'vitest';
import { rootId } from '../../../../main/engine/model/ids.ts';
import type { EngineParts } from '../../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../../support/engine/engine-device.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../support/lines/faulty-proxy.ts';
import { type WebUser, webUser } from '../../../support/people/web-user.ts';
import { eventually } from '../../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/** Quitting waits for writes to the state, and for no transfer. */
let service: TestService;
let proxy: FaultyProxy;
let web: WebUser;
let a: EngineDevice;
/** Changes a part of the device for one test. */
let change: (parts: EngineParts) => EngineParts;

beforeEach(async () => {
  service = await startTestService();
  proxy = await startFaultyProxy(service);
  web = webUser(service, service.person.token);
  change = (parts) => parts;
  const changed = (parts: EngineParts) => change(parts);
  a = await openEngineDevice({ name: 'a', addresses: proxy, token: service.person.token, change: changed });
});
afterEach(async () => {
  await a.close();
  await proxy.stop();
  await service.stop();
});

test('an upload and a download that never finish do not delay quitting, and resume at the next start', async () => {
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
  // The held upload reaches the service late: it does not become a second file.
  line.resolve();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  expect(a.engine.status().roots[0]).toMatchObject({ files: 2, conflicts: 0 });
});

test('a permanent delete in the local trash ends before the engine has stopped', async () => {
  const events: string[] = [];
  const begun = Promise.withResolvers<void>();
  change = (parts) =>
    parts.localTrash === undefined ? parts : { ...parts, localTrash: { ...parts.localTrash, purge: slowPurge } };
  const slowPurge = async (): Promise<void> => {
    begun.resolve();
    // Far more turns of the event loop than stopping takes when nothing is left to do.
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    events.push('deleted');
  };
  await a.restart();
  // Without a root nothing else keeps the engine from stopping.
  await a.engine.removeRoot(1);
  const old = { path: 'old.txt', place: a.at('old.txt'), itemKind: 'file', itemId: null, nodes: 1, bytes: 3 } as const;
  await a.engine.acts.setTrashPolicy({ keepDays: 0, keepBytes: null });
  a.store.trash.add({ ...old, rootId: rootId(1), rootPath: a.path, atMs: 0 });
  a.engine.start();
  await begun.promise;
  await a.engine.stop();
  events.push('stopped');
  expect(events).toEqual(['deleted', 'stopped']);
});
