import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileSystemError } from '../../main/engine/ports/file-system.ts';
import { type EngineDevice, openEngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/processes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type WebUser, webUser } from '../support/web-user.ts';

/** The local trash takes something, and says that it did not. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
let whenTaken: (() => Promise<void>) | null;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  whenTaken = null;
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      trash: async (path, root) => {
        const place = await parts.trash(path, root);
        const happens = whenTaken;
        whenTaken = null;
        if (happens === null) return place;
        await happens();
        throw new FileSystemError('io', path, 'the disk did not answer');
      },
    }),
  });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

test('[P85] what a step took before it failed, and is restored on the service meanwhile, comes back and is not deleted there', async () => {
  await a.write('box/a.txt', 'the only copy');
  await a.once();
  const box = await web.find('0', 'box');
  if (box === undefined) throw new Error('no box');
  await web.trash(box);
  let isTaken = false;
  whenTaken = async () => {
    await web.restore(box);
    isTaken = true;
  };
  a.engine.start();
  await eventually('taken', async () => isTaken);
  await eventually('it is here again', async () => (await a.read('box/a.txt')) === 'the only copy');
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  expect(await web.find(box.id, 'a.txt')).toBeDefined();
  expect(a.errors).toEqual([]);
});
