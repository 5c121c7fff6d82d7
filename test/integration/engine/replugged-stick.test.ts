import { rename, rm, statfs, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Computer } from '../../../main/engine/adapters/node-file-system/local-stat.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { quickPlace } from '../../support/files/quick-folder.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** The disk of the tests as a stick with FAT or exFAT: it numbers its items again whenever it is plugged in. */
let world: SharingWorld;
let device: EngineDevice;
let stick: Computer;
beforeEach(async () => {
  stick = { birthTimes: true, renumbering: [(await statfs(quickPlace())).type], bootTag: 1n << 32n, mountTable: null };
  world = await openSharingWorld();
  device = await world.device(world.ann, { computer: () => stick });
  for (const path of ['a/one.txt', 'a/two.txt', 'b/three.txt']) await device.write(path, path);
  expect((await device.once()).state).toBe('in_sync');
});
afterEach(() => world.close());

const replug = (meanwhile: () => Promise<void>) =>
  device.restart(async () => {
    stick = { ...stick, bootTag: stick.bootTag * 2n };
    await meanwhile();
  });

test('[E68][E116] an edit while the stick was elsewhere is a new version, a delete is a delete, and nothing else happens', async () => {
  await replug(async () => {
    await writeFile(device.at('a/one.txt'), 'edited elsewhere');
    await rm(device.at('a/two.txt'));
  });
  const told: unknown[] = [];
  device.engine.feeds.subscribe('notice', ({ body }) => told.push(body));
  const report = await device.once();
  expect(report).toMatchObject({ state: 'in_sync', uploaded: 1, downloaded: 0, deleted_remote: 1 });
  const folder = await world.annsWeb.find('0', 'a');
  expect((await world.annsWeb.items(folder?.id ?? '')).map(({ name }) => name)).toEqual(['one.txt']);
  expect(told).toEqual([]);
});

test('a file that moves on the stick while it is plugged in is moved on the service', async () => {
  const id = async (folder: string, name: string) =>
    (await world.annsWeb.find((await world.annsWeb.find('0', folder))?.id ?? '', name))?.id;
  const before = await id('a', 'one.txt');
  await rename(device.at('a/one.txt'), device.at('b/moved.txt'));
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0 });
  expect(await id('b', 'moved.txt')).toBe(before);
});
