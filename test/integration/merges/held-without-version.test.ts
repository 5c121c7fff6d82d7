import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';

/** Bob rewrites files of Ann's folder. The guard holds that, and their agreed versions can no longer come to his computer. */
let world: SharingWorld;
let bobs: EngineDevice;
let files: readonly WebItem[];
let sharing: string;
beforeEach(async () => {
  world = await openSharingWorld();
  const team = await world.annsWeb.createFolder('0', 'team');
  files = await Promise.all(NAMES.map((name) => world.annsWeb.upload(team.id, name, `of Ann: ${name}`)));
  sharing = await world.share(team, 'editor');
  bobs = await world.device(world.bob, {
    change: (parts) => ({ ...parts, settings: { ...parts.settings, guard: { items: 2, share: 0.25 } } }),
  });
  await bobs.once();
  for (const name of NAMES) await bobs.write(`team/${name}`, `edited by Bob: ${name}`);
  expect(await bobs.once()).toMatchObject({ uploaded: 0, held: NAMES.length });
});
afterEach(() => world.close());

const NAMES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const restore = () => bobs.engine.acts.decideHeld({ id: bobs.engine.acts.held()[0]?.id ?? -1, decision: 'restore' });
const trashed = () => bobs.engine.acts.trashed({ limit: 9, offset: 0 }).items.map(({ path }) => path);

test('[P46] held edits of files that may no longer be downloaded stay here and held, with the reason', async () => {
  await world.annsWeb.call('PUT', `/collaborations/${sharing}`, { role: 'previewer' });
  expect(await restore()).toMatchObject({
    ok: true,
    value: {
      restored: 0,
      failed: NAMES.map(() => ({ message: { code: 'service_version_withheld' } })),
      failedTotal: NAMES.length,
    },
  });
  expect([await bobs.read('team/a.txt'), trashed()]).toEqual(['edited by Bob: a.txt', []]);
  expect(bobs.engine.acts.held()).toMatchObject([{ items: NAMES.length }]);
});

test('[P46] a held edit of a file that was deleted there meanwhile stays here, with the reason', async () => {
  const [deleted] = files;
  if (deleted === undefined) throw new Error('there is no file');
  await world.annsWeb.trash(deleted);
  expect(await restore()).toMatchObject({
    ok: true,
    value: {
      restored: NAMES.length - 1,
      failed: [{ path: 'team/a.txt', message: { code: 'service_version_gone', args: { path: 'team/a.txt' } } }],
    },
  });
  expect(await bobs.read('team/a.txt')).toBe('edited by Bob: a.txt');
  await bobs.once();
  expect([await bobs.read('team/a.txt'), await bobs.read('team/b.txt')]).toEqual([
    'edited by Bob: a.txt',
    'of Ann: b.txt',
  ]);
  expect(trashed().toSorted()).toEqual(['team/b.txt', 'team/c.txt', 'team/d.txt']);
});
