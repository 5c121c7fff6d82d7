import type { LocalId } from '../model/ids.ts';
import { createBlockedTable } from './blocked-table.ts';
import { createConflictTable } from './conflict-table.ts';
import type { Connection } from './connection.ts';
import { createDirtyTable } from './dirty-table.ts';
import { createHeldTable } from './held-table.ts';
import { createIgnoredTable } from './ignored-table.ts';
import { createLocalTable } from './local-table.ts';
import { createMissingTable } from './missing-table.ts';
import { createPathLookup } from './path-lookup.ts';
import { createPlacingTable } from './placing-table.ts';
import { createReleasedTable } from './released-table.ts';
import { createRemoteTable } from './remote-table.ts';
import { createRootNotes } from './root-notes.ts';
import type { RootStore } from './root-store.ts';
import type { RootRecord } from './root-table.ts';
import { createSelectionTable } from './selection-table.ts';
import { createSubtreeTotals } from './subtree-totals.ts';
import { createSyncedTable } from './synced-table.ts';

/** The store of one root: all its tables. */
export function createRootStore(connection: Connection, record: RootRecord, newLocalId: () => LocalId): RootStore {
  const dirty = createDirtyTable(connection, record.id);
  const selection = createSelectionTable(connection, record.id, userOf(record));
  const trees = {
    rootLocalId: record.localId,
    rootItemId: record.itemId,
    ...createLocalTable(connection, record.id, newLocalId, dirty.noteLocal),
    ...createRemoteTable(connection, record.id, dirty.noteItem, selection.markBeside),
    ...createSyncedTable(connection, record.id),
    ...createIgnoredTable(connection, record.id),
    ...selection,
  };
  return {
    id: record.id,
    ...trees,
    ...dirty,
    ...createMissingTable(connection, record.id),
    ...createBlockedTable(connection, record.id),
    ...createConflictTable(connection, record.id),
    ...createHeldTable(connection, record.id),
    ...createSubtreeTotals(connection, record.id),
    ...createReleasedTable(connection, record.id),
    ...createPlacingTable(connection, record.id),
    ...createRootNotes(connection, record.id),
    ...createPathLookup(trees),
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
