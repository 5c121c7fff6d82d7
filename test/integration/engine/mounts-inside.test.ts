import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thisComputer } from '../../../main/engine/adapters/node-file-system/local-stat.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { type MountTable, mountTable } from '../../support/files/mount-table.ts';
import { newQuickFolder } from '../../support/files/quick-folder.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** Folders of the same disk that are mounted inside the root: renames stand in for them, and a list of mounts as the system writes it. */
let world: SharingWorld;
let device: EngineDevice;
let home: string;
let table: MountTable;
beforeEach(async () => {
  home = await newQuickFolder('tandem-mounted-');
  table = await mountTable(home);
  world = await openSharingWorld();
  device = await world.device(world.ann, { computer: () => ({ ...thisComputer(), mountTable: table.path }) });
  await device.write('proj/a.txt', 'a');
  await device.write('proj/b.txt', 'b');
  expect((await device.once()).state).toBe('in_sync');
});
afterEach(async () => {
  await world.close();
  await rm(home, { recursive: true });
});

const namesThere = async () => {
  const proj = await world.annsWeb.find('0', 'proj');
  return (await world.annsWeb.items(proj?.id ?? '')).map(({ name }) => name);
};
const NOTHING = { uploaded: 0, downloaded: 0, deleted_remote: 0, deleted_local: 0 };

test('[P93][E61] an empty folder of the same disk, mounted over a synced one, deletes nothing and hides nothing for longer', async () => {
  await rename(device.at('proj'), join(home, 'hidden'));
  await mkdir(device.at('proj'));
  await table.show([device.at('proj')]);
  const mounted = await device.once();
  expect(mounted).toMatchObject(NOTHING);
  expect(mounted.ignored).toContainEqual({ path: 'proj', reason: 'mount' });
  await table.show([]);
  await rm(device.at('proj'), { recursive: true });
  await rename(join(home, 'hidden'), device.at('proj'));
  expect(await device.once()).toMatchObject({ state: 'in_sync', ...NOTHING });
  expect(await namesThere()).toEqual(['a.txt', 'b.txt']);
});

test('[P93][E61] a mounted folder that was synced before keeps its files on both sides, also when it is not mounted once', async () => {
  await table.show([device.at('proj')]);
  expect(await device.once()).toMatchObject(NOTHING);
  await world.annsWeb.upload((await world.annsWeb.find('0', 'proj'))?.id ?? '', 'from-web.txt', 'new');
  expect(await device.once()).toMatchObject(NOTHING);
  expect(await readdir(device.at('proj'))).toEqual(['a.txt', 'b.txt']);
  await rename(device.at('proj'), join(home, 'unmounted'));
  await mkdir(device.at('proj'));
  await table.show([]);
  expect(await device.once()).toMatchObject({ state: 'in_sync', deleted_remote: 0, deleted_local: 0, downloaded: 3 });
  expect(await namesThere()).toEqual(['a.txt', 'b.txt', 'from-web.txt']);
});

test('[P93][E61] a mounted file hides the one below it, and no empty one takes its place on the service', async () => {
  await table.show([device.at('proj/a.txt')]);
  expect(await device.once()).toMatchObject(NOTHING);
  await rm(device.at('proj/a.txt'));
  await writeFile(device.at('proj/a.txt'), '');
  await table.show([]);
  expect(await device.once()).toMatchObject({ state: 'in_sync', deleted_remote: 0 });
  const proj = await world.annsWeb.find('0', 'proj');
  const a = await world.annsWeb.find(proj?.id ?? '', 'a.txt');
  expect((await world.annsWeb.read(a?.id ?? '')).toString()).toBe('a');
});
