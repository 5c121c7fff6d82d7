import { afterEach, beforeEach, expect, test } from 'vitest';
import { rootId } from '../../../../../main/engine/model/ids.ts';
import type { NewJournalEntry } from '../../../../../main/engine/store/history/journal-table.ts';
import { openStoreBench, type StoreBench } from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

const made = (path: string, change: Partial<NewJournalEntry>): NewJournalEntry => ({
  atMs: 1,
  rootId: rootId(1),
  batch: 1,
  kind: 'upload',
  side: 'remote',
  rule: 'P2',
  itemKind: 'file',
  localId: null,
  itemId: null,
  path,
  fromPath: null,
  bytes: null,
  before: null,
  after: null,
  ...change,
});

test('the journal of one person has what they did here and elsewhere, not what others or Tandem did', () => {
  const { journal } = bench.store;
  journal.append(made('uploaded here', {}));
  journal.append(made('restored here', { kind: 'restore-local', side: 'local' }));
  journal.append(made('decided here', { kind: 'resolve', side: 'both' }));
  journal.append(made('from my phone', { kind: 'download', side: 'local', by: { id: '7', name: 'Ann' } }));
  journal.append(made('from Bob', { kind: 'download', side: 'local', by: { id: '8', name: 'Bob' } }));
  journal.append(made('of an unknown author', { kind: 'trash-local', side: 'local' }));
  const paths = (query: { mine?: string }) => journal.query({ limit: 10, ...query }).map(({ path }) => path);
  expect(paths({ mine: '7' })).toEqual(['from my phone', 'decided here', 'restored here', 'uploaded here']);
  expect(paths({})).toHaveLength(6);
});
