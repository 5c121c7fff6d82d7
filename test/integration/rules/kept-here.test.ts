import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** Items that can't go up and that a person keeps on this computer only. */
let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
});
afterEach(() => world.close());

const keep = (path: string, isKept = true) => device.engine.keepHere({ rootId: 1, path, isKept });
const why = async (path: string) => {
  const answer = await device.engine.why({ path });
  return answer.ok ? [answer.value.status, answer.value.leftOut?.cause ?? null] : null;
};
/** Whether each problem may be kept on this computer only. */
const offered = () =>
  Object.fromEntries(
    device.engine.acts
      .problems({ limit: 9, offset: 0 })
      .problems.map(({ path, canKeepHere }) => [path, canKeepHere ?? false]),
  );
const namesThere = async (folder: string) => (await world.annsWeb.items(folder)).map(({ name }) => name).sort();

test('[P91] a file and a folder with refused names stay here without a problem, also after a restart, until that is undone', async () => {
  device = await world.device(world.ann);
  await device.write('plan ', 'plan');
  await device.write('drafts /one.txt', 'one');
  await device.write('plan', 'another');
  expect((await device.once()).blocked.map(({ path }) => path).sort()).toEqual(['drafts ', 'plan ']);
  expect(offered()).toEqual({ 'drafts ': true, 'plan ': true });
  expect(device.engine.pathStates([{ path: 'plan ' }])).toMatchObject([{ status: 'blocked', canKeepHere: true }]);
  for (const path of ['plan ', 'drafts ']) expect(keep(path)).toEqual({ ok: true, value: {} });
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  await device.restart();
  await device.write('drafts /two.txt', 'two');
  await device.write('plan ', 'edited');
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [], uploaded: 0 });
  expect(await why('plan ')).toEqual(['ignored', 'kept_here']);
  expect(await why('drafts /two.txt')).toEqual(['ignored', 'kept_here']);
  expect(await why('plan')).toEqual(['synced', null]);
  expect(device.engine.pathStates([{ path: 'plan ' }, { path: 'drafts /two.txt' }])).toMatchObject([
    { status: 'ignored', code: 'kept_here' },
    { status: 'ignored', code: null },
  ]);
  expect(device.engine.keptHere()).toEqual([
    { rootId: 1, path: 'drafts ' },
    { rootId: 1, path: 'plan ' },
  ]);
  for (const path of ['plan ', 'drafts ']) expect(keep(path, false)).toEqual({ ok: true, value: {} });
  expect((await device.once()).blocked.map(({ path }) => path).sort()).toEqual(['drafts ', 'plan ']);
  expect([device.engine.keptHere(), await namesThere('0')]).toEqual([[], ['plan']]);
});

test('[P91] an edit that the role forbids stays here, and the version of the service stays there', async () => {
  const team = await world.annsWeb.createFolder('0', 'team');
  const plan = await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
  await world.annsWeb.upload(team.id, 'gone.txt', 'to be deleted here');
  await world.share(team, 'viewer');
  device = await world.device(world.bob);
  await device.once();
  await device.write('team/plan.txt', 'edited by Bob');
  await device.write('team/new.txt', 'new by Bob');
  await rm(device.at('team/gone.txt'));
  expect((await device.once()).blocked).toHaveLength(3);
  expect(offered()).toEqual({ 'team/gone.txt': false, 'team/new.txt': true, 'team/plan.txt': true });
  for (const path of ['team/plan.txt', 'team/new.txt']) keep(path);
  await world.annsWeb.replace(plan.id, 'plan.txt', 'edited by Ann');
  expect(await device.once()).toMatchObject({ blocked: [{ path: 'team/gone.txt' }], downloaded: 0, deleted_remote: 0 });
  expect([await device.read('team/plan.txt'), await device.read('team/new.txt')]).toEqual([
    'edited by Bob',
    'new by Bob',
  ]);
  // Without the file here, the one of the service comes once it is no longer kept.
  await rm(device.at('team/plan.txt'));
  expect(await device.once()).toMatchObject({ downloaded: 0, deleted_remote: 0 });
  keep('team/plan.txt', false);
  expect(await device.once()).toMatchObject({ downloaded: 1 });
  expect(await device.read('team/plan.txt')).toBe('edited by Ann');
});

test('[P91] items of the service alone, and the synced folder itself, are not kept here', async () => {
  device = await world.device(world.ann);
  await device.write('plan.txt', 'plan');
  await device.once();
  for (const path of ['nothing.txt', '', '../plan.txt']) {
    expect(keep(path)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
  expect(device.engine.keepHere({ rootId: 9, path: 'plan.txt', isKept: true })).toMatchObject({ ok: false });
  expect(device.engine.keptHere()).toEqual([]);
});

test('[P91] a kept name with a line break leaves out that item alone, also after a restart', async () => {
  device = await world.device(world.ann);
  await device.write('docs/a/x.txt', 'x');
  await device.once();
  await device.write('docs/a\nb', 'kept');
  expect((await device.once()).blocked.map(({ path }) => path)).toEqual(['docs/a\nb']);
  keep('docs/a\nb');
  await device.restart();
  await device.write('docs/a/x.txt', 'x, edited');
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [], uploaded: 1 });
  expect(device.engine.keptHere()).toEqual([{ rootId: 1, path: 'docs/a\nb' }]);
});

describe('what stays on this computer stays', () => {
  beforeEach(async () => {
    const team = await world.annsWeb.createFolder('0', 'team');
    const id = await world.share(team, 'viewer');
    device = await world.device(world.bob);
    await device.once();
    await device.write('team/plan.txt', 'plan');
    await device.once();
    expect(keep('team/plan.txt')).toEqual({ ok: true, value: {} });
    expect(device.engine.setIgnoreLines(['.env'])).toEqual({ ok: true, value: {} });
    await device.write('.env', 'secret');
    await device.write('team/.env', 'secret');
    await world.annsWeb.call('PUT', `/collaborations/${id}`, { role: 'editor' });
    await device.once();
  });

  /** Nothing went up, and a pass over both sides finds nothing to do. */
  const expectKept = async (): Promise<void> => {
    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, conflicts: 0, blocked: [] });
    expect(device.engine.keptHere()).toEqual([{ rootId: 1, path: 'team/plan.txt' }]);
    expect(device.engine.ignoreLines()).toEqual(['.env']);
    expect([await device.read('team/plan.txt'), await device.read('.env')]).toEqual(['plan', 'secret']);
    const [team] = await world.bobsWeb.items('0');
    expect([team?.name, await namesThere(team?.id ?? '')]).toEqual(['team', []]);
  };

  test('[P60] when the folder was restored from a backup, and both sides count as never synced', async () => {
    const copy = `${device.path} of yesterday`;
    await device.restart(async () => {
      await cp(device.path, copy, { recursive: true });
      await rm(device.path, { recursive: true });
      await rename(copy, device.path);
    });
    await expectKept();
  });

  test('[P59] when the damaged store was set aside', async () => {
    await device.restart(async () => {
      const state = join(dirname(device.path), 'state', 'state.db');
      await rm(`${state}-wal`, { force: true });
      await writeFile(state, 'this is no database, and was one');
    });
    expect(device.store.setAside).not.toBeNull();
    await expectKept();
  });
});
