import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/** A viewer gives up changes that their role does not allow. */
let world: SharingWorld;
let bobs: EngineDevice;
let sharing: string;
beforeEach(async () => {
  world = await openSharingWorld();
  const team = await world.annsWeb.createFolder('0', 'team');
  for (const name of ['plan.txt', 'note.txt']) await world.annsWeb.upload(team.id, name, `of Ann: ${name}`);
  sharing = await world.share(team, 'viewer');
  bobs = await world.device(world.bob);
  await bobs.once();
});
afterEach(() => world.close());

const giveUp = (path: string) => bobs.engine.acts.resolve({ target: bobs.at(path), keep: 'theirs' });

test('[P49][E84] an edit is given up: it lies in the local trash, the version of the service is back, and undo brings the edit beside it', async () => {
  await bobs.write('team/plan.txt', 'edited by Bob');
  expect((await bobs.once()).blocked).toMatchObject([{ path: 'team/plan.txt', reason: 'no_permission' }]);
  expect(await bobs.engine.acts.resolve({ target: bobs.at('team/plan.txt'), keep: 'mine' })).toMatchObject({
    ok: false,
    error: { code: 'not_possible' },
  });
  const answer = await giveUp('team/plan.txt');
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  expect(await bobs.once()).toMatchObject({ state: 'in_sync', downloaded: 1 });
  expect(await bobs.read('team/plan.txt')).toBe('of Ann: plan.txt');

  expect(await bobs.engine.acts.undo({ batch: answer.value.batch })).toMatchObject({ ok: true, value: { undone: 1 } });
  expect(await bobs.read('team/plan (2).txt')).toBe('edited by Bob');
  expect(await bobs.read('team/plan.txt')).toBe('of Ann: plan.txt');
});

test('[P49][E84] moves, deletes and new files without the right are reverted to the state of the service', async () => {
  await rename(bobs.at('team/plan.txt'), bobs.at('team/renamed.txt'));
  await rm(bobs.at('team/note.txt'));
  await bobs.write('team/new.txt', 'new by Bob');
  expect((await bobs.once()).blocked.length).toBe(3);
  for (const path of ['team/renamed.txt', 'team/note.txt', 'team/new.txt']) {
    expect([path, await giveUp(path)]).toMatchObject([path, { ok: true }]);
  }
  expect(await bobs.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  expect(await bobs.read('team/plan.txt')).toBe('of Ann: plan.txt');
  expect(await bobs.read('team/note.txt')).toBe('of Ann: note.txt');
  expect(await bobs.read('team/new.txt')).toBeNull();
  const { items } = bobs.engine.acts.trashed({ limit: 5, offset: 0 });
  expect(items.map(({ path }) => path)).toEqual(['team/new.txt']);
});

test('[P49][E84] an edit of a file that may no longer be downloaded is not given up: its bytes would be gone from this computer', async () => {
  await bobs.write('team/plan.txt', 'edited by Bob');
  await rm(bobs.at('team/note.txt'));
  await world.annsWeb.call('PUT', `/collaborations/${sharing}`, { role: 'previewer' });
  await bobs.once();
  expect(await giveUp('team/plan.txt')).toMatchObject({
    ok: false,
    error: { code: 'not_possible', message: { code: 'service_version_withheld' } },
  });
  expect(await bobs.read('team/plan.txt')).toBe('edited by Bob');
  expect(await giveUp('team/note.txt')).toMatchObject({ ok: true });
  expect((await bobs.once()).blocked).toMatchObject([{ path: 'team/plan.txt', reason: 'no_permission' }]);
});

test('[P49] an edit of a file that was deleted or withheld on the service a moment ago is not given up', async () => {
  await bobs.write('team/plan.txt', 'edited by Bob');
  await bobs.write('team/note.txt', 'edited by Bob');
  await bobs.once();
  const team = await world.annsWeb.find('0', 'team');
  const plan = await world.annsWeb.find(team?.id ?? '', 'plan.txt');
  if (plan === undefined) throw new Error('the file is not on the service');
  await world.annsWeb.trash(plan);
  await world.annsWeb.call('PUT', `/collaborations/${sharing}`, { role: 'previewer' });
  for (const [path, code] of [
    ['team/plan.txt', 'service_version_gone'],
    ['team/note.txt', 'service_version_withheld'],
  ] as const) {
    expect(await giveUp(path)).toMatchObject({ ok: false, error: { message: { code, args: { path } } } });
    expect(await bobs.read(path)).toBe('edited by Bob');
  }
});

test('[P49] a deleted file that was edited here can be given up once its delete is known', async () => {
  await bobs.write('team/plan.txt', 'edited by Bob');
  await bobs.once();
  const team = await world.annsWeb.find('0', 'team');
  const plan = await world.annsWeb.find(team?.id ?? '', 'plan.txt');
  if (plan === undefined) throw new Error('the file is not on the service');
  await world.annsWeb.trash(plan);
  expect((await bobs.once()).blocked).toMatchObject([{ path: 'team/plan.txt', reason: 'no_permission' }]);
  expect(await giveUp('team/plan.txt')).toMatchObject({ ok: true });
  expect(await bobs.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  expect(await bobs.read('team/plan.txt')).toBeNull();
  expect(bobs.engine.acts.trashed({ limit: 5, offset: 0 }).items.map(({ path }) => path)).toEqual(['team/plan.txt']);
});
