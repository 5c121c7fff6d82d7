import type { LocalId } from '../model/ids.ts';
import { createKeptHereTable } from './choices.ts';
import type { Connection } from './database/connection.ts';
import { createConflictTable } from './history/conflict-table.ts';
import { createRootNotes } from './root-notes.ts';
import type { RootStore } from './root-store.ts';
import type { RootRecord } from './root-table.ts';
import { createIntentTable } from './transfers/intent-table.ts';
import { createIgnoredTable } from './trees/ignored-table.ts';
import { createLeftOverNotes } from './trees/left-over-notes.ts';
import { createLocalTable } from './trees/local-table.ts';
import { createMissingTable } from './trees/missing-table.ts';
import { createPathLookup } from './trees/path-lookup.ts';
import { createRemoteTable } from './trees/remote-table.ts';
import { createSelectionTable } from './trees/selection-table.ts';
import { createSubtrees } from './trees/subtrees.ts';
import { createSyncedTable } from './trees/synced-table.ts';
import { createHeldNodes } from './work/held.ts';
import { createMarks } from './work/marks.ts';
import { createReasons } from './work/reasons.ts';

/** Numbers that are never given twice, in no root of the store. */
export type Numbers = { readonly newLocalId: () => LocalId; readonly newBatch: () => number };

/** The store of one root: all its tables. */
export function createRootStore(
  connection: Connection,
  record: RootRecord,
  { newLocalId, newBatch }: Numbers,
): RootStore {
  const marks = createMarks(connection, record.id);
  const selection = createSelectionTable(connection, record.id, userOf(record), marks.noteOpened);
  const notes = createRootNotes(connection, record.id);
  const tables = {
    rootLocalId: record.localId,
    rootItemId: record.itemId,
    ...createLocalTable(connection, record.id, newLocalId, marks),
    ...createRemoteTable(connection, record.id, marks, selection.markBeside),
    ...createSyncedTable(connection, record.id),
    ...createIgnoredTable(connection, record.id),
    ...selection,
  };
  const trees = { ...tables, ...createLeftOverNotes({ ...tables, ...notes }) };
  const lookup = createPathLookup(trees);
  return {
    id: record.id,
    ...trees,
    ...marks,
    ...createReasons(connection, record.id, marks.noteOpened),
    ...createHeldNodes(connection, record.id, { newBatch, opened: marks.noteOpened }),
    ...createMissingTable(connection, record.id),
    ...createConflictTable(connection, record.id),
    ...createSubtrees(connection, record.id),
    ...createIntentTable(connection, record.id),
    ...notes,
    ...lookup,
    ...createKeptHereTable(connection, record.id, { ...tables, ...lookup }),
    tick: connection.tick,
    rest: connection.rest,
    transaction: connection.transaction,
  };
}

/** The user's id, the last part of `RootRecord.account`; empty if the account has none. */
function userOf({ account }: RootRecord): string {
  const space = account.lastIndexOf(' ');
  return space < 0 ? '' : account.slice(space + 1);
}
