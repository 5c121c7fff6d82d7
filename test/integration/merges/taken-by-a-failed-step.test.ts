import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';

/** The disk takes something away, and says that it did not; on the service it comes back in that moment. */
let world: SharingWorld;
let bobs: EngineDevice;
let team: WebItem;
let whenTaken: (() => Promise<unknown>) | null;
let beforeTaking: () => Promise<void>;
beforeEach(async () => {
  whenTaken = null;
  beforeTaking = async () => {};
  world = await openSharingWorld();
  team = await world.annsWeb.createFolder('0', 'team');
  bobs = await world.device(world.bob, {
    change: (parts) => ({
      ...parts,
      trash: failing(parts.trash),
      fileSystem: { ...parts.fileSystem, trash: failing(parts.fileSystem.trash) },
    }),
  });
});
afterEach(() => world.close());

const failing =
  <Asked extends readonly unknown[]>(take: (path: string, ...asked: Asked) => Promise<string>) =>
  async (path: string, ...asked: Asked): Promise<string> => {
    await beforeTaking();
    const place = await take(path, ...asked);
    const happens = whenTaken;
    whenTaken = null;
    if (happens === null) return place;
    await happens();
    throw new FileSystemError('io', path, 'the disk did not answer');
  };

/** From here on, moves to the trash after the next one wait until the returned function is called. */
function holdAfterFirst(): { readonly first: Promise<void>; readonly release: () => void } {
  const [first, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  beforeTaking = async () => {
    count += 1;
    if (count === 1) return;
    first.resolve();
    await held.promise;
  };
  return { first: first.promise, release: held.resolve };
}

/** Resolves when `happens` did, while a step took something away. */
const onceTaken = (happens: () => Promise<unknown>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  whenTaken = () => happens().then(() => resolve());
  return promise;
};
const inSync = () => eventually('in sync', async () => bobs.engine.status().state === 'in_sync');

test('[P85] a file in the local trash that is restored on the service comes back and is not deleted there', async () => {
  await bobs.write('box/a.txt', 'the only copy');
  await bobs.once();
  const box = await world.bobsWeb.find('0', 'box');
  if (box === undefined) throw new Error('no box');
  await world.bobsWeb.trash(box);
  const taken = onceTaken(() => world.bobsWeb.restore(box));
  bobs.engine.start();
  await taken;
  await eventually('it is here again', async () => (await bobs.read('box/a.txt')) === 'the only copy');
  await inSync();
  expect(await world.bobsWeb.find(box.id, 'a.txt')).toBeDefined();
  expect(bobs.errors).toEqual([]);
});

test.each(['itself', 'by its folder'])(
  '[P85] a file that is restored while its folder still goes to the local trash, taken %s, is not deleted there',
  async (which) => {
    const path = which === 'itself' ? 'box/a.txt' : 'box/sub/a.txt';
    for (const file of [path, 'box/z.txt', 'box/x.swp', 'deleted.txt']) await bobs.write(file, `content of ${file}`);
    await bobs.once();
    const box = await world.bobsWeb.find('0', 'box');
    if (box === undefined) throw new Error('no box');
    await world.bobsWeb.trash(box);
    const { first, release } = holdAfterFirst();
    bobs.engine.start();
    await first;
    await world.bobsWeb.restore(box);
    // The same pass that propagates this delete would propagate that of the file in the trash.
    await rm(bobs.at('deleted.txt'));
    await eventually('the other delete propagates', async () => {
      return (await world.bobsWeb.find('0', 'deleted.txt')) === undefined;
    });
    release();
    await eventually('it is here again', async () => (await bobs.read(path)) === `content of ${path}`);
    await inSync();
    const folder = which === 'itself' ? box : await world.bobsWeb.find(box.id, 'sub');
    expect(folder && (await world.bobsWeb.find(folder.id, 'a.txt'))).toBeDefined();
    expect(await world.bobsWeb.find(box.id, 'z.txt')).toBeDefined();
    expect(bobs.errors).toEqual([]);
  },
);

test('[P51] [P85] a folder that went to the local trash without an answer is listed there, and can be restored', async () => {
  await bobs.write('box/a.txt', 'the only copy');
  await bobs.write('box/sub/b.txt', 'another one');
  await bobs.once();
  const box = await world.bobsWeb.find('0', 'box');
  if (box === undefined) throw new Error('no box');
  await world.bobsWeb.trash(box);
  whenTaken = async () => {};
  await bobs.once();
  await eventually('in sync', async () => (await bobs.once()).state === 'in_sync');
  const [trashed, ...others] = bobs.store.trash.list(10);
  expect([trashed, others]).toMatchObject([
    { path: 'box', itemKind: 'folder', itemId: box.id, nodes: 4, bytes: 24 },
    [],
  ]);
  expect(bobs.store.journal.query({ limit: 1 })).toMatchObject([{ kind: 'trash-local', path: 'box', itemId: box.id }]);
  expect(await bobs.engine.acts.restoreTrashed(trashed?.id ?? 0)).toMatchObject({ ok: true });
  expect(await bobs.read('box/sub/b.txt')).toBe('another one');
  expect(bobs.errors).toEqual([]);
});

test('[P49] [P85] a discarded edit that went to the local trash without an answer is listed there, and the other version comes', async () => {
  await world.annsWeb.upload(team.id, 'plan.txt', 'of Ann');
  await world.share(team, 'viewer');
  await bobs.once();
  await bobs.write('team/plan.txt', 'the only copy');
  await bobs.once();
  whenTaken = async () => {};
  const answer = await bobs.engine.acts.resolve({ target: bobs.at('team/plan.txt'), keep: 'theirs' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'disk_error' } });
  expect(await bobs.once()).toMatchObject({ state: 'in_sync' });
  expect(await bobs.read('team/plan.txt')).toBe('of Ann');
  const [trashed, ...others] = bobs.engine.acts.trashed({ limit: 9, offset: 0 }).items;
  expect([trashed, others]).toMatchObject([{ path: 'team/plan.txt', itemKind: 'file' }, []]);
  expect(await readFile(trashed?.place ?? '', 'utf8')).toBe('the only copy');
  expect(bobs.store.journal.query({ limit: 2, kinds: ['trash-local'] })).toMatchObject([{ path: 'team/plan.txt' }]);
  expect(bobs.errors).toEqual([]);
});

test('[P70] [P85] a file moved beside the root that is shared again comes back and is not deleted for everyone', async () => {
  const file = await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
  const id = await world.share(team, 'editor');
  await bobs.once();
  await world.annsWeb.call('DELETE', `/collaborations/${id}`);
  await bobs.write('team/plan.txt', 'edited by Bob');
  const taken = onceTaken(() => world.share(team, 'editor'));
  bobs.engine.start();
  await taken;
  await eventually('it is here again', async () => (await bobs.read('team/plan.txt')) === 'plan');
  await inSync();
  expect(await world.annsWeb.find(team.id, 'plan.txt')).toMatchObject({ id: file.id });
  const edited = join(dirname(bobs.path), 'files (rescued)', 'team', 'plan.txt');
  expect(await readFile(edited, 'utf8')).toBe('edited by Bob');
  expect(bobs.errors).toEqual([]);
});
