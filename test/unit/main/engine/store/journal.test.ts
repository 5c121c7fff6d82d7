import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalQuery } from '../../../../../main/engine/store/history/journal-table.ts';
import { journalEntry, openStoreBench, type StoreBench } from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

test('the journal of one person has what they did here and elsewhere, not what others or Tandem did', () => {
  const { journal } = bench.store;
  journal.append(journalEntry('uploaded here', {}));
  journal.append(journalEntry('restored here', { kind: 'restore-local', side: 'local' }));
  journal.append(journalEntry('decided here', { kind: 'resolve', side: 'both' }));
  journal.append(journalEntry('from my phone', { kind: 'download', side: 'local', by: { id: '7', name: 'Ann' } }));
  journal.append(journalEntry('from Bob', { kind: 'download', side: 'local', by: { id: '8', name: 'Bob' } }));
  journal.append(journalEntry('of an unknown author', { kind: 'trash-local', side: 'local' }));
  const paths = (query: { mine?: string }) => journal.query({ limit: 10, ...query }).map(({ path }) => path);
  expect(paths({ mine: '7' })).toEqual(['from my phone', 'decided here', 'restored here', 'uploaded here']);
  expect(paths({})).toHaveLength(6);
});

test('a query can leave out batches, so that pages continue past a long one', () => {
  const { journal } = bench.store;
  for (const [path, batch] of [
    ['old', 1],
    ['a', 2],
    ['other root', 3],
    ['b', 2],
  ] as const) {
    journal.append(journalEntry(path, { batch }));
  }
  expect(journal.query({ limit: 10, withoutBatches: [2] }).map(({ path }) => path)).toEqual(['other root', 'old']);
});

/** Entries at these paths, one millisecond apart from time 1. */
function written(...paths: readonly (string | readonly [path: string, fromPath: string])[]) {
  const { store } = bench;
  const entries = paths.map((place, index) => {
    const [path, fromPath] = typeof place === 'string' ? [place, null] : place;
    return store.journal.append(journalEntry(path, { fromPath, atMs: index + 1 }));
  });
  const pathsOf = (query: Omit<JournalQuery, 'limit'>) =>
    store.journal.query({ limit: 100, ...query }).map(({ path }) => path);
  return { store, ids: entries.map(({ id }) => id), pathsOf };
}

test('pages follow each other without a gap and without a repeat, backwards and forwards', () => {
  const { store, ids } = written('a', 'b', 'c', 'd', 'e');
  const page = (query: Omit<JournalQuery, 'limit'>) =>
    store.journal.query({ limit: 2, ...query }).map(({ path }) => path);
  expect([page({}), page({ before: ids[3] ?? 0 }), page({ before: ids[1] ?? 0 })]).toEqual([
    ['e', 'd'],
    ['c', 'b'],
    ['a'],
  ]);
  expect([page({ after: ids[0] ?? 0 }), page({ after: ids[2] ?? 0 }), page({ after: ids[4] ?? 0 })]).toEqual([
    ['c', 'b'],
    ['e', 'd'],
    [],
  ]);
});

test('a path finds itself and what is below, before or after a move, whatever characters it has', () => {
  const { pathsOf } = written('a[1]*', 'a[1]*/b', 'a1x/b', 'a[1]*c', ['z/b', 'a[1]*/old'], 'other');
  expect(pathsOf({ path: 'a[1]*' })).toEqual(['z/b', 'a[1]*/b', 'a[1]*']);
  expect(pathsOf({ path: '' })).toHaveLength(6);
});

test('a part of a path is found as it is written, in any case', () => {
  const { pathsOf } = written('100%.txt', '1000.txt', 'a_b', 'axb', 'Hi!', 'x/REPORT.txt');
  expect([pathsOf({ contains: '0%' }), pathsOf({ contains: 'a_b' }), pathsOf({ contains: 'i!' })]).toEqual([
    ['100%.txt'],
    ['a_b'],
    ['Hi!'],
  ]);
  expect(pathsOf({ contains: 'report' })).toEqual(['x/REPORT.txt']);
});

test('a time counts itself', () => {
  const { pathsOf } = written('a', 'b', 'c');
  expect(pathsOf({ sinceMs: 2 })).toEqual(['c', 'b']);
});

test('[P50] an entry that was undone and done again is not undone', () => {
  const { store, ids } = written('a');
  const undo = (id: number) => store.journal.append(journalEntry('a', { undoes: id })).id;
  const first = ids[0] ?? 0;
  expect(store.journal.isUndone(first)).toBe(false);
  const undone = undo(first);
  expect(store.journal.isUndone(first)).toBe(true);
  const redone = undo(undone);
  expect([store.journal.isUndone(first), store.journal.isUndone(undone)]).toEqual([false, true]);
  undo(redone);
  expect(store.journal.isUndone(first)).toBe(true);
});

test('the oldest entries go, by age or beyond an amount, and never one that is newer than another that stays', () => {
  // The clock was set back before the last two.
  const { store, pathsOf } = written('a', 'b', 'c', 'd', 'e');
  for (const path of ['f', 'g']) store.journal.append(journalEntry(path, { atMs: 0 }));
  const drop = (beforeCountedMs: number, keep: number, most = 10) =>
    store.journal.dropOldest({ beforeCountedMs, keep }, most);
  expect([drop(1, 7), pathsOf({}).length]).toEqual([0, 7]);
  expect([drop(3, 7), pathsOf({})]).toEqual([2, ['g', 'f', 'e', 'd', 'c']]);
  expect([drop(9, 7, 1), drop(0, 3, 1), pathsOf({})]).toEqual([1, 1, ['g', 'f', 'e']]);
  expect([drop(0, 0), pathsOf({})]).toEqual([3, []]);
});
