import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Items that were deleted here and are to come down again, by a held batch, a missing right, or the top of a share. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** The service takes no moves. */
let areMovesRefused: boolean;
beforeEach(async () => {
  areMovesRefused = false;
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      settings: { ...parts.settings, guard: { items: 5, share: 0.25 } },
      remote: {
        ...parts.remote,
        move: async (...given) => {
          if (areMovesRefused) throw new RemoteError('unavailable', 'busy');
          return parts.remote.move(...given);
        },
      },
    }),
  });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const restoreHeld = () => a.engine.acts.decideHeld({ id: a.engine.acts.held()[0]?.id ?? -1, decision: 'restore' });

test('[P46] a held folder comes down again without the file that was moved out of it before', async () => {
  for (let index = 0; index < 12; index++) await a.write(`box/${index}.txt`, `content ${index}`);
  await a.once();
  areMovesRefused = true;
  await rename(a.at('box/3.txt'), a.at('moved.txt'));
  await rm(a.at('box'), { recursive: true });
  await a.engine.syncOnce();
  a.forgetErrors();
  const box = await web.find('0', 'box');
  const file = await web.find(box?.id ?? '', '3.txt');
  expect(await restoreHeld()).toMatchObject({ ok: true, value: { restored: 1, failed: [] } });
  areMovesRefused = false;
  a.engine.retry({});
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 11 });
  expect(await web.find('0', 'moved.txt')).toMatchObject({ id: file?.id });
  expect([await a.read('moved.txt'), await a.read('box/3.txt')]).toEqual(['content 3', null]);
});

test('[P31][P47] deletes that are brought back are in the journal, and no longer count against later ones', async () => {
  for (let index = 0; index < 20; index++) await a.write(`${index}.txt`, `content ${index}`);
  await a.once();
  const remove = async (from: number, to: number) => {
    for (let index = from; index < to; index++) await rm(a.at(`${index}.txt`));
    const { deleted_remote, held } = await a.once();
    return { deleted_remote, held };
  };
  expect(await remove(0, 4)).toEqual({ deleted_remote: 4, held: 0 });
  expect(await remove(4, 8)).toEqual({ deleted_remote: 0, held: 4 });
  expect(await restoreHeld()).toMatchObject({ ok: true, value: { restored: 4, failed: [] } });
  const entries = a.store.journal.query({ kinds: ['bring-back'], limit: 9 });
  expect(entries.map(({ path, rule }) => `${path} ${rule}`).toSorted()).toEqual(
    [4, 5, 6, 7].map((index) => `${index}.txt P46`),
  );
  expect(await a.engine.acts.undo({ batch: entries[0]?.batch ?? -1 })).toMatchObject({
    ok: true,
    value: { undone: 0, refused: entries.map(() => ({ message: { code: 'creation_not_undone' } })) },
  });
  expect(await remove(8, 10)).toEqual({ deleted_remote: 2, held: 0 });
  expect(await remove(10, 12)).toEqual({ deleted_remote: 2, held: 0 });
  expect(await a.read('4.txt')).toBe('content 4');
});

describe('a folder of Ann', () => {
  let world: SharingWorld;
  let bobs: EngineDevice;
  beforeEach(async () => {
    world = await openSharingWorld();
    const team = await world.annsWeb.createFolder('0', 'team');
    const sub = await world.annsWeb.createFolder(team.id, 'sub');
    for (const name of ['plan.txt', 'note.txt']) await world.annsWeb.upload(sub.id, name, `of Ann: ${name}`);
    await world.share(team, 'viewer');
    bobs = await world.device(world.bob);
    await bobs.write('mine/own.txt', 'own');
    await bobs.once();
    await rename(bobs.at('team/sub/plan.txt'), bobs.at('mine/plan.txt'));
    await rm(bobs.at('team/sub'), { recursive: true });
    await bobs.once();
  });
  afterEach(() => world.close());

  const giveUp = (path: string) => bobs.engine.acts.resolve({ target: bobs.at(path), keep: 'theirs' });

  test.each([
    ['[P49] a delete without the right is given up', () => giveUp('team/sub')],
    ['[P71] a delete is brought back', () => bobs.engine.bringBack(bobs.at('team/sub'))],
  ])('%s: a file that was moved out of the folder is not uploaded', async (_, comeDown) => {
    expect(await comeDown()).toMatchObject({ ok: true });
    const report = await bobs.once();
    expect(report).toMatchObject({ uploaded: 0, blocked: [{ path: 'mine/plan.txt', reason: 'no_permission' }] });
    expect([await bobs.read('team/sub/note.txt'), await bobs.read('mine/plan.txt')]).toEqual([
      'of Ann: note.txt',
      'of Ann: plan.txt',
    ]);
    expect(bobs.store.journal.query({ limit: 9, kinds: ['bring-back'] })).toMatchObject([{ path: 'team/sub' }]);
    expect(await giveUp('mine/plan.txt')).toMatchObject({ ok: true });
    expect(await bobs.once()).toMatchObject({ state: 'in_sync', uploaded: 0 });
    expect(await bobs.read('team/sub/plan.txt')).toBe('of Ann: plan.txt');
  });
});
