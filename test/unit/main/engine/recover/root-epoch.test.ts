import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { formatMarker } from '../../../../../main/engine/model/root-marker.ts';
import { rootState } from '../../../../../main/engine/observe/local/root-state.ts';
import type { FileSystem } from '../../../../../main/engine/ports/file-system.ts';
import { isOfEpoch, noteEpoch, placeOf } from '../../../../../main/engine/recover/epoch-notes.ts';
import { beginEpoch } from '../../../../../main/engine/recover/root-epoch.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

let root: LocalRoot;
let aside: string;
beforeEach(async () => {
  root = await openLocalRoot();
  aside = `${root.path}-aside`;
  await root.fileSystem.writeMarker(root.path, formatMarker({ id: 'marker', epoch: 'first' }));
  noteEpoch(root.store, 'first');
});
afterEach(async () => {
  await rm(aside, { recursive: true, force: true });
  await root.dispose();
});

const recordOf = () => {
  const [record] = root.whole.roots();
  if (record === undefined) throw new Error('nothing is linked');
  return record;
};
/** `before`: what happens between the look at the marker and the next one. */
const begin = (before?: () => Promise<unknown>): Promise<void> => {
  const fileSystem: FileSystem = {
    ...root.fileSystem,
    writeMarker: async (...of) => {
      await before?.();
      return root.fileSystem.writeMarker(...of);
    },
  };
  const log = { warn: () => {}, error: () => {} };
  const parts = { store: root.whole, fileSystem, random: createNodeRandom(), log };
  return beginEpoch({ parts, record: recordOf(), root: root.store });
};
const state = () => rootState(root.fileSystem, placeOf(recordOf(), root.store));
const refused = (code: string) => expect.objectContaining({ name: 'FileSystemError', code });

test.each([
  ['an empty folder stands there', () => mkdir(root.path), 'changed', 'emptied'],
  ['nothing is there', async () => {}, 'not_found', 'missing'],
])('[P60] [E68] the volume goes before the marker is renewed, and %s', async (_title, stands, code, meanwhile) => {
  const going = begin(async () => {
    await rename(root.path, aside);
    await stands();
  });
  await expect(going).rejects.toEqual(refused(code));
  expect(await state()).toBe(meanwhile);
  await rm(root.path, { recursive: true, force: true });
  await rename(aside, root.path);
  expect(await state()).toBe('present');
  await begin();
  expect(await state()).toBe('present');
  expect(isOfEpoch(root.store, 'first')).toBe(false);
});
