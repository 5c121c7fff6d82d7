import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import type { RemoteEntry } from '../../../../../main/engine/model/entry.ts';
import { type ItemId } from '../../../../../main/engine/model/ids.ts';
import { rootState } from '../../../../../main/engine/observe/local/root-state.ts';
import { RemoteError } from '../../../../../main/engine/ports/remote/remote.ts';
import { placeOf } from '../../../../../main/engine/recover/epoch-notes.ts';
import { fromRemoteError, type Linking, linkRoot } from '../../../../../main/engine/recover/root-link.ts';
import type { RootRecord } from '../../../../../main/engine/store/root-table.ts';
import { openMemoryStore } from '../../../../support/engine/empty-store.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';
import { connect, openServiceBench, type ServiceBench } from '../../../../support/engine/service-remote.ts';

let bench: ServiceBench;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.dispose());

let folder: string;
let parts: Linking;
let top: RemoteEntry;
let tests = 0;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-link-')));
  const random = createNodeRandom();
  const fileSystem = realDisk(undefined, random);
  const settings = { ownPlaces: [at('data/client')] };
  parts = { store: openMemoryStore(), fileSystem, random, remote: bench.remote, account: 'ann', settings };
  top = await madeIn(bench.folder, `test ${++tests}`);
});
afterEach(async () => {
  parts.store.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (path: string): string => join(folder, path);

async function madeIn(parent: ItemId, name: string): Promise<RemoteEntry> {
  const created = await bench.remote.createFolder(parent, name);
  if (!created.ok) throw new Error(`${name} was refused`);
  return created.entry;
}

async function moved(entry: RemoteEntry, parentId: ItemId): Promise<void> {
  const { id, kind, name } = entry;
  const answer = await bench.remote.move({ id, kind, parentId, name, ifMatch: null });
  if (!answer.ok) throw new Error(`${name} was not moved`);
}

/** Links a folder of this disk, which is made if need be. */
async function linked(path: string, remoteId: string = top.id): Promise<RootRecord> {
  await mkdir(at(path), { recursive: true });
  const answer = await linkRoot(parts, { localPath: at(path), remoteId });
  if (!answer.ok) throw new Error(`${path} was not linked`);
  return answer.value.record;
}

const markerAt = (path: string): Promise<string> => readFile(at(join(path, '.tandem/root')), 'utf8');
const refusal = (code: string, says: string, args: Readonly<Record<string, unknown>>) =>
  expect.objectContaining({ ok: false, error: expect.objectContaining({ code, message: { code: says, args } }) });

describe('a first link', () => {
  test('of a whole disk is refused: nothing lies beside it', async () => {
    // If it was tried, the marker of the real disk would hit every other test.
    const fileSystem = { ...parts.fileSystem, writeMarker: () => Promise.reject(new Error('the disk was marked')) };
    const answer = await linkRoot({ ...parts, fileSystem }, { localPath: parse(folder).root, remoteId: top.id });
    expect(answer).toEqual(refusal('not_possible', 'whole_disk', {}));
    expect(parts.store.roots()).toEqual([]);
  });

  test('[P60] [E115] marks the folder, changes nothing else, and fits its record', async () => {
    await mkdir(at('files'));
    await writeFile(at('files/mine.txt'), 'mine');
    const answer = await linkRoot(parts, { localPath: relative(process.cwd(), at('files')), remoteId: top.id });
    const [record] = parts.store.roots();
    if (record === undefined) throw new Error('nothing was linked');
    expect(answer).toEqual({ ok: true, value: { record, renewal: null } });
    expect(record).toMatchObject({ localPath: at('files'), itemId: top.id, account: 'ann', pausedUntilMs: null });
    expect(record.marker).toMatch(/^[a-z0-9]{24}$/);
    expect((await markerAt('files')).trim()).toMatch(new RegExp(`^${record.marker} [a-z0-9]{16}$`));
    expect(await rootState(parts.fileSystem, placeOf(record, parts.store.root(record.id)))).toBe('present');
    expect((await readdir(at('files'))).toSorted()).toEqual(['.tandem', 'mine.txt']);
    expect(await bench.remote.list(top.id)).toEqual([]);
  });

  test('[P60] a paused one is stored whole or not at all: with its epoch, and paused', async () => {
    await mkdir(at('files'));
    const request = { localPath: at('files'), remoteId: top.id, paused: true };
    const refusing = {
      ...parts.store,
      setPaused: () => {
        throw new Error('the disk is full');
      },
    };
    await expect(linkRoot({ ...parts, store: refusing }, request)).rejects.toThrow('the disk is full');
    expect(parts.store.roots()).toEqual([]);
    expect(await linkRoot(parts, request)).toMatchObject({ ok: true, value: { record: { pausedUntilMs: 0 } } });
    const [record] = parts.store.roots();
    if (record === undefined) throw new Error('nothing was linked');
    expect(await rootState(parts.fileSystem, placeOf(record, parts.store.root(record.id)))).toBe('present');
  });

  test('[P60] replaces the marker of another state, which then finds its folder replaced', async () => {
    const before = await linked('files');
    parts.store.removeRoot(before.id);
    const now = await linked('files');
    expect(now.marker).not.toBe(before.marker);
    expect(await rootState(parts.fileSystem, before)).toBe('replaced');
  });

  test('a second request finds the link and leaves its folder alone', async () => {
    const record = await linked('files');
    const marker = await markerAt('files');
    const again = await linkRoot(parts, { localPath: at('files'), remoteId: top.id });
    expect(again).toEqual({ ok: true, value: { record, renewal: null } });
    expect([parts.store.roots(), await markerAt('files')]).toEqual([[record], marker]);
  });

  test('[E96] the link of another account is refused', async () => {
    await linked('files');
    const answer = await linkRoot({ ...parts, account: 'ben' }, { localPath: at('files'), remoteId: top.id });
    expect(answer).toEqual(refusal('other_account', 'other_account_root', { path: at('files'), account: 'ann' }));
  });
});

describe('a folder that cannot be linked', () => {
  test.each([
    ['is not there', async () => {}, 'local_missing', 'local_folder_missing'],
    ['is a file', async () => writeFile(at('files'), 'a file'), 'local_not_a_folder', 'not_a_folder'],
    ['is a link', async () => symlink(folder, at('files')), 'local_not_a_folder', 'link_not_a_folder'],
  ])('on this computer: it %s', async (_, make, code, says) => {
    await make();
    const answer = await linkRoot(parts, { localPath: at('files'), remoteId: top.id });
    expect(answer).toEqual(refusal(code, says, { path: at('files') }));
    expect(parts.store.roots()).toEqual([]);
  });

  test('on this computer: its disk refuses to show it', async () => {
    const localPath = at('n'.repeat(300));
    const answer = await linkRoot(parts, { localPath, remoteId: top.id });
    expect(answer).toEqual(
      refusal('local_unreadable', 'folder_unusable', { path: localPath, reason: 'name_too_long' }),
    );
  });

  test('on the service: it does not exist', async () => {
    await mkdir(at('files'));
    const answer = await linkRoot(parts, { localPath: at('files'), remoteId: '404404' });
    expect(answer).toEqual(refusal('remote_not_found', 'remote_folder_not_found', { id: '404404' }));
    expect(await readdir(at('files'))).toEqual([]);
  });

  test.each([
    ['before its volume is identified', 'volumeId'],
    ['right after it was marked', 'writeMarker'],
  ] as const)('[E67] it goes %s: nothing is recorded', async (_, call) => {
    await mkdir(at('files'));
    const { fileSystem } = parts;
    const gone = (): Promise<void> => rm(at('files'), { recursive: true });
    const disk = {
      volumeId: async (path: string) => {
        await gone();
        return fileSystem.volumeId(path);
      },
      writeMarker: async (root: string, marker: string) => {
        await fileSystem.writeMarker(root, marker);
        await gone();
      },
    };
    const leaving: Linking = { ...parts, fileSystem: { ...fileSystem, [call]: disk[call] } };
    const answer = await linkRoot(leaving, { localPath: at('files'), remoteId: top.id });
    expect(answer).toEqual(refusal('local_missing', 'local_folder_missing', { path: at('files') }));
    expect([parts.store.roots(), await readdir(folder)]).toEqual([[], []]);
  });

  test('the service does not accept the sign-in; any other failure is thrown', async () => {
    await mkdir(at('files'));
    const stranger = connect(bench.service, 'not a token');
    const request = { localPath: at('files'), remoteId: top.id };
    const answer = await linkRoot({ ...parts, remote: stranger.remote }, request);
    await stranger.client.close();
    expect(answer).toEqual(refusal('signed_out', 'sign_in_not_accepted', {}));
    const broken = { ...bench.remote, item: () => Promise.reject(new TypeError('a mistake')) };
    await expect(linkRoot({ ...parts, remote: broken }, request)).rejects.toThrow('a mistake');
  });
});

const ANSWER = { code: 'try_later', args: {} } as const;
test.each([
  ['signed_out', 'signed_out', 'sign_in_not_accepted', {}],
  ['offline', 'offline', 'service_not_reached', { answer: ANSWER }],
  ['rate_limited', 'service_error', 'service_refused', { answer: ANSWER }],
  ['unexpected', 'service_error', 'service_refused', { answer: ANSWER }],
] as const)('a request that fails with %s is refused as %s', (code, refusedAs, says, args) => {
  expect(fromRemoteError(new RemoteError(code, ANSWER))).toEqual(refusal(refusedAs, says, args));
});

describe('[P58] [E86] two roots, one within the other on this computer', () => {
  test.each([
    ['below a linked folder', 'files/deep/below'],
    ['above a linked folder', '.'],
    ['a linked folder itself', 'files'],
  ])('%s is refused', async (_, path) => {
    const other = await madeIn(bench.folder, `beside ${tests}`);
    await linked('files');
    await mkdir(at(path), { recursive: true });
    const answer = await linkRoot(parts, { localPath: at(path), remoteId: other.id });
    expect(answer).toEqual(refusal('root_nested', 'local_folders_nested', { path: at(path), other: at('files') }));
    expect(parts.store.roots()).toHaveLength(1);
  });

  test('a folder below one that another state has linked is refused; a marker is a file', async () => {
    await mkdir(at('theirs/deep/mine'), { recursive: true });
    await mkdir(at('theirs/.tandem/root'), { recursive: true });
    await linked('theirs/deep/mine');
    const [own] = parts.store.roots();
    if (own !== undefined) parts.store.removeRoot(own.id);
    await rm(at('theirs/.tandem'), { recursive: true });
    await parts.fileSystem.writeMarker(at('theirs'), 'of another state');
    const answer = await linkRoot(parts, { localPath: at('theirs/deep/mine'), remoteId: top.id });
    const args = { path: at('theirs/deep/mine'), other: at('theirs') };
    expect(answer).toEqual(refusal('root_nested', 'local_folders_nested', args));
  });

  test.each([
    ['a folder above a linked one', 'real', 'real/files/linked', 'link/files', 'real/files/linked'],
    ['a linked folder itself', 'real', 'real/files', 'link/files', 'real/files'],
    ['a folder below a linked one', 'real', 'real/files', 'link/files/deep', 'real/files'],
    ['a folder deep in a linked one', 'real/files/sub', 'real/files', 'link/deep', 'real/files'],
    ['a folder far above a linked one', 'real/files/sub', 'link/linked', 'real/files', 'link/linked'],
  ])('%s is refused, whatever way leads to it', async (_, target, path, asked, named) => {
    const other = await madeIn(bench.folder, `beside ${tests}`);
    await mkdir(at(target), { recursive: true });
    await symlink(at(target), at('link'));
    await linked(path);
    await mkdir(at(asked), { recursive: true });
    const answer = await linkRoot(parts, { localPath: at(asked), remoteId: other.id });
    expect(answer).toEqual(refusal('root_nested', 'local_folders_nested', { path: at(asked), other: at(named) }));
    expect(parts.store.roots()).toHaveLength(1);
  });

  test('a folder on a copy of the volume of a linked one is linked', async () => {
    const other = await madeIn(bench.folder, `beside ${tests}`);
    await linked('files');
    const { fileSystem } = parts;
    await mkdir(at('copy'));
    const copied = {
      ...fileSystem,
      stat: (path: string) => fileSystem.stat(path === at('copy') ? at('files') : path),
      volumeId: async (path: string) => (path === at('copy') ? 'another volume' : fileSystem.volumeId(path)),
    };
    const answer = await linkRoot({ ...parts, fileSystem: copied }, { localPath: at('copy'), remoteId: other.id });
    expect(answer).toMatchObject({ ok: true });
  });

  test('a folder beside a linked one is linked', async () => {
    const other = await madeIn(bench.folder, `beside ${tests}`);
    const [first, second] = [await linked('files'), await linked('files 2', other.id)];
    expect(parts.store.roots()).toEqual([first, second]);
  });
});

test("[P58] Tandem's own data is refused", async () => {
  await mkdir(at('data/client'), { recursive: true });
  const answer = await linkRoot(parts, { localPath: at('data/client'), remoteId: top.id });
  const args = { path: at('data/client'), other: at('data/client') };
  expect(answer).toEqual(refusal('not_possible', 'own_data_folder', args));
});

describe('[P58] [E86] two roots, one within the other on the service', () => {
  const refused = (name: string) => refusal('root_nested', 'remote_folders_nested', { name, path: at('files') });

  test.each([
    ['the same folder', async () => top],
    [
      'a folder deep in it that this computer has not heard of',
      async () => madeIn((await madeIn(top.id, 'a')).id, 'b'),
    ],
    [
      'the folder above it',
      async () => {
        const above = await bench.remote.item(bench.folder, 'folder');
        if (above === null) throw new Error('the folder above is gone');
        return above;
      },
    ],
  ])('%s is refused', async (_, find) => {
    await linked('files');
    const other = await find();
    await mkdir(at('more'));
    const answer = await linkRoot(parts, { localPath: at('more'), remoteId: other.id });
    expect(answer).toEqual(refused(other.name));
    expect(await readdir(at('more'))).toEqual([]);
  });

  test('a folder that moved out counts as inside until the root has heard of it', async () => {
    const record = await linked('files');
    const inside = await madeIn(top.id, 'inside');
    const root = parts.store.root(record.id);
    root.putRemote(inside, root.tick());
    await moved(inside, (await madeIn(bench.folder, `beside ${tests}`)).id);
    await mkdir(at('more'));
    const request = { localPath: at('more'), remoteId: inside.id };
    expect(await linkRoot(parts, request)).toEqual(refused('inside'));
    root.removeRemote(inside.id, root.tick());
    expect(await linkRoot(parts, request)).toMatchObject({ ok: true });
  });
});

test('[P58] [E86] the folder of another sync app is linked only if the user insists', async () => {
  await mkdir(at('files/.stfolder'), { recursive: true });
  const request = { localPath: at('files'), remoteId: top.id };
  const args = { path: at('files'), app: 'Syncthing', other: at('files') };
  expect(await linkRoot(parts, request)).toEqual(refusal('other_sync_app', 'other_sync_app', args));
  expect([parts.store.roots(), await readdir(at('files'))]).toEqual([[], ['.stfolder']]);
  expect(await linkRoot(parts, { ...request, anyway: true })).toMatchObject({ ok: true });
});
