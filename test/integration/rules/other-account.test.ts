import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine } from '../../../main/engine/engine.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let device: EngineDevice;
let parts: EngineParts | undefined;

beforeEach(async () => {
  service = await startTestService();
  device = await openEngineDevice({
    name: 'laptop',
    addresses: service,
    token: service.person.token,
    change: (made) => {
      parts = made;
      return made;
    },
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

test('[E96] a folder that was linked under another account or service is refused, and nothing of it is touched', async () => {
  await device.write('mine.txt', 'mine');
  await device.once();
  await rm(device.at('mine.txt'));
  if (parts === undefined) throw new Error('the device has no parts');
  const other = createEngine({ ...parts, account: 'https://elsewhere.example/2.0 9' });
  const linked = await other.addRoot({ localPath: device.path, remoteId: '0' });
  expect(linked).toMatchObject({ ok: false, error: { code: 'other_account' } });
  const report = await other.syncOnce();
  expect(report).toMatchObject({ uploaded: 0, downloaded: 0, deleted_local: 0, deleted_remote: 0, requests: 0 });
  await other.stop();
  const there = await webUser(service, service.person.token).items('0');
  expect(there.map(({ name }) => name)).toEqual(['mine.txt']);
});
