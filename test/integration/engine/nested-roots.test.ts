import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Roots that would contain each other, and copies of roots. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const beside = (name: string) => join(dirname(a.path), name);

test('[P58][E86] a lost folder is not downloaded again to a place that leads into another root now', async () => {
  await a.engine.removeRoot(a.engine.status().roots[0]?.id ?? 0);
  const [first, second] = [await web.createFolder('0', 'first'), await web.createFolder('0', 'second')];
  await mkdir(a.at('sub'));
  await mkdir(beside('place/two'), { recursive: true });
  await a.engine.addRoot({ localPath: a.path, remoteId: first.id });
  const added = await a.engine.addRoot({ localPath: beside('place/two'), remoteId: second.id });
  const id = added.ok ? added.value.id : 0;
  await rm(beside('place'), { recursive: true });
  await symlink(a.at('sub'), beside('place'));
  const args = { path: beside('place/two'), other: a.path };
  const refusal = { code: 'root_nested', message: { code: 'local_folders_nested', args } };
  for (const choice of ['restore', 'accept'] as const)
    expect(await a.engine.recoverRoot(id, choice)).toMatchObject({ ok: false, error: refusal });
  expect(await readdir(a.at('sub'))).toEqual([]);
});

test('[P58] a copy of a synced folder in another one is synced without the marker and the parts in it', async () => {
  await a.write('copy/.tandem/root', 'marker');
  await a.write('copy/.tandem/staging/part', 'part');
  await a.write('copy/one.txt', 'one');
  expect(await a.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  const copy = await web.find('0', 'copy');
  expect((await web.items(copy?.id ?? '')).map(({ name }) => name)).toEqual(['one.txt']);
});
