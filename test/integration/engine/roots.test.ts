import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The two folders of a root themselves: moved, emptied, replaced or removed. */
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
const rootOf = (device: EngineDevice) => {
  const [root] = device.engine.status().roots;
  if (root === undefined) throw new Error('there is no root');
  return root;
};
const beside = (name: string) => join(dirname(a.path), name);
const namesThere = async () => (await web.items('0')).map(({ name }) => name).toSorted();

describe('a root that was moved', () => {
  test('[P55][E71] is found beside its place and elsewhere, and nothing is transferred', async () => {
    await a.write('one.txt', 'one');
    await a.write('sub/two.txt', 'two');
    await a.once();
    await rename(a.path, beside('renamed'));
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync', bytes_up: 0, bytes_down: 0 });
    expect(rootOf(a).localPath).toBe(beside('renamed'));
    await mkdir(beside('other/place'), { recursive: true });
    await rename(beside('renamed'), beside('other/place/again'));
    await writeFile(beside('other/place/again/one.txt'), 'one, edited');
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync', uploaded: 1 });
    expect(rootOf(a).localPath).toBe(beside('other/place/again'));
  });

  test('[P55][E71] is found while the engine runs, is announced, and syncs from there; a new folder at the old place is left alone', async () => {
    await a.write('one.txt', 'one');
    const told: unknown[] = [];
    a.engine.feeds.subscribe('notice', ({ body }) => told.push(body));
    a.engine.start();
    await eventually('in sync', async () => a.engine.status().state === 'in_sync');
    await rename(a.path, beside('renamed'));
    await mkdir(a.path);
    await writeFile(a.at('not ours.txt'), 'not ours');
    await eventually('found', async () => rootOf(a).localPath === beside('renamed'));
    await writeFile(beside('renamed/new.txt'), 'new');
    await eventually('uploaded', async () => web.find('0', 'new.txt'));
    expect(await namesThere()).toEqual(['new.txt', 'one.txt']);
    expect(told).toMatchObject([{ code: 'root_moved_details', args: { now: beside('renamed') } }]);
    expect(a.errors).toEqual([]);
  });

  test('[P55][E71] stays listed among the roots, and is not in sync, while it is reopened', async () => {
    const seen: { readonly roots: number; readonly state: string }[] = [];
    let look = () => {};
    const b = await openEngineDevice({
      name: 'b',
      addresses: service,
      token: service.person.token,
      change: ({ fileSystem, ...parts }) => ({
        ...parts,
        fileSystem: {
          ...fileSystem,
          volumeId: async (path) => {
            await fileSystem.volumeId(path);
            look();
            return fileSystem.volumeId(path);
          },
        },
      }),
    });
    await b.write('one.txt', 'one');
    await b.once();
    await rename(b.path, join(dirname(b.path), 'renamed'));
    look = () => {
      const { roots, state } = b.engine.status();
      seen.push({ roots: roots.length, state });
    };
    await b.once();
    look = () => {};
    await b.close();
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter(({ roots, state }) => roots !== 1 || state === 'in_sync')).toEqual([]);
  });

  test('[P55][E71] a copy is not taken for it: an old backup would bring back old contents', async () => {
    await a.write('one.txt', 'old');
    await a.once();
    await cp(a.path, beside('backup'), { recursive: true });
    await a.write('one.txt', 'newer');
    await a.once();
    await rm(a.path, { recursive: true });
    expect(await a.once()).toMatchObject({ ...quiet, state: 'error' });
    expect(rootOf(a)).toMatchObject({ localPath: a.path, state: 'root_missing', lost: { choices: ['restore'] } });
  });

  test('[P55][E71] a person says where it is: the same folder is linked again, a copy is compared by content', async () => {
    await a.write('one.txt', 'one');
    await a.write('two.txt', 'two');
    await a.once();
    await mkdir(beside('.hidden/deep'), { recursive: true });
    await rename(a.path, beside('.hidden/deep/files'));
    expect((await a.once()).error?.code).toBe('root_missing');
    const moved = await a.engine.addRoot({ localPath: beside('.hidden/deep/files'), remoteId: '0' });
    expect(moved).toMatchObject({ ok: true, value: { id: rootOf(a).id, localPath: beside('.hidden/deep/files') } });
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync' });

    await cp(beside('.hidden/deep/files'), beside('copy'), { recursive: true });
    await rm(beside('.hidden/deep/files'), { recursive: true });
    await rm(beside('copy/one.txt'));
    await writeFile(beside('copy/two.txt'), 'two, older');
    const copied = await a.engine.addRoot({ localPath: beside('copy'), remoteId: '0' });
    expect(copied.ok).toBe(true);
    // A copy has no state: missing items are downloaded, differing ones are kept twice, nothing is deleted.
    expect(await a.once()).toMatchObject({ downloaded: 2, conflicts: 1, deleted_remote: 0, deleted_local: 0 });
    await a.once();
    expect(await namesThere()).toEqual(['one.txt', expect.stringMatching(/^two \(conflicted copy a /), 'two.txt']);
  });
});

describe('a root whose folder is not the one that was linked', () => {
  test.each([
    ['[E68] emptied, as an unmounted drive leaves it', async () => mkdir(a.path), 'root_emptied'],
    ['[E69] created again with other contents', async () => a.write('else.txt', 'else'), 'root_replaced'],
    ['[E70] a file', async () => writeFile(a.path, 'a file'), 'root_replaced'],
    ['[E70] a link', async () => symlink(dirname(a.path), a.path), 'root_replaced'],
  ])('%s: pauses, says how much it held, and nothing is deleted', async (_title, replace, code) => {
    await a.write('one.txt', 'one');
    await a.once();
    await rm(a.path, { recursive: true });
    await replace();
    expect((await a.once()).error?.code).toBe(code);
    expect(rootOf(a)).toMatchObject({ state: 'root_missing', files: 1, bytes: 3, lost: { code } });
    expect(await namesThere()).toEqual(['one.txt']);
  });

  test('[P50][P51][E68] nothing is restored into the bare mount point of an unmounted drive', async () => {
    await a.write('one.txt', 'one');
    await a.once();
    for (const item of await web.items('0')) await web.trash(item);
    await a.once();
    // Nothing but the folder remains, and no copy of it is anywhere.
    const state = join(a.path, '.tandem');
    await rename(state, beside('unmounted'));
    const [trashed] = a.engine.acts.trashed({ limit: 5, offset: 0 }).items;
    const [entry] = a.store.journal.query({ kinds: ['trash-local'], limit: 1 });
    const refused = { ok: false, error: { code: 'not_found', message: { code: 'trash_without_root' } } };
    for (const look of [async () => undefined, () => a.once(), () => a.restart()]) {
      await look();
      expect(await a.engine.acts.restoreTrashed(trashed?.id ?? -1)).toMatchObject(refused);
      expect(await a.engine.acts.undo({ id: entry?.id ?? -1 })).toMatchObject(refused);
    }
    expect(await readdir(a.path)).toEqual([]);
    expect(await namesThere()).toEqual([]);
    expect(a.engine.acts.trashed({ limit: 5, offset: 0 }).total).toBe(1);
    await rename(beside('unmounted'), state);
    expect(await a.engine.acts.restoreTrashed(trashed?.id ?? -1)).toMatchObject({ ok: true });
    expect(await a.read('one.txt')).toBe('one');
  });

  test('[P57][E69] is downloaded again when a person asks for it; the contents of the new folder stay', async () => {
    for (const name of ['one.txt', 'sub/two.txt']) await a.write(name, name);
    await a.once();
    await rm(a.path, { recursive: true });
    await a.write('own.txt', 'own');
    await a.write('one.txt', 'another one');
    await a.once();
    expect(await a.engine.recoverRoot(rootOf(a).id, 'restore')).toMatchObject({ ok: true });
    await a.once();
    expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_local: 0, deleted_remote: 0 });
    const tree = [...(await readTree(a.path)).keys()];
    expect(tree).toEqual([expect.stringMatching(/^one \(conflicted/), 'one.txt', 'own.txt', 'sub', 'sub/two.txt']);
    expect(await a.read('one.txt')).toBe('one.txt');
    expect(await a.engine.recoverRoot(rootOf(a).id, 'restore')).toMatchObject({ error: { code: 'root_is_there' } });
  });

  test('[P57][E69] is accepted as it is when a person asks for it: items it lacks go to the trash of the service', async () => {
    for (const name of ['one.txt', 'two.txt']) await a.write(name, name);
    await a.once();
    await rm(a.path, { recursive: true });
    expect(await a.engine.recoverRoot(rootOf(a).id, 'accept')).toMatchObject({ error: { code: 'local_missing' } });
    await a.write('two.txt', 'two.txt');
    expect(await a.engine.recoverRoot(rootOf(a).id, 'accept')).toMatchObject({ ok: true });
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync', deleted_remote: 1 });
    expect(await namesThere()).toEqual(['two.txt']);
  });

  test('[P57][E67] a folder that is gone is made again and fetched when a person says so', async () => {
    await a.write('one.txt', 'one');
    await a.once();
    await rm(a.path, { recursive: true });
    expect((await a.once()).error?.code).toBe('root_missing');
    expect(await a.engine.recoverRoot(rootOf(a).id, 'restore')).toMatchObject({ ok: true });
    expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 1 });
    expect(await a.read('one.txt')).toBe('one');
  });
});

describe('adding and removing', () => {
  test('[P56] a removed root leaves no mark: the folder, and one inside of it, can be linked again', async () => {
    await a.write('sub/one.txt', 'one');
    await a.once();
    expect(await a.engine.removeRoot(rootOf(a).id)).toMatchObject({ ok: true });
    expect(await readdir(a.path)).toEqual(['sub']);
    const folder = await web.find('0', 'sub');
    const inside = await a.engine.addRoot({ localPath: a.at('sub'), remoteId: folder?.id ?? '' });
    expect(inside.ok).toBe(true);
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync' });
    await a.engine.removeRoot(rootOf(a).id);
    expect((await a.engine.addRoot({ localPath: a.path, remoteId: '0' })).ok).toBe(true);
    expect(await a.once()).toMatchObject({ ...quiet, state: 'in_sync' });
  });

  test('[P56][E114] a folder that a full disk keeps from being removed stays listed and synced, and goes once there is room', async () => {
    let isFull = true;
    await a.close();
    a = await openEngineDevice({
      name: 'a',
      addresses: service,
      token: service.person.token,
      change: (parts) => ({
        ...parts,
        store: {
          ...parts.store,
          removeRoot: (id) => {
            if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
            parts.store.removeRoot(id);
          },
        },
      }),
    });
    a.engine.start();
    const { id } = rootOf(a);
    await expect(a.engine.removeRoot(id)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(rootOf(a).id).toBe(id);
    await a.write('one.txt', 'one');
    await eventually('uploaded', async () => web.find('0', 'one.txt'));
    isFull = false;
    expect(await a.engine.removeRoot(id)).toMatchObject({ ok: true });
    expect([a.engine.status().roots, a.store.roots()]).toEqual([[], []]);
  });

  test('[E86] a folder that contains another root, or lies in one, is refused on both sides', async () => {
    await a.write('sub/one.txt', 'one');
    await a.once();
    const folder = await web.find('0', 'sub');
    await mkdir(beside('other'));
    for (const request of [
      { localPath: a.at('sub'), remoteId: folder?.id ?? '' },
      { localPath: dirname(a.path), remoteId: folder?.id ?? '' },
      { localPath: beside('other'), remoteId: folder?.id ?? '' },
      { localPath: beside('other'), remoteId: '0' },
      // Made since, so that the root has not heard of it.
      { localPath: beside('other'), remoteId: (await web.createFolder('0', 'new')).id },
    ]) {
      expect(await a.engine.addRoot(request)).toMatchObject({ ok: false, error: { code: 'root_nested' } });
    }
  });

  test('[P58][E86] of requests at the same time, each sees the root that the one before it linked', async () => {
    const { id } = await web.createFolder('0', 'sub');
    await mkdir(a.at('sub'));
    await a.engine.removeRoot(rootOf(a).id);
    const outer = { localPath: a.path, remoteId: '0' };
    const requests = [outer, outer, { localPath: a.at('sub'), remoteId: id }];
    const answers = await Promise.all(requests.map((request) => a.engine.addRoot(request)));
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: false, error: { code: 'root_nested' } }]);
    expect(a.store.roots()).toHaveLength(1);
  });

  test('[P58][E86] a folder that another sync program keeps is refused, unless a person wants it anyway', async () => {
    const folder = await web.createFolder('0', 'other');
    await mkdir(beside('other/in/it/.stfolder'), { recursive: true });
    await mkdir(beside('dropbox'));
    await writeFile(beside('dropbox/.dropbox'), '');
    await mkdir(beside('cloud'));
    await writeFile(beside('cloud/.sync_0123456789ab.db'), '');
    await a.engine.removeRoot(rootOf(a).id);
    for (const localPath of [beside('other/in/it'), beside('other/in'), beside('dropbox'), beside('cloud')]) {
      const refusal = await a.engine.addRoot({ localPath, remoteId: folder.id });
      expect([localPath, refusal]).toMatchObject([localPath, { ok: false, error: { code: 'other_sync_app' } }]);
    }
    expect((await a.engine.addRoot({ localPath: beside('dropbox'), remoteId: folder.id, anyway: true })).ok).toBe(true);
  });
});
