import { mkdir, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RootState } from '../../../../../main/engine/observe/local/root-state.ts';
import { searchRoot } from '../../../../../main/engine/recover/root-search.ts';
import { createFolderSight } from '../../../../../main/engine/root/state/folder-sight.ts';
import { createRootSearch } from '../../../../../main/engine/root/state/root-search.ts';
import { createStanding } from '../../../../../main/engine/root/state/standing.ts';
import type { Store } from '../../../../../main/engine/store/store.ts';
import { openMemoryStore } from '../../../../support/engine/empty-store.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';
import { remoteEntry } from '../../../../support/engine/store-bench.ts';

const fileSystem = realDisk();

let folder: string;
let store: Store;
let lost: ReturnType<typeof contextOf>;
const warned: string[] = [];
const told: unknown[] = [];
const time = { nowMs: 1_000_000 };
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-search-')));
  store = openMemoryStore();
  lost = contextOf(await linkedAt('a/b/root', '0'));
  warned.length = 0;
  told.length = 0;
});
afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (path: string): string => join(folder, path);

async function linkedAt(path: string, item: string) {
  const localPath = at(path);
  await mkdir(localPath, { recursive: true });
  await fileSystem.writeMarker(localPath, `marker${item}`);
  const [stat, volumeId] = [await fileSystem.stat(localPath), await fileSystem.volumeId(localPath)];
  if (stat === null || volumeId === null) throw new Error('the folder that was just made is gone');
  const remote = { ...remoteEntry(item, '0', ''), kind: 'folder', content: null, parentId: null } as const;
  const place = { localPath, volumeId, marker: `marker${item}`, account: 'ann' };
  return store.addRoot({ ...place, fingerprint: stat.fingerprint, remote });
}

function contextOf(record: ReturnType<Store['addRoot']>) {
  const context = {
    record,
    root: store.root(record.id),
    folder: createFolderSight(() => undefined),
    search: createRootSearch(),
    standing: createStanding(),
    notify: (_: string, notice: unknown) => void told.push(notice),
    parts: {
      store,
      fileSystem,
      clock: { nowMs: () => time.nowMs, today: () => '2026-01-02', sleep: () => Promise.resolve() },
      log: { warn: (message: string) => void warned.push(message), error: () => {} },
      settings: { likelyPlaces: [at('home')], ownPlaces: [at('home/data/client')] },
    },
  };
  context.folder.noteLook('missing', null, time.nowMs);
  return context;
}

const search = (signal = new AbortController().signal): Promise<void> => searchRoot(lost, signal);

async function moveTo(path: string): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await rename(lost.record.localPath, at(path));
}

test.each(['a/b/renamed', 'a/root', 'home/root'])('[P55] [E71] a lost root resumes in %s', async (place) => {
  await moveTo(place);
  await search();
  expect(lost.standing.renewal).toEqual({ kind: 'moved', localPath: at(place) });
  expect(warned).toEqual([]);
});

test('[P55] a search is repeated after five seconds, not before', async () => {
  await search();
  await moveTo('a/b/renamed');
  await search();
  expect(lost.standing.renewal, 'too early').toBeNull();
  time.nowMs += 5_000;
  await search();
  expect(lost.standing.renewal).toEqual({ kind: 'moved', localPath: at('a/b/renamed') });
});

test('[P55] a wide search is repeated after a minute; the ones between are near', async () => {
  await search();
  await moveTo('home/root');
  time.nowMs += 5_000;
  await search();
  expect(lost.standing.renewal, 'too early for a wide one').toBeNull();
  time.nowMs += 55_000;
  await search();
  expect(lost.standing.renewal).toEqual({ kind: 'moved', localPath: at('home/root') });
});

test('[P55] [E71] a root that took the place of the folder that it was in resumes there', async () => {
  await moveTo('a/aside');
  await rm(at('a/b'), { recursive: true });
  await rename(at('a/aside'), at('a/b'));
  await search();
  expect(lost.standing.renewal).toEqual({ kind: 'moved', localPath: at('a/b') });
  expect(warned).toEqual([]);
});

test.each<[RootState | null, boolean]>([
  ['present', false],
  [null, false],
  ['replaced', true],
])('[P55] a root whose folder was seen as %s is searched for: %s', async (state, isSought) => {
  lost = { ...lost, folder: createFolderSight(() => undefined) };
  if (state !== null) lost.folder.noteLook(state, null, time.nowMs);
  await moveTo('a/b/renamed');
  await search();
  expect(lost.standing.renewal !== null).toBe(isSought);
});

test('[P55] a folder that is back ends the search: the next one begins with a wide look', async () => {
  await search();
  lost.folder.noteLook('present', null, time.nowMs);
  await search();
  lost.folder.noteLook('missing', null, time.nowMs);
  await moveTo('home/root');
  await search();
  expect(lost.standing.renewal).toEqual({ kind: 'moved', localPath: at('home/root') });
});

test('[P55] a root without its own row is not searched for', async () => {
  await moveTo('a/b/renamed');
  lost.root.removeLocal(lost.record.localId, lost.root.tick());
  await search();
  expect(lost.standing.renewal).toBeNull();
});

test('[P55] nothing is renewed by a search that was aborted as it ended', async () => {
  await moveTo('a/b/renamed');
  const abort = new AbortController();
  const disk = {
    ...fileSystem,
    volumeId: async (path: string) => {
      abort.abort();
      return fileSystem.volumeId(path);
    },
  };
  lost = { ...lost, parts: { ...lost.parts, fileSystem: disk } };
  await search(abort.signal);
  expect(lost.standing.renewal).toBeNull();
});

/** The notice: where the folder is now, and in which other place. */
const saidNested = (now: string, other: string) => ({
  title: { code: 'root_moved_inside', args: {} },
  body: { code: 'root_moved_inside_details', args: { before: at('a/b/root'), now: at(now), other: at(other) } },
});

test.each([
  ['into another root', 'home/other', 'home/other/root'],
  ['around another root', 'a/b/root/other', 'home/root'],
])('[P58] [E86] a root that was moved %s does not resume there, and the person is told', async (_, other, place) => {
  const record = await linkedAt(other, '9');
  const there = other.replace('a/b/root', place);
  await moveTo(place);
  store.setPlace(record.id, { ...record, localPath: at(there) });
  await search();
  expect(lost.standing.renewal).toBeNull();
  expect(told).toEqual([saidNested(place, there)]);
});

test('[P58] [E86] nor does one that was moved into a root that is linked by a link', async () => {
  await mkdir(at('home/real'), { recursive: true });
  await symlink(at('home/real'), at('link'));
  await linkedAt('link/other', '9');
  await moveTo('home/real/other/root');
  await search();
  expect(lost.standing.renewal).toBeNull();
  expect(told).toEqual([saidNested('home/real/other/root', 'link/other')]);
});

test("[P58] nor does one that was moved into Tandem's own data", async () => {
  await moveTo('home/data/client/root');
  await search();
  expect(lost.standing.renewal).toBeNull();
  expect(told).toEqual([saidNested('home/data/client/root', 'home/data/client')]);
});

test('[P55] a root that was moved beside another one resumes there', async () => {
  await linkedAt('home/other', '9');
  await moveTo('home/root');
  await search();
  expect(lost.standing.renewal).toEqual({ kind: 'moved', localPath: at('home/root') });
});
