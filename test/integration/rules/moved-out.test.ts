import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** A file that the person moves out of a folder before that folder stops syncing: it is still the same file, and has only moved. */
let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
  device = await world.device(world.ann);
});
afterEach(() => world.close());

const idOf = async (name: string, parent = '0') => (await world.annsWeb.find(parent, name))?.id ?? '';
const select = async (path: string, state: 'synced' | 'not_synced') => {
  expect(await device.engine.select({ changes: [{ path, state }] })).toMatchObject({ ok: true });
};

/** The service takes no backslash in a name, so the move there has to wait for another name. */
const REFUSED = 'in\\out.txt';

test.each(['notes.md', 'out.txt'])(
  '[E78] a file that was moved out as %s before a rule ignores its folder is moved on the service too',
  async (name) => {
    await device.write('build/deep/out.txt', 'first');
    await device.write('build/left.txt', 'left');
    await device.once();
    const moved = await idOf('out.txt', await idOf('deep', await idOf('build')));
    await rename(device.at('build/deep/out.txt'), device.at(name));
    await world.annsWeb.replace(moved, 'out.txt', 'second');
    await device.write('.tandemignore', 'build/\n');
    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1, moved: 1, downloaded: 1, conflicts: 0 });
    expect([await idOf(name), await device.read(name)]).toEqual([moved, 'second']);
    expect(await device.read('build/left.txt')).toBe('left');
    expect(await idOf('left.txt', await idOf('build'))).not.toBe('');
  },
);

test('[P66] a file that cannot move on the service yet stays here when its former folder is deselected', async () => {
  await device.write('build/out.txt', 'first');
  await device.write('build/left.txt', 'left');
  await device.once();
  const moved = await idOf('out.txt', await idOf('build'));
  await rename(device.at('build/out.txt'), device.at(REFUSED));
  await select('build', 'not_synced');
  const blocked = [{ path: REFUSED, reason: 'name_not_allowed_by_service' }];
  expect(await device.once()).toMatchObject({ state: 'attention', deleted_local: 1, deleted_remote: 0, blocked });
  expect([await device.read(REFUSED), await device.read('build/left.txt')]).toEqual(['first', null]);

  await world.annsWeb.replace(moved, 'out.txt', 'second');
  expect(await device.once()).toMatchObject({ downloaded: 1, deleted_local: 0, deleted_remote: 0, blocked });
  await device.write(REFUSED, 'third');
  expect(await device.once()).toMatchObject({ uploaded: 1, deleted_local: 0, deleted_remote: 0, blocked });
  expect(String(await world.annsWeb.read(moved))).toBe('third');

  await rename(device.at(REFUSED), device.at('out.txt'));
  expect(await device.once()).toMatchObject({ state: 'in_sync', moved: 1, uploaded: 0, downloaded: 0 });
  expect([await idOf('out.txt'), await device.read('out.txt')]).toEqual([moved, 'third']);
});

test('[P66] a file that waits outside its former folder goes back into it once that is selected again', async () => {
  await device.write('build/out.txt', 'out');
  await device.once();
  const moved = await idOf('out.txt', await idOf('build'));
  await rename(device.at('build/out.txt'), device.at(REFUSED));
  await select('build', 'not_synced');
  await device.once();
  await select('build', 'synced');
  expect(await device.once()).toMatchObject({ downloaded: 0, deleted_remote: 0 });
  await rename(device.at(REFUSED), device.at('build/out.txt'));
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, deleted_remote: 0 });
  expect([await idOf('out.txt', await idOf('build')), await device.read('build/out.txt')]).toEqual([moved, 'out']);
  expect(await device.once()).toMatchObject({ state: 'in_sync', moved: 0 });
});

test('[P66] a file that is deleted while it waits outside its former, deselected folder stays on the service', async () => {
  await device.write('build/out.txt', 'out');
  await device.once();
  await rename(device.at('build/out.txt'), device.at(REFUSED));
  await select('build', 'not_synced');
  await device.once();
  await rm(device.at(REFUSED));
  expect(await device.once()).toMatchObject({ state: 'in_sync', deleted_remote: 0 });
  expect(await idOf('out.txt', await idOf('build'))).not.toBe('');
});
