import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeLocalTrash } from '../../../../../main/engine/adapters/node-local-trash.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { etag, fileIdentity, itemId, sha1 } from '../../../../../main/engine/model/ids.ts';
import { type FileSystem, FileSystemError } from '../../../../../main/engine/ports/file-system.ts';
import { collectStaging } from '../../../../../main/engine/recover/collect-staging.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

const DAY_MS = 24 * 60 * 60_000;

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

async function stage(name: string): Promise<void> {
  const staging = await root.fileSystem.openStaging(root.path, name);
  await staging.append(new TextEncoder().encode(name));
  await staging.close();
}

const elsewhere = (path: string): FileSystemError => {
  const cause = Object.assign(new Error('on another volume'), { code: 'EXDEV' });
  return new FileSystemError('not_supported', path, 'on another volume', { cause });
};

const staged = (): Promise<string[]> => readdir(join(root.path, '.tandem', 'staging'));

const collect = (laterMs: number): Promise<unknown> =>
  collectStaging(root.path, {
    fileSystem: root.fileSystem,
    transfers: root.whole.transfers,
    nowMs: Date.now() + laterMs,
  });

test('[E112] a staging file that a crash left behind is removed after a day, unless a download resumes from it', async () => {
  await stage('left-behind');
  await stage('resumable');
  root.whole.transfers.saveDownload({
    key: '1/11',
    itemId: itemId('11'),
    content: { sha1: sha1('a'.repeat(40)), sizeBytes: 2_000_000 },
    root: root.path,
    stagingName: 'resumable',
  });
  await collect(DAY_MS - 60_000);
  expect(await staged()).toEqual(['left-behind', 'resumable']);
  await collect(DAY_MS + 60_000);
  expect(await staged()).toEqual(['resumable']);
});

test('[P85] [E112] a staging file stays until it is known whether it was put in place', async () => {
  await stage('about-to-go');
  root.store.putPlacing({
    localId: null,
    itemId: itemId('11'),
    parentLocalId: root.store.rootLocalId,
    kind: 'file',
    localName: 'a',
    remoteName: 'a',
    content: { sha1: sha1('a'.repeat(40)), sizeBytes: 2 },
    fingerprint: { identity: fileIdentity('7'), sizeBytes: 2, mtimeNs: '5', ctimeNs: '5' },
    etag: etag('0'),
    stagingName: 'about-to-go',
  });
  await collect(DAY_MS + 60_000);
  expect(await staged()).toEqual(['about-to-go']);
  root.store.forgetPlacing(itemId('11'));
  await collect(DAY_MS + 60_000);
  expect(await staged()).toEqual([]);
});

test('[E112] a staging file goes once it is older than a day, by the time of its last change and not of its content', async () => {
  await stage('left-behind');
  await utimes(join(root.path, '.tandem', 'staging', 'left-behind'), 0, 0);
  const stat = await root.fileSystem.stat(join(root.path, '.tandem', 'staging', 'left-behind'));
  const changedMs = Number(BigInt(stat?.fingerprint.ctimeNs ?? '0') / 1_000_000n);
  const collectAt = (nowMs: number): Promise<unknown> =>
    collectStaging(root.path, { fileSystem: root.fileSystem, transfers: root.whole.transfers, nowMs });
  await collectAt(changedMs + DAY_MS);
  expect(await staged()).toEqual(['left-behind']);
  await collectAt(changedMs + DAY_MS + 1);
  expect(await staged()).toEqual([]);
});

test('[E112] only files are collected, also while others of them go', async () => {
  await stage('goes meanwhile');
  await stage('left-behind');
  await mkdir(join(root.path, '.tandem', 'staging', 'of a person'));
  const fileSystem = {
    ...root.fileSystem,
    stat: async (path: string) => {
      if (path.endsWith('goes meanwhile')) await rm(path);
      return root.fileSystem.stat(path);
    },
  };
  await collectStaging(root.path, { fileSystem, transfers: root.whole.transfers, nowMs: Date.now() + 2 * DAY_MS });
  expect(await staged()).toEqual(['of a person']);
});

test('[P51] [E112] the copy of a folder that a process brought back from another volume when it ended goes after a day', async () => {
  const home = `${root.path}-trash`;
  const place = join(home, 'day', 'box');
  await mkdir(join(place, 'inner'), { recursive: true });
  await writeFile(join(place, 'inner', 'note.txt'), 'note');
  const ended = Promise.withResolvers<void>();
  const move: FileSystem['move'] = async (from) => {
    if (from === place) throw elsewhere(place);
    // As if the process ended here.
    ended.resolve();
    return new Promise(() => undefined);
  };
  const places = { home, folderFor: async () => home, momentsOf: async function* () {} };
  const trash = createNodeLocalTrash({ ...root.fileSystem, move }, createNodeRandom(), places);
  void trash.takeBack(place, root.path, root.at('box'));
  await ended.promise;
  expect(await readdir(join(root.path, '.tandem'), { recursive: true })).toContainEqual(
    expect.stringMatching(/note.txt$/),
  );
  await collect(DAY_MS - 60_000);
  expect(await staged()).toHaveLength(1);
  await collect(DAY_MS + 60_000);
  expect(await readdir(join(root.path, '.tandem'), { recursive: true })).not.toContainEqual(
    expect.stringMatching(/note.txt$/),
  );
  expect(await readFile(join(place, 'inner', 'note.txt'), 'utf8')).toBe('note');
  await rm(home, { recursive: true });
});

test('[E112] a root without a staging folder has nothing to collect', async () => {
  await collect(DAY_MS + 60_000);
  expect(await root.fileSystem.listStaging(root.path)).toEqual([]);
});
