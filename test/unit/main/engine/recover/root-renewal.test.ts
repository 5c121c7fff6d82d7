import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { itemId } from '../../../../../main/engine/model/ids.ts';
import { rootTrash } from '../../../../../main/engine/model/names/state-folder.ts';
import { formatMarker } from '../../../../../main/engine/model/root-marker.ts';
import { rootState } from '../../../../../main/engine/observe/local/root-state.ts';
import { type FileSystem, FileSystemError } from '../../../../../main/engine/ports/file-system.ts';
import { noteEpoch, placeOf } from '../../../../../main/engine/recover/epoch-notes.ts';
import {
  applyRenewal,
  type ResetReason,
  type RootRenewal,
  renewalNotice,
} from '../../../../../main/engine/recover/root-renewal.ts';
import { openMemoryStore } from '../../../../support/engine/empty-store.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';
import { fingerprintOf, putPair, remoteEntry } from '../../../../support/engine/store-bench.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-renewal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function linked() {
  const random = createNodeRandom();
  const fileSystem = realDisk(undefined, random);
  const store = openMemoryStore();
  const localPath = join(folder, 'root');
  await mkdir(localPath);
  const volumeId = (await fileSystem.volumeId(localPath)) ?? '';
  await fileSystem.writeMarker(localPath, formatMarker({ id: 'marker', epoch: 'first' }));
  const remote = { ...remoteEntry('0', '0', ''), kind: 'folder', content: null, parentId: null } as const;
  const fingerprint = fingerprintOf('root');
  const record = store.addRoot({ localPath, marker: 'marker', volumeId, account: 'account', fingerprint, remote });
  return { parts: { random, fileSystem, store }, record };
}

const olderState = (localPath: string): RootRenewal => ({ kind: 'reset', localPath, why: 'state_is_older' });

test('[P60] [E68] an empty folder that stands in the place of the root meanwhile is not linked in its stead', async () => {
  const { parts, record } = await linked();
  const aside = join(folder, 'aside');
  await rename(record.localPath, aside);
  await mkdir(record.localPath);
  expect(await applyRenewal(parts, record, olderState(record.localPath))).toBe(false);
  expect(await readdir(record.localPath)).toEqual([]);
  expect(parts.store.roots()).toEqual([record]);
  // It is back: now it is linked again.
  await rm(record.localPath, { recursive: true });
  await rename(aside, record.localPath);
  expect(await applyRenewal(parts, record, olderState(record.localPath))).toBe(true);
  expect(parts.store.roots()[0]?.marker).not.toBe(record.marker);
  parts.store.close();
});

test('[P60] [P65] what this computer leaves out of a folder of someone else stays out of a root linked again', async () => {
  const { parts, record } = await linked();
  const theirs = itemId('7');
  const list = () => {
    const root = parts.store.root(record.id);
    root.putRemote({ ...remoteEntry('7', '0', 'Film'), kind: 'folder', content: null, ownerId: itemId('bob') }, 1);
    return root;
  };
  list().setOwnChoice(theirs, 'not_synced');
  const renewal: RootRenewal = { kind: 'reset', localPath: record.localPath, why: 'asked_for' };
  expect(await applyRenewal(parts, record, renewal)).toBe(true);
  expect(parts.store.root(record.id).remote(theirs)).toBe(undefined);
  expect(list().isExcluded(theirs)).toBe(true);
  parts.store.removeRoot(record.id);
  parts.store.close();
});

test('[P51] [P60] a folder that is linked again on another disk brings its trash along; one without a trash leaves it where it was', async () => {
  const { parts, record } = await linked();
  const { store } = parts;
  const place = (root: string) => join(rootTrash(root), 'day', 'note.txt');
  await mkdir(dirname(place(record.localPath)), { recursive: true });
  await writeFile(place(record.localPath), 'note');
  const about = { rootPath: record.localPath, path: 'note.txt', itemKind: 'file', itemId: null, nodes: 1 } as const;
  store.trash.add({ ...about, rootId: record.id, place: place(record.localPath), bytes: 4, atMs: 1 });
  const linkAgain = async (name: string) => {
    const localPath = join(folder, name);
    await cp(record.localPath, localPath, { recursive: true });
    if (name === 'bare') await rm(rootTrash(localPath), { recursive: true });
    const [now = record] = store.roots();
    await parts.fileSystem.writeMarker(localPath, formatMarker({ id: now.marker, epoch: 'first' }));
    expect(await applyRenewal(parts, now, { kind: 'reset', localPath, why: 'other_copy' })).toBe(true);
    return store.trash.list(9).map((trashed) => trashed.place);
  };
  expect(await linkAgain('copy')).toEqual([place(join(folder, 'copy'))]);
  expect(await linkAgain('bare')).toEqual([place(join(folder, 'copy'))]);
  store.close();
});

test('[P60] a folder that matches the current record is not linked again', async () => {
  const { parts, record } = await linked();
  const { fileSystem, store } = parts;
  const root = store.root(record.id);
  const row = root.local(record.localId);
  const stat = await fileSystem.stat(record.localPath);
  if (row === undefined || stat === null) throw new Error('the folder that was just linked is gone');
  root.putLocal({ ...row, fingerprint: stat.fingerprint }, root.tick());
  noteEpoch(root, 'first');
  expect(await applyRenewal(parts, record, olderState(record.localPath))).toBe(false);
  expect(store.roots()).toEqual([record]);
  noteEpoch(root, 'second');
  expect(await applyRenewal(parts, record, olderState(record.localPath))).toBe(true);
  expect(store.roots()[0]?.marker).not.toBe(record.marker);
  store.close();
});

/** A disk on which a volume goes, or comes back, right before the call of a number, and an empty folder of another volume stands in its place. */
async function turning(
  fileSystem: FileSystem,
  localPath: string,
  turn: { readonly isBack: boolean; readonly at: number },
) {
  const aside = join(folder, 'aside');
  const [there, away] = turn.isBack ? [join(folder, 'bare'), aside] : [aside, join(folder, 'bare')];
  await mkdir(join(folder, 'bare'));
  const swap = async (): Promise<void> => {
    await rename(localPath, there);
    await rename(away, localPath);
  };
  if (turn.isBack) {
    await rename(localPath, aside);
    await rename(join(folder, 'bare'), localPath);
  }
  let calls = 0;
  const call = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (calls++ === turn.at) await swap();
    return work();
  };
  const isBare = (): boolean => calls > turn.at !== turn.isBack;
  const disk: FileSystem = {
    ...fileSystem,
    stat: (path) => call(() => fileSystem.stat(path)),
    list: (path) => call(() => fileSystem.list(path)),
    readMarker: (path) => call(() => fileSystem.readMarker(path)),
    volumeId: (path) => call(() => (isBare() ? Promise.resolve('system') : fileSystem.volumeId(path))),
    writeMarker: (...of) => call(() => fileSystem.writeMarker(...of)),
  };
  return { disk, isOver: () => calls <= turn.at, isBare, other: () => (calls > turn.at ? there : away) };
}

const reset =
  (why: ResetReason) =>
  (localPath: string): RootRenewal => ({ kind: 'reset', localPath, why });
const renewals: readonly (readonly [string, (localPath: string) => RootRenewal])[] = [
  ['state_is_older', reset('state_is_older')],
  ['state_is_lost', reset('state_is_lost')],
  ['service_is_older', reset('service_is_older')],
  ['other_copy', reset('other_copy')],
  ['asked_for', reset('asked_for')],
  ['accepted', () => ({ kind: 'accepted' })],
];

describe.each(renewals)('a renewal, %s, while a volume', (_why, renewal) => {
  test.each([
    ['goes', false],
    ['comes back', true],
  ])('[P60] [E68] %s: at any moment, the record is of the folder that got the marker', async (_title, isBack) => {
    for (let at = 0, isOver = false; !isOver; at++) {
      const { parts, record } = await linked();
      const { localPath } = record;
      const { disk, ...turned } = await turning(parts.fileSystem, localPath, { isBack, at });
      const isDone = await applyRenewal({ ...parts, fileSystem: disk }, record, renewal(localPath));
      const [now] = parts.store.roots();
      const row = parts.store.root(record.id).local(record.localId);
      const idOf = async (path: string) => (await parts.fileSystem.readMarker(path))?.split(' ')[0] ?? null;
      const otherThere = turned.isBare() ? 'marker' : null;
      if (isDone) {
        const stat = await parts.fileSystem.stat(localPath);
        expect(row?.fingerprint.identity).toBe(stat?.fingerprint.identity);
        expect(now?.marker).not.toBe('marker');
        expect(now).toMatchObject({
          marker: await idOf(localPath),
          volumeId: turned.isBare() ? 'system' : record.volumeId,
        });
      } else {
        expect(now).toEqual(record);
        expect(await idOf(localPath)).toBe(turned.isBare() ? null : 'marker');
      }
      expect(await idOf(turned.other())).toBe(otherThere);
      isOver = turned.isOver();
      parts.store.close();
      await rm(folder, { recursive: true });
      await mkdir(folder);
    }
  });
});

test('[P60] [P55] a folder that moved is of its volume', async () => {
  const { parts, record } = await linked();
  const localPath = join(folder, 'moved');
  await rename(record.localPath, localPath);
  const moved: RootRenewal = { kind: 'moved', localPath };
  const other = { ...parts, fileSystem: { ...parts.fileSystem, volumeId: async () => 'other' } };
  expect(await applyRenewal(other, record, moved)).toBe(false);
  expect(parts.store.roots()).toEqual([record]);
  expect(await applyRenewal(parts, record, moved)).toBe(true);
  expect(parts.store.roots()).toEqual([{ ...record, localPath }]);
  parts.store.close();
});

test('[P57] what a person has decided about an emptied folder is done in it', async () => {
  const { parts, record } = await linked();
  await rm(record.localPath, { recursive: true });
  await mkdir(record.localPath);
  const asked: RootRenewal = { kind: 'reset', localPath: record.localPath, why: 'asked_for' };
  expect(await applyRenewal(parts, record, asked)).toBe(true);
  expect(await readdir(record.localPath)).toEqual(['.tandem']);
  parts.store.close();
});

type Linked = Awaited<ReturnType<typeof linked>>;

test.each(renewals)(
  '[P60] [E67] a renewal, %s, of a folder that is gone or no folder changes nothing',
  async (_, renewal) => {
    const { parts, record } = await linked();
    const { localPath } = record;
    const { fileSystem, store } = parts;
    const leaving: FileSystem = {
      ...fileSystem,
      volumeId: async (path) => {
        await rm(localPath, { recursive: true });
        return fileSystem.volumeId(path);
      },
    };
    expect(await applyRenewal({ ...parts, fileSystem: leaving }, record, renewal(localPath))).toBe(false);
    expect(await applyRenewal(parts, record, renewal(localPath))).toBe(false);
    await writeFile(localPath, 'a file');
    expect(await applyRenewal(parts, record, renewal(localPath))).toBe(false);
    expect(store.roots()).toEqual([record]);
    store.close();
  },
);

test.each(renewals)(
  '[P57] [P60] a renewal, %s, forgets all agreements unless the folder is accepted as it is',
  async (why, renewal) => {
    const { parts, record } = await linked();
    const { store, fileSystem } = parts;
    const before = store.root(record.id);
    const pair = putPair({ store, root: before }, 'a', { local: record.localId, item: record.itemId, id: '7' });
    noteEpoch(before, 'another');
    expect(await applyRenewal(parts, record, renewal(record.localPath))).toBe(true);
    const [now] = store.roots();
    const root = store.root(record.id);
    expect(root.syncedByLocal(pair.localId) !== undefined).toBe(why === 'accepted');
    expect(now).toMatchObject({ localPath: record.localPath, volumeId: record.volumeId });
    expect(now?.marker).toMatch(/^[a-z0-9]{24}$/);
    expect(now && (await rootState(fileSystem, placeOf(now, root)))).toBe('present');
    store.close();
  },
);

const unmark = ({ record }: Linked): Promise<void> => rm(join(record.localPath, '.tandem'), { recursive: true });
const mark = ({ parts, record }: Linked): Promise<void> =>
  parts.fileSystem.writeMarker(record.localPath, 'another second');
test.each<[string, string, (linked: Linked) => Promise<unknown>, boolean]>([
  ['state_is_older', 'has lost its marker', unmark, false],
  ['state_is_older', 'has another marker', mark, false],
  ['service_is_older', 'has lost its marker', unmark, false],
  ['service_is_older', 'has another marker', mark, false],
  ['service_is_older', 'is as it was', async () => {}, true],
  ['other_copy', 'has lost its marker', unmark, false],
  ['other_copy', 'has another marker', mark, false],
  ['other_copy', 'is as it was', async () => {}, true],
  ['asked_for', 'has another marker', mark, true],
  ['accepted', 'has lost its marker', unmark, true],
  ['accepted', 'has another marker', mark, true],
])('[P60] a renewal, %s, of a folder that %s', async (why, _, change, isDone) => {
  const link = await linked();
  const { parts, record } = link;
  const renewal = renewals.find(([is]) => is === why)?.[1](record.localPath);
  await change(link);
  const markerBefore = await parts.fileSystem.readMarker(record.localPath);
  expect(renewal && (await applyRenewal(parts, record, renewal))).toBe(isDone);
  expect((await parts.fileSystem.readMarker(record.localPath)) === markerBefore).toBe(!isDone);
  parts.store.close();
});

test.each([
  ['a folder without a marker', (path: string) => mkdir(path)],
  [
    'the folder of another root',
    async (path: string, { parts }: Linked) => {
      await mkdir(path);
      await parts.fileSystem.writeMarker(path, 'another second');
    },
  ],
])('[P55] a root does not move to %s', async (_, make) => {
  const link = await linked();
  const localPath = join(folder, 'moved');
  await make(localPath, link);
  expect(await applyRenewal(link.parts, link.record, { kind: 'moved', localPath })).toBe(false);
  expect(link.parts.store.roots()).toEqual([link.record]);
  link.parts.store.close();
});

test('[P55] [P60] a copy becomes the folder of the root, with a marker of its own', async () => {
  const { parts, record } = await linked();
  const localPath = join(folder, 'copy');
  await cp(record.localPath, localPath, { recursive: true });
  expect(await applyRenewal(parts, record, reset('other_copy')(localPath))).toBe(true);
  const [now] = parts.store.roots();
  expect(now?.localPath).toBe(localPath);
  expect(now && (await rootState(parts.fileSystem, now))).toBe('present');
  expect(now && (await rootState(parts.fileSystem, { ...now, localPath: record.localPath }))).toBe('replaced');
  parts.store.close();
});

test('[P60] a folder that takes no marker is reported, and nothing is recorded', async () => {
  const { parts, record } = await linked();
  const writeMarker = (path: string): Promise<void> =>
    Promise.reject(new FileSystemError('denied', path, 'no one may write there'));
  const readOnly = { ...parts, fileSystem: { ...parts.fileSystem, writeMarker } };
  const renewing = applyRenewal(readOnly, record, { kind: 'accepted' });
  await expect(renewing).rejects.toMatchObject({ code: 'denied' });
  expect(parts.store.roots()).toEqual([record]);
  parts.store.close();
});

test.each<[string, RootRenewal, string | null, object]>([
  ['moved', { kind: 'moved', localPath: '/now' }, 'root_moved', { before: '/before', now: '/now' }],
  ['state_is_older', reset('state_is_older')('/now'), 'root_from_backup', { path: '/now' }],
  ['state_is_lost', reset('state_is_lost')('/now'), null, {}],
  ['other_copy', reset('other_copy')('/now'), 'root_from_backup', { path: '/now' }],
  ['service_is_older', reset('service_is_older')('/now'), 'service_went_back', {}],
  ['asked_for', reset('asked_for')('/now'), null, {}],
  ['accepted', { kind: 'accepted' }, null, {}],
])('[P55] [P60] the notice after a renewal, %s', async (_, renewal, code, args) => {
  const { parts, record } = await linked();
  const notice = { title: { code, args: {} }, body: { code: `${code}_details`, args } };
  expect(renewalNotice({ ...record, localPath: '/before' }, renewal)).toEqual(code === null ? null : notice);
  parts.store.close();
});
