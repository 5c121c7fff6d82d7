import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
  device = await world.device(world.ann);
});
afterEach(() => world.close());

async function folder(name: string) {
  const found = await world.annsWeb.find('0', name);
  if (found === undefined) throw new Error(`${name} is not on the service`);
  return found;
}

test('[P65] a chosen folder that was moved or deleted since it was listed: the first is followed, the second holds nothing back', async () => {
  for (const name of ['moved', 'gone', 'other']) await device.write(`${name}/in.bin`, name);
  await device.once();
  const [moved, gone, other] = [await folder('moved'), await folder('gone'), await folder('other')];
  await rename(`${device.path}/moved`, `${device.path}/other/moved`);
  await rm(`${device.path}/gone`, { recursive: true });
  await device.once();
  const rootId = device.store.roots()[0]?.id;
  const changes = [gone, moved].map(({ id }) => ({ folderId: id, state: 'not_synced' as const }));
  expect(await device.engine.select({ rootId, changes })).toMatchObject({ ok: true });
  await device.once();
  expect([await device.read('other/moved/in.bin'), await device.read('other/in.bin')]).toEqual([null, 'other']);
  expect(await world.annsWeb.find(other.id, 'moved')).toMatchObject({ id: moved.id });
});
