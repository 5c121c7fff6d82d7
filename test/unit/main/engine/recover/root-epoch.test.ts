import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { formatMarker, parseMarker } from '../../../../../main/engine/model/root-marker.ts';
import { rootState } from '../../../../../main/engine/observe/local/root-state.ts';
import { type FileSystem, FileSystemError } from '../../../../../main/engine/ports/file-system.ts';
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
  warned.length = 0;
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
const warned: string[] = [];
/** `before`: what happens between the look at the marker and the next one. */
const begin = (before?: () => Promise<unknown>, onFlush = (): void => {}): Promise<void> => {
  const fileSystem: FileSystem = {
    ...root.fileSystem,
    writeMarker: async (...of) => {
      await before?.();
      return root.fileSystem.writeMarker(...of);
    },
  };
  const flush = (): void => {
    onFlush();
    root.whole.flush();
  };
  const log = {
    warn: (message: string, details: unknown) => void warned.push(`${message} ${JSON.stringify(details)}`),
    error: () => {},
  };
  const parts = { store: { ...root.whole, flush }, fileSystem, random: createNodeRandom(), log };
  return beginEpoch({ parts, record: recordOf(), root: root.store });
};
const markerNow = async () => parseMarker((await root.fileSystem.readMarker(root.path)) ?? '');
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

test('[P60] [E116] a new epoch is in the folder and in the store; the one before no longer fits', async () => {
  await begin();
  const { id, epoch } = await markerNow();
  expect([id, epoch]).toEqual(['marker', expect.stringMatching(/^[a-z0-9]{16}$/)]);
  expect(['first', epoch, null].map((one) => isOfEpoch(root.store, one))).toEqual([false, true, false]);
  expect(await state()).toBe('present');
});

test('[P60] [E116] a folder that is older than the store, or newer, is of another time', async () => {
  const older = formatMarker({ id: 'marker', epoch: 'first' });
  await begin();
  const newer = formatMarker(await markerNow());
  await root.fileSystem.writeMarker(root.path, older);
  expect(await state()).toBe('other_time');
  await root.fileSystem.writeMarker(root.path, newer);
  noteEpoch(root.store, 'first');
  expect(await state()).toBe('other_time');
});

test('[P60] [E110] both epochs fit if the process ends right before or right after the marker is written', async () => {
  const kept: (string | null)[] = [];
  let isFlushed = false;
  const ended = new TypeError('the process ended');
  const before = async (): Promise<never> => {
    expect(isFlushed, 'the next epoch is flushed before it is written').toBe(true);
    throw ended;
  };
  const onFlush = (): void => {
    isFlushed = true;
    kept.push(root.store.note('epoch'), root.store.note('next_epoch'));
  };
  await expect(begin(before, onFlush)).rejects.toBe(ended);
  const [was = null, next = null] = kept;
  expect([was, next]).toEqual(['first', expect.stringMatching(/^[a-z0-9]{16}$/)]);
  expect(await state()).toBe('present');
  await root.fileSystem.writeMarker(root.path, formatMarker({ id: 'marker', epoch: next }));
  expect(await state()).toBe('present');
  await root.fileSystem.writeMarker(root.path, formatMarker({ id: 'marker', epoch: 'older' }));
  expect(await state()).toBe('other_time');
});

test('[P60] the epoch that was written and not recorded is the current one at the next start', async () => {
  root.store.setNote('epoch', 'older');
  root.store.setNote('next_epoch', 'first');
  const readOnly = (): Promise<never> => Promise.reject(new FileSystemError('denied', root.path, 'read-only'));
  await begin(readOnly);
  expect(isOfEpoch(root.store, 'older')).toBe(false);
  expect(await state()).toBe('present');
});

test('[P60] a folder that takes no marker keeps its epoch, and the log says so', async () => {
  await begin(() => Promise.reject(new FileSystemError('denied', root.path, 'read-only')));
  expect(warned).toEqual([`The marker of ${root.path} could not be renewed. {"reason":"read-only"}`]);
  expect([await markerNow(), await state()]).toEqual([{ id: 'marker', epoch: 'first' }, 'present']);
});

test('[P60] a marker from before epochs existed gets one', async () => {
  await root.fileSystem.writeMarker(root.path, 'marker');
  root.store.setNote('epoch', null);
  expect(await state()).toBe('present');
  await begin();
  expect([(await markerNow()).epoch === null, await state()]).toEqual([false, 'present']);
});

test.each([
  ['has no marker', () => rm(root.at('.tandem'), { recursive: true })],
  ['has the marker of another root', () => root.fileSystem.writeMarker(root.path, 'another first')],
  ['is of another epoch', () => root.fileSystem.writeMarker(root.path, 'marker second')],
])('[P60] a folder that %s begins no epoch', async (_, change) => {
  await change();
  const before = await root.fileSystem.readMarker(root.path);
  await begin();
  expect([
    await root.fileSystem.readMarker(root.path),
    root.store.note('epoch'),
    root.store.note('next_epoch'),
  ]).toEqual([before, 'first', null]);
});

test('[P60] a root without a row of its own is recognised by its marker alone', () => {
  root.store.removeLocal(root.store.rootLocalId, root.store.tick());
  expect(placeOf(recordOf(), root.store)).toMatchObject({ localPath: root.path, identity: undefined });
});
