import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepTraits } from '../../../../../main/engine/root/disk-traits.ts';
import { treesOf } from '../../../../../main/engine/root/trees-of.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test.each([
  ['that ignores case', false, ['Current', 'Current', 'Bu\u0308ro', null]],
  ['that tells case apart', true, ['Current', null, null, null]],
  ['that was never looked at', null, ['Current', null, null, null]],
])('[P34] what has the place of a left-out item, on a disk %s', (_, caseSensitive, expected) => {
  const top = root.store.rootLocalId;
  root.store.setIgnored(top, [
    { name: 'Current', reason: 'link' },
    { name: 'Bu\u0308ro', reason: 'link' },
  ]);
  if (caseSensitive !== null)
    keepTraits(root.store, { caseSensitive, nameLimit: { length: 255, unit: 'utf16' }, platform: 'posix' });
  const trees = treesOf(root.store, {});
  const names = ['Current', 'current', 'B\u00fcro', 'other'];
  expect(names.map((name) => trees.ignoredAt(top, name))).toEqual(expected);
});
