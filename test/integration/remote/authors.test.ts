import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';

/** The journal names the author of a change that this computer followed. */
let world: SharingWorld;
let team: WebItem;
let bobs: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
  team = await world.annsWeb.createFolder('0', 'team');
  await world.share(team, 'editor');
  bobs = await world.device(world.bob);
});
afterEach(() => world.close());

const entriesOf = (path: string) =>
  bobs.engine.activity({ limit: 20, path }).entries.map(({ kind, by }) => [kind, by?.name ?? null]);

test('a new, an edited and a deleted file carry the name of their author', async () => {
  const plan = await world.annsWeb.upload(team.id, 'plan.txt', 'of Ann');
  await bobs.once();
  await bobs.write('team/plan.txt', 'edited by Bob');
  await bobs.once();
  await world.annsWeb.trash(plan);
  await bobs.once();
  const ann = world.ann.name;
  expect(entriesOf('team/plan.txt')).toEqual([
    ['trash-local', ann],
    ['upload-version', null],
    ['download', ann],
  ]);
});

test('a change that the same person made elsewhere carries that person', async () => {
  const note = await world.annsWeb.upload(team.id, 'note.txt', 'of Ann');
  await bobs.once();
  await world.bobsWeb.update(note, { name: 'renamed.txt' });
  await bobs.once();
  expect(entriesOf('team/renamed.txt')[0]).toEqual(['move-local', world.bob.name]);
});
