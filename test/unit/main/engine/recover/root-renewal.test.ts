import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { formatMarker } from '../../../../../main/engine/model/root-marker.ts';
import type { FileSystem } from '../../../../../main/engine/ports/file-system.ts';
import { noteEpoch } from '../../../../../main/engine/recover/epoch-notes.ts';
import { type AnewReason, applyRenewal, type RootRenewal } from '../../../../../main/engine/recover/root-renewal.ts';
import { openStore } from '../../../../../main/engine/store/open-store.ts';
import { fingerprintOf, remoteEntry } from '../../../../support/engine/store-bench.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-renewal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function linked() {
  const random = createNodeRandom();
  const fileSystem = createNodeFileSystem(random);
  const store = openStore(':memory:');
  const localPath = join(folder, 'root');
  await mkdir(localPath);
  const volumeId = (await fileSystem.volumeId(localPath)) ?? '';
  await fileSystem.writeMarker(localPath, formatMarker({ id: 'marker', epoch: 'first' }));
  const remote = { ...remoteEntry('0', '0', ''), kind: 'folder', content: null, parentId: null } as const;
  const fingerprint = fingerprintOf('root');
  const record = store.addRoot({ localPath, marker: 'marker', volumeId, account: 'account', fingerprint, remote });
  return { parts: { random, fileSystem, store }, record };
}

const olderState = (localPath: string): RootRenewal => ({ kind: 'anew', localPath, why: 'state_is_older' });

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

const anew =
  (why: AnewReason) =>
  (localPath: string): RootRenewal => ({ kind: 'anew', localPath, why });
const renewals: readonly (readonly [string, (localPath: string) => RootRenewal])[] = [
  ['state_is_older', anew('state_is_older')],
  ['service_is_older', anew('service_is_older')],
  ['other_copy', anew('other_copy')],
  ['asked_for', anew('asked_for')],
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
  const asked: RootRenewal = { kind: 'anew', localPath: record.localPath, why: 'asked_for' };
  expect(await applyRenewal(parts, record, asked)).toBe(true);
  expect(await readdir(record.localPath)).toEqual(['.tandem']);
  parts.store.close();
});
