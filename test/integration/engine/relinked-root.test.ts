import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A folder that is unlinked and linked again with the same folder of the service. */
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

const there = async (name: string) => {
  const found = await web.find('0', name);
  if (found === undefined) throw new Error(`${name} is not on the service`);
  return found;
};
const root = () => a.engine.status().roots[0]?.id ?? -1;
const trashed = () => a.engine.acts.trashed({ limit: 5, offset: 0, rootId: root() });
const lastOf = (kind: string) =>
  a.engine.activity({ limit: 50, rootId: root() }).entries.find((entry) => entry.kind === kind)?.id ?? -1;

/** Unlinks the folder and links it again. */
async function relink(remoteId = '0'): Promise<void> {
  expect(await a.engine.removeRoot(root())).toMatchObject({ ok: true });
  expect(await a.engine.addRoot({ localPath: a.path, remoteId })).toMatchObject({ ok: true });
}

test('[P56] an item in the trash of a folder that was linked again is restored to it', async () => {
  await a.write('report.txt', 'the report');
  await a.once();
  await web.trash(await there('report.txt'));
  await a.once();
  await relink();
  await a.once();
  const { items, total } = trashed();
  expect([items.map(({ path }) => path), total]).toEqual([['report.txt'], 1]);
  expect(await a.engine.acts.restoreTrashed(items[0]?.id ?? -1)).toMatchObject({ value: { path: 'report.txt' } });
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect((await there('report.txt')).name).toBe('report.txt');
});

test('[P50] [P56] a new version from before is undone, unless the file was edited here since', async () => {
  const versions = new Map<string, number>();
  for (const name of ['one.txt', 'two.txt']) {
    await a.write(name, 'first');
    await a.once();
    await a.write(name, 'second');
    await a.once();
    versions.set(name, lastOf('upload-version'));
  }
  await relink();
  await a.once();
  await a.write('two.txt', 'edited here meanwhile');
  const undo = (name: string) => a.engine.acts.undo({ id: versions.get(name) ?? -1 });
  expect(await undo('one.txt')).toMatchObject({ ok: true });
  expect(await undo('two.txt')).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  await a.once();
  expect([await a.read('one.txt'), await a.read('two.txt')]).toEqual(['first', 'edited here meanwhile']);
});

test('[P56] a folder that was linked again has nothing of the earlier link but its trash and journal', async () => {
  await a.write('one.txt', 'one');
  await a.once();
  a.engine.pause(root(), null);
  const before = root();
  await relink();
  expect(root()).toBe(before);
  expect(a.engine.status().roots[0]).toMatchObject({ pausedUntilMs: null });
  await rm(a.at('one.txt'));
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 1, deleted_remote: 0 });
});

test('[P56] another folder of the service takes over neither', async () => {
  await a.write('report.txt', 'the report');
  await a.once();
  await web.trash(await there('report.txt'));
  await a.once();
  await relink((await web.createFolder('0', 'other')).id);
  expect(trashed().total).toBe(0);
});
