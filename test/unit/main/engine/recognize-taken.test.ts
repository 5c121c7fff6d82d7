import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ItemId } from '../../../../main/engine/model/ids.ts';
import { noteTaking, recognizeTaken } from '../../../../main/engine/recognize-taken.ts';
import { createStepRunner } from '../../../../main/engine/step-runner.ts';
import { type LocalRoot, openLocalRoot } from '../../../support/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  for (const path of ['a/b', 'c']) await root.write(path, path);
  await root.observer.scanAll();
  root.syncAll();
  root.store.clean(root.store.dirty(10));
});
afterEach(() => root.dispose());

const runner = createStepRunner(
  () => Promise.reject(new Error('nothing runs')),
  () => {},
);
const look = () => recognizeTaken({ root: root.store, runner });
const itemOf = (path: string): ItemId => {
  const row = root.store.syncedByLocal(root.row(path).id);
  if (row === undefined) throw new Error(`${path} was never agreed on`);
  return row.itemId;
};
const isAgreedOn = (item: ItemId): boolean => root.store.syncedByItem(item) !== undefined;

test('[P85] what went to the local trash and was never written down was deleted by nobody here, with all below it', async () => {
  const items = ['a', 'a/b'].map(itemOf);
  noteTaking(root.store, [root.row('a').id]);
  await rm(root.at('a'), { recursive: true });
  await root.observer.scanAll();
  look();
  expect(items.map(isAgreedOn), 'missing, and not known yet to be gone').toEqual([true, true]);
  await root.settle();
  look();
  expect(items.map(isAgreedOn)).toEqual([false, false]);
  expect(new Set(root.store.dirty(10).itemIds)).toEqual(new Set(items));
  expect(isAgreedOn(itemOf('c'))).toBe(true);
});

test('[P85] what was to go and is still there stays agreed on, also when a person deletes it later', async () => {
  const item = itemOf('c');
  noteTaking(root.store, [root.row('c').id]);
  await root.observer.scanAll();
  look();
  await rm(root.at('c'));
  await root.observer.scanAll();
  await root.settle();
  look();
  expect(isAgreedOn(item)).toBe(true);
});
