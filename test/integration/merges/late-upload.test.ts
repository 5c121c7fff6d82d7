import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A file comes into a folder on the service in the moment in which the folder is deleted from here. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Done on the service right before the request that deletes goes out. */
let meanwhile: () => Promise<unknown>;
beforeEach(async () => {
  meanwhile = async () => {};
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => {
      const trash: typeof parts.remote.trash = async (...given) => {
        const first = meanwhile;
        meanwhile = async () => {};
        await first();
        return parts.remote.trash(...given);
      };
      return { ...parts, remote: { ...parts.remote, trash } };
    },
  });
  await a.write('box/inner/old.txt', 'old');
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

async function inner(): Promise<string> {
  const box = await web.find('0', 'box');
  return (await web.find(box?.id ?? '', 'inner'))?.id ?? '';
}

test('[P10] a file not yet seen here keeps its folder, and is downloaded; the deleted files go', async () => {
  const folder = await inner();
  meanwhile = () => web.upload(folder, 'late.txt', 'of another computer');
  await rm(a.at('box'), { recursive: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 1 });
  expect(await a.read('box/inner/late.txt')).toBe('of another computer');
  expect((await web.items(folder)).map(({ name }) => name)).toEqual(['late.txt']);
});

test('[P10] changes elsewhere on the service meanwhile keep no folder', async () => {
  meanwhile = () => web.upload('0', 'elsewhere.txt', 'elsewhere');
  await rm(a.at('box'), { recursive: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 1 });
  expect(await web.find('0', 'box')).toBeUndefined();
});
