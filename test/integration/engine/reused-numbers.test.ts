import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Computer } from '../../../main/engine/adapters/node-file-system/local-stat.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { quickPlace } from '../../support/files/quick-folder.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** The disk of the tests as one without birth times (ext3, NFSv3) that gives a number again, or numbers anew at each mount (sshfs). */
let world: SharingWorld;
let device: EngineDevice;
let disk: Computer;
beforeEach(async () => {
  disk = { birthTimes: false, renumbering: [(await statfs(quickPlace())).type], bootTag: 0n, mountTable: null };
  world = await openSharingWorld();
  device = await world.device(world.ann, { computer: () => disk });
  await device.write('For the client/offer.txt', 'offer');
  await device.write('Private/diary.txt', 'diary');
  expect((await device.once()).state).toBe('in_sync');
});
afterEach(() => world.close());

const numberOf = async (path: string): Promise<bigint> => (await stat(device.at(path), { bigint: true })).ino;

/** Each folder with its item and the names of what is in it. */
const there = async () => {
  const folders = await world.annsWeb.items('0');
  return Promise.all(
    folders.map(async ({ id, name }) => ({
      id,
      name,
      holds: (await world.annsWeb.items(id)).map((item) => item.name),
    })),
  );
};

test('[P94][E57] a folder that gets the number of a deleted one comes into no item that was shared', async () => {
  const client = await world.annsWeb.find('0', 'For the client');
  await device.restart(async () => {
    const number = await numberOf('For the client');
    await rm(device.at('For the client'), { recursive: true });
    await mkdir(device.at('Salaries'));
    disk = { ...disk, bootTag: number - (await numberOf('Salaries')) };
    await device.write('Salaries/2026.txt', 'secret');
  });
  expect(await device.once()).toMatchObject({ state: 'in_sync', moved: 0, deleted_remote: 1 });
  const [privateOne, salaries, ...others] = await there();
  expect(others).toEqual([]);
  expect(privateOne).toMatchObject({ name: 'Private', holds: ['diary.txt'] });
  expect(salaries).toMatchObject({ name: 'Salaries', holds: ['2026.txt'] });
  expect(salaries?.id).not.toBe(client?.id);
});

test('[P94][E57] folders that a new mount numbers in another order stay what they are', async () => {
  const before = await there();
  await device.restart(async () => {
    disk = { ...disk, bootTag: (await numberOf('For the client')) - (await numberOf('Private')) };
  });
  const report = await device.once();
  expect(report).toMatchObject({ state: 'in_sync', moved: 0, uploaded: 0, downloaded: 0, deleted_remote: 0 });
  expect(await there()).toEqual(before);
});
