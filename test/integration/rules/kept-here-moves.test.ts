import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** Items that a person keeps on this computer only, in folders that move. */
let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
  device = await world.device(world.ann);
  for (const folder of ['a', 'b']) {
    await device.write(`${folder}/of ${folder}.txt`, folder);
    await device.write(`${folder}/plan.txt`, `plan of ${folder}`);
    await device.write(`${folder}/drafts/one.txt`, `draft of ${folder}`);
  }
  await device.once();
  for (const path of ['a/plan.txt', 'a/drafts']) keep(path);
  await device.once();
  await device.write('a/plan.txt', 'kept plan');
  await device.write('a/drafts/one.txt', 'kept draft');
  await device.once();
});
afterEach(() => world.close());

const keep = (path: string) => device.engine.keepHere({ rootId: 1, path, isKept: true });
const idOf = async (name: string): Promise<string> => {
  const found = (await world.annsWeb.items('0')).find((item) => item.name === name);
  if (found === undefined) throw new Error(`there is no "${name}"`);
  return found.id;
};
const renameThere = (id: string, name: string) => world.annsWeb.call('PUT', `/folders/${id}`, { name });

/** The kept items are in this folder, unchanged, and nothing of them went up. */
async function expectKeptIn(folder: string): Promise<void> {
  expect(await device.once()).toMatchObject({
    state: 'in_sync',
    uploaded: 0,
    downloaded: 0,
    conflicts: 0,
    blocked: [],
  });
  expect(device.engine.keptHere()).toEqual([
    { rootId: 1, path: `${folder}/drafts` },
    { rootId: 1, path: `${folder}/plan.txt` },
  ]);
  expect(await device.read(`${folder}/plan.txt`)).toBe('kept plan');
  expect(await device.read(`${folder}/drafts/one.txt`)).toBe('kept draft');
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0 });
}

test('[P91] they stay kept when their folder is renamed on the service, also after a restart', async () => {
  await renameThere(await idOf('a'), 'a2');
  await expectKeptIn('a2');
  await device.restart();
  await expectKeptIn('a2');
});

test('[P91] they stay kept when their folder is renamed or moved here', async () => {
  await rename(device.at('a'), device.at('a2'));
  await expectKeptIn('a2');
  await mkdir(device.at('box'));
  await rename(device.at('a2'), device.at('box/a'));
  await expectKeptIn('box/a');
});

test('[P91] they stay kept when two folders swap their names, on the service and here', async () => {
  const [a, b] = [await idOf('a'), await idOf('b')];
  await renameThere(a, 'c');
  await renameThere(b, 'a');
  await renameThere(a, 'b');
  await expectKeptIn('b');
  expect(await device.read('a/plan.txt')).toBe('plan of b');
  await rename(device.at('b'), device.at('c'));
  await rename(device.at('a'), device.at('b'));
  await rename(device.at('c'), device.at('a'));
  await expectKeptIn('a');
  expect(await device.read('b/plan.txt')).toBe('plan of b');
});

test('[P91] they stay kept when two folders with kept items of one name swap their names, also without the state', async () => {
  keep('b/plan.txt');
  await device.write('b/plan.txt', 'other kept plan');
  await device.once();
  await device.restart(async () => {
    const state = join(dirname(device.path), 'state', 'state.db');
    await rm(`${state}-wal`, { force: true });
    await writeFile(state, 'this is no database, and was one');
  });
  await device.once();
  await rename(device.at('b'), device.at('c'));
  await rename(device.at('a'), device.at('b'));
  await rename(device.at('c'), device.at('a'));
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, conflicts: 0 });
  expect(device.engine.keptHere().map(({ path }) => path)).toEqual(['a/plan.txt', 'b/drafts', 'b/plan.txt']);
  expect([await device.read('a/plan.txt'), await device.read('b/plan.txt')]).toEqual(['other kept plan', 'kept plan']);
});
