import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A root whose state was lost, or is older than its folder. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const quiet = { uploaded: 0, downloaded: 0, moved: 0, deleted_local: 0, deleted_remote: 0, conflicts: 0, blocked: [] };
const beside = (name: string) => join(dirname(a.path), name);
const namesThere = async () => (await web.items('0')).map(({ name }) => name).toSorted();

describe('a lost or older state', () => {
  const names = ['x/1.txt', 'x/2.txt', '3.txt'];
  const statePath = () => join(dirname(a.path), 'state');

  test('[P59][E115] a damaged store is set aside; its roots are linked again by content without a transfer', async () => {
    for (const name of names) await a.write(name, name);
    await a.once();
    await a.restart(async () => {
      await rm(join(statePath(), 'state.db-wal'), { force: true });
      await writeFile(join(statePath(), 'state.db'), 'this is no database, and was one');
    });
    expect(a.store.setAside).not.toBeNull();
    await a.write('3.txt', '3.txt, edited meanwhile');
    const report = await a.once();
    expect(report).toMatchObject({ deleted_local: 0, deleted_remote: 0, conflicts: 1, downloaded: 1, bytes_up: 23 });
    await a.once();
    expect(await namesThere()).toEqual([expect.stringMatching(/^3 \(conflicted copy a /), '3.txt', 'x']);
  });

  test('[P60][E116] a state of an earlier time: its knowledge is not trusted, nothing is deleted', async () => {
    for (const name of names) await a.write(name, name);
    await a.once();
    await a.restart(() => cp(statePath(), beside('state of yesterday'), { recursive: true }));
    // A day's work: the earlier state would take the new file for one that a person deleted there, and the edit for one of here.
    await a.write('new.txt', 'new');
    await a.write('3.txt', 'edited');
    await rm(a.at('x/2.txt'));
    await a.once();
    await a.restart(async () => {
      await rm(statePath(), { recursive: true });
      await rename(beside('state of yesterday'), statePath());
    });
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync' });
    expect(await namesThere()).toEqual(['3.txt', 'new.txt', 'x']);
  });

  /** Ways to take a file from both sides, or from here; and how it returns while the engine does not run. */
  const deletes: readonly (readonly [string, () => Promise<unknown>, (left: WebItem) => Promise<unknown>])[] = [
    [
      'moved there to an ignored name',
      async () => {
        const left = await web.find('0', '3.txt');
        if (left !== undefined) await web.update(left, { name: '3.left-out' });
      },
      (left) => web.update(left, { name: '3.txt' }),
    ],
    [
      'deleted there, and restored',
      async () => {
        const left = await web.find('0', '3.txt');
        if (left !== undefined) await web.trash(left);
      },
      (left) => web.restore(left),
    ],
    ['deleted here, and restored there', () => rm(a.at('3.txt')), (left) => web.restore(left)],
  ];

  test.each(deletes)(
    '[P60][E116] a state of a moment ago, of the same start: a file %s is not deleted there',
    async (_title, take, bringBack) => {
      for (const name of names) await a.write(name, name);
      a.engine.setIgnoreLines(['*.left-out']);
      a.engine.start();
      await eventually('in sync', async () => a.engine.status().state === 'in_sync');
      const left = await web.find('0', '3.txt');
      if (left === undefined) throw new Error('3.txt is not on the service');
      const marker = () => readFile(join(a.path, '.tandem', 'root'), 'utf8');
      const before = await marker();
      const open = new Database(join(statePath(), 'state.db'), { readonly: true });
      const state = open.serialize();
      open.close();
      await take();
      await eventually(
        'gone on both sides',
        async () => (await a.read('3.txt')) === null && !(await namesThere()).includes('3.txt'),
      );
      await eventually('another epoch', async () => (await marker()) !== before);
      await a.restart(async () => {
        await rm(statePath(), { recursive: true });
        await mkdir(statePath());
        await writeFile(join(statePath(), 'state.db'), state);
        await bringBack(left);
      });
      expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_local: 0, deleted_remote: 0, conflicts: 0 });
      expect(await namesThere()).toEqual(['3.txt', 'x']);
      expect(await a.read('3.txt')).toBe('3.txt');
      expect((await web.find('0', '3.txt'))?.id).toBe(left.id);
    },
  );

  test('[P60][E116] a folder restored from a backup: newer items are downloaded again, none is deleted', async () => {
    for (const name of names) await a.write(name, name);
    await a.once();
    await cp(a.path, beside('backup'), { recursive: true, preserveTimestamps: true });
    await a.write('new.txt', 'new');
    await a.write('3.txt', 'edited since');
    await a.once();
    await rm(a.path, { recursive: true });
    // Restored by a program that preserves times; the marker comes along.
    await cp(beside('backup'), a.path, { recursive: true, preserveTimestamps: true });
    const report = await a.once();
    expect(report).toMatchObject({ deleted_local: 0, deleted_remote: 0, downloaded: 2, conflicts: 1 });
    await a.once();
    expect(await a.read('new.txt')).toBe('new');
    expect(await a.read('3.txt')).toBe('edited since');
    expect(await namesThere()).toEqual([expect.stringMatching(/^3 \(conflicted copy a /), '3.txt', 'new.txt', 'x']);
  });

  test('[P60][E110] a crash while an epoch begins is no mismatch', async () => {
    await a.write('one.txt', 'one');
    await a.once();
    const root = a.store.root(a.store.roots()[0]?.id ?? (-1 as never));
    const marker = join(a.path, '.tandem', 'root');
    const [id, epoch] = (await readFile(marker, 'utf8')).trim().split(' ');
    // The store knew of the next epoch, the folder not yet; and the other way round.
    root.setNote('next_epoch', 'next');
    await a.write('one.txt', 'edited');
    expect(await a.once()).toMatchObject({ uploaded: 1, conflicts: 0 });
    root.setNote('epoch', epoch ?? null);
    root.setNote('next_epoch', 'next');
    await writeFile(marker, `${id} next\n`);
    await a.write('one.txt', 'edited again');
    expect(await a.once()).toMatchObject({ uploaded: 1, conflicts: 0 });
  });
});
