import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../main/engine/adapters/node-random.ts';
import { noteEpoch } from '../../../../main/engine/epoch-notes.ts';
import { formatMarker } from '../../../../main/engine/model/root-marker.ts';
import { applyRenewal, type RootRenewal } from '../../../../main/engine/root-renewal.ts';
import { openStore } from '../../../../main/engine/store/open-store.ts';
import { fingerprintOf, remoteEntry } from '../../../support/store-bench.ts';

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
  // It is back: now it is linked anew.
  await rm(record.localPath, { recursive: true });
  await rename(aside, record.localPath);
  expect(await applyRenewal(parts, record, olderState(record.localPath))).toBe(true);
  expect(parts.store.roots()[0]?.marker).not.toBe(record.marker);
  parts.store.close();
});

test('[P60] a folder that fits what is known of it by now is not linked anew', async () => {
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

test('[P57] what a person has decided about an emptied folder is done in it', async () => {
  const { parts, record } = await linked();
  await rm(record.localPath, { recursive: true });
  await mkdir(record.localPath);
  const asked: RootRenewal = { kind: 'anew', localPath: record.localPath, why: 'asked_for' };
  expect(await applyRenewal(parts, record, asked)).toBe(true);
  expect(await readdir(record.localPath)).toEqual(['.tandem']);
  parts.store.close();
});
