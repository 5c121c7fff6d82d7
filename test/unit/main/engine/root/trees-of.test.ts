import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepTraits } from '../../../../../main/engine/root/disk-traits.ts';
import { treesOf } from '../../../../../main/engine/root/trees-of.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';
import { openStoreBench } from '../../../../support/engine/store-bench.ts';

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
  for (const name of ['Current', 'Bu\u0308ro']) root.store.putIgnored(top, { name, reason: 'link' });
  if (caseSensitive !== null)
    keepTraits(root.store, { caseSensitive, nameLimit: { length: 255, unit: 'utf16' }, platform: 'posix' });
  const trees = treesOf(root.store, {});
  const names = ['Current', 'current', 'B\u00fcro', 'other'];
  expect(names.map((name) => trees.ignoredAt(top, name))).toEqual(expected);
});

test.each([
  ['that ignores case', false],
  ['that tells case apart', true],
])(
  '[P34] [E120] a question about ignored items reads as much with 2,000 of them as with 2, on a disk %s',
  (_, caseSensitive) => {
    const asked = (ignored: number): readonly string[] => {
      const statements: string[] = [];
      const db = new Database(':memory:', { verbose: (statement) => statements.push(String(statement)) });
      const { root: store, store: whole } = openStoreBench(':memory:', () => db);
      const top = store.rootLocalId;
      keepTraits(store, { caseSensitive, nameLimit: { length: 255, unit: 'utf16' }, platform: 'posix' });
      for (let index = 0; index < ignored; index++) store.putIgnored(top, { name: `${index}.log`, reason: 'rule' });
      const trees = treesOf(store, {});
      statements.length = 0;
      expect([trees.ignoredAt(top, 'A'), trees.ignoredAt(top, '1.log'), trees.holdsIgnored(top)]).toEqual([
        null,
        '1.log',
        true,
      ]);
      const read = statements.filter((one) => one.includes('FROM ignored'));
      const rows = read.map((one) => `${db.prepare(one).all().length} of ${one}`);
      const plans = read.flatMap((one) => db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${one}`).all());
      whole.close();
      return [...rows, ...plans.map(({ detail }) => detail)];
    };
    expect(asked(2_000)).toEqual(asked(2));
    const byName = asked(2).filter((line) => /^SEARCH .*name/.test(line));
    expect(byName).toHaveLength(caseSensitive ? 2 : 3);
  },
);

test('a folder with only what Finder and Explorer keep for its display holds nothing', () => {
  const top = root.store.rootLocalId;
  const trees = treesOf(root.store, {});
  for (const name of ['.DS_Store', 'THUMBS.DB']) root.store.putIgnored(top, { name, reason: 'rule' });
  expect(trees.holdsIgnored(top)).toBe(false);
  root.store.putIgnored(top, { name: 'desktop.ini', reason: 'link' });
  expect(trees.holdsIgnored(top)).toBe(true);
});
