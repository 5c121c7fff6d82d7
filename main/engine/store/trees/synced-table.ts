import type { Kind, SyncedEntry } from '../../model/entry.ts';
import { etag, fileIdentity, type ItemId, itemId, type LocalId, localId, type RootId, sha1 } from '../../model/ids.ts';
import { isAlias } from '../../model/names/alias.ts';
import type { Trees } from '../../model/tree.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER, TEXT } from '../database/opaque-parameter.ts';
import { createRowCache } from '../database/row-cache.ts';
import { type Below, deepestFirst } from './deepest-first.ts';

/** Writes to the synced tree, and its totals. */
export interface SyncedTable {
  /**
   * Inserts; replaces every row with either id. The synced children of a replaced row move to the new one (an item deleted and
   * recreated keeps its partner, SPEC P11). Marks nothing: recording the step does.
   */
  putSynced(entry: SyncedEntry): void;
  /** Removes one node; those below stay and are removed individually. */
  removeSynced(localId: LocalId): void;
  /** Removes a node and its synced subtree; returns the rows so that dependents can be marked. */
  removeSyncedBelow(localId: LocalId): readonly SyncedEntry[];
  /** The rows below this one, each folder after its contents. */
  syncedBelow(top: LocalId): Iterable<Below<LocalId>>;
  /** Totals without the root. Kept current, so reading them is cheap. */
  syncedTotals(): SyncedTotals;
  /** At most `limit` files after `id`, by local id. */
  syncedFilesAfter(id: LocalId, limit: number): readonly SyncedEntry[];
  /** Rows with an alias (SPEC P35), by local id, paged by `offset` and `limit`. A page may be shorter than requested. */
  aliases(limit: number, offset?: number): readonly SyncedEntry[];
}

export type SyncedTotals = { readonly files: number; readonly folders: number; readonly bytes: number };

type SyncedTrees = Pick<Trees, 'syncedByLocal' | 'syncedByItem' | 'syncedChildren' | 'syncedNamed'>;

type SyncedRow = {
  local_id: number;
  item_id: string;
  parent_local_id: number | null;
  kind: Kind;
  local_name: string;
  remote_name: string;
  sha1: string | null;
  size_bytes: number | null;
  identity: string;
  fingerprint_size: number;
  mtime_ns: string;
  ctime_ns: string;
  etag: string | null;
  left_folder: string | null;
};

const COLUMNS =
  'local_id, item_id, parent_local_id, kind, local_name, remote_name, sha1, size_bytes, identity, fingerprint_size, mtime_ns, ctime_ns, etag, left_folder';

export function createSyncedTable(connection: Connection, root: RootId): SyncedTable & SyncedTrees {
  const sql = statements(connection, root);
  const { syncedTotals, count } = countedUp(connection, () => sql.totals.get());
  const byLocal = createRowCache(connection, (id: LocalId) => optional(sql.byLocal.get(id)));
  const byItem = createRowCache(connection, (id: ItemId) => optional(sql.byItem.get(id)));
  const drop = (entry: SyncedEntry): void => {
    byLocal.drop(entry.localId);
    byItem.drop(entry.itemId);
  };
  const remove = (entry: SyncedEntry | undefined) => {
    if (entry === undefined) return;
    count(entry, -1);
    sql.remove.run(entry.localId);
    drop(entry);
  };
  /** Moves the children of one row to another. */
  const reparent = (to: LocalId, from: LocalId): void => {
    if (sql.reparent.run(to, from).changes === 0) return;
    byLocal.clear();
    byItem.clear();
  };
  return {
    syncedTotals,
    syncedByLocal: byLocal.get,
    syncedByItem: byItem.get,
    syncedChildren: (parent) =>
      sql.children
        .all(parent)
        .map(toEntry)
        .sort((a, b) => compare(a.localName, b.localName)),
    syncedNamed: (parent, name) => sql.named.all(parent, name).map(toEntry),
    syncedFilesAfter: (id, limit) => sql.filesAfter.all(id, limit).map(toEntry),
    aliases: (limit, offset = 0) => sql.aliases.all(limit, offset).map(toEntry).filter(isAlias),
    putSynced: (entry) =>
      connection.transaction(() => {
        const twin = byItem.get(entry.itemId);
        if (twin !== undefined && twin.localId !== entry.localId) {
          remove(twin);
          reparent(entry.localId, twin.localId);
        }
        const before = byLocal.get(entry.localId);
        if (before !== undefined) count(before, -1);
        count(entry, 1);
        sql.put.run(...toValues(entry));
        if (before !== undefined) drop(before);
        const row = asRead(entry);
        byLocal.put(row.localId, row);
        byItem.put(row.itemId, row);
      }),
    removeSyncedBelow: (id) =>
      connection.transaction(() => {
        const entries = sql.below.all(id).map(toEntry);
        for (const entry of entries) remove(entry);
        return entries;
      }),
    syncedBelow: (top) => deepestFirst(top, sql.childrenOf),
    removeSynced: (id) => connection.transaction(() => remove(byLocal.get(id))),
  };
}

function statements({ db }: Connection, root: RootId) {
  const select = `SELECT ${COLUMNS} FROM synced_node WHERE root_id = ${root}`;
  const childIds = db.prepare<[number], Pick<SyncedRow, 'local_id' | 'kind'>>(
    `SELECT local_id, kind FROM synced_node WHERE root_id = ${root} AND parent_local_id = ?`,
  );
  return {
    byLocal: db.prepare<[number], SyncedRow>(`${select} AND local_id = ?`),
    byItem: db.prepare<[string], SyncedRow>(`${select} AND item_id = ?`),
    children: db.prepare<[number], SyncedRow>(`${select} AND parent_local_id = ?`),
    childrenOf: (folder: LocalId) =>
      childIds.all(folder).map((row) => ({ id: localId(row.local_id), isFolder: row.kind === 'folder' })),
    named: db.prepare<[number, string], SyncedRow>(
      `${select} AND parent_local_id = ${INTEGER} AND local_name = ${TEXT} ORDER BY local_id`,
    ),
    // `+` keeps SQLite from using the indexes that start with the root: the local ids are already sorted.
    filesAfter: db.prepare<[number, number], SyncedRow>(
      `SELECT ${COLUMNS} FROM synced_node
       WHERE +root_id = ${root} AND local_id > ? AND kind = 'file' ORDER BY local_id LIMIT ${INTEGER}`,
    ),
    // Must match the index condition exactly, or SQLite reads the whole root.
    aliases: db.prepare<[number, number], SyncedRow>(
      `${select} AND local_name <> remote_name AND parent_local_id IS NOT NULL ORDER BY local_id LIMIT ? OFFSET ?`,
    ),
    put: db.prepare<SyncedValues>(
      `INSERT OR REPLACE INTO synced_node (${COLUMNS}, root_id) VALUES (${'?, '.repeat(14)}${root})`,
    ),
    reparent: db.prepare<[number, number]>('UPDATE synced_node SET parent_local_id = ? WHERE parent_local_id = ?'),
    below: db.prepare<[number], SyncedRow>(
      `WITH RECURSIVE below (id) AS (
         SELECT ? UNION SELECT node.local_id FROM below JOIN synced_node AS node ON node.parent_local_id = below.id
       )
       ${select} AND local_id IN (SELECT id FROM below) ORDER BY local_id`,
    ),
    remove: db.prepare<[number]>('DELETE FROM synced_node WHERE local_id = ?'),
    totals: db.prepare<[], SyncedTotals>(
      `SELECT count(*) FILTER (WHERE kind = 'file') AS files,
         count(*) FILTER (WHERE kind = 'folder' AND parent_local_id IS NOT NULL) AS folders,
         coalesce(sum(size_bytes), 0) AS bytes
       FROM synced_node WHERE root_id = ${root}`,
    ),
  };
}

/** Totals of all rows: read once, then updated with each change. */
function countedUp(connection: Connection, read: () => SyncedTotals | undefined) {
  let totals: SyncedTotals | null = null;
  connection.onForget(() => {
    totals = null;
  });
  const syncedTotals = (): SyncedTotals => {
    totals ??= read() ?? { files: 0, folders: 0, bytes: 0 };
    return totals;
  };
  return {
    syncedTotals,
    /** Call before writing or removing the row: the first call reads all rows. */
    count: (entry: SyncedEntry, sign: 1 | -1): void => {
      totals = counted(syncedTotals(), entry, sign);
    },
  };
}

function counted(totals: SyncedTotals, { kind, content, parentLocalId }: SyncedEntry, sign: 1 | -1): SyncedTotals {
  if (kind === 'file') {
    return { ...totals, files: totals.files + sign, bytes: totals.bytes + sign * (content?.sizeBytes ?? 0) };
  }
  return parentLocalId === null ? totals : { ...totals, folders: totals.folders + sign };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const optional = (row: SyncedRow | undefined): SyncedEntry | undefined =>
  row === undefined ? undefined : toEntry(row);

const toEntry = (row: SyncedRow): SyncedEntry => ({
  localId: localId(row.local_id),
  itemId: itemId(row.item_id),
  parentLocalId: row.parent_local_id === null ? null : localId(row.parent_local_id),
  kind: row.kind,
  localName: row.local_name,
  remoteName: row.remote_name,
  content: row.sha1 === null || row.size_bytes === null ? null : { sha1: sha1(row.sha1), sizeBytes: row.size_bytes },
  fingerprint: {
    identity: fileIdentity(row.identity),
    sizeBytes: row.fingerprint_size,
    mtimeNs: row.mtime_ns,
    ctimeNs: row.ctime_ns,
  },
  etag: row.etag === null ? null : etag(row.etag),
  ...(row.left_folder === null ? {} : { leftFolder: itemId(row.left_folder) }),
});

/** As it reads back from the table: callers may pass extra fields. */
const asRead = (entry: SyncedEntry): SyncedEntry => ({
  localId: entry.localId,
  itemId: entry.itemId,
  parentLocalId: entry.parentLocalId,
  kind: entry.kind,
  localName: entry.localName,
  remoteName: entry.remoteName,
  content: entry.content === null ? null : { sha1: entry.content.sha1, sizeBytes: entry.content.sizeBytes },
  fingerprint: {
    identity: entry.fingerprint.identity,
    sizeBytes: entry.fingerprint.sizeBytes,
    mtimeNs: entry.fingerprint.mtimeNs,
    ctimeNs: entry.fingerprint.ctimeNs,
  },
  etag: entry.etag,
  ...(entry.leftFolder === undefined ? {} : { leftFolder: entry.leftFolder }),
});

type SyncedValues = [
  ...node: [localId: number, itemId: string, parentLocalId: number | null, kind: Kind],
  ...names: [localName: string, remoteName: string],
  ...content: [sha1: string | null, sizeBytes: number | null],
  ...fingerprint: [identity: string, sizeBytes: number, mtimeNs: string, ctimeNs: string],
  ...agreement: [etag: string | null, leftFolder: string | null],
];

const toValues = ({ fingerprint, ...entry }: SyncedEntry): SyncedValues => [
  entry.localId,
  entry.itemId,
  entry.parentLocalId,
  entry.kind,
  entry.localName,
  entry.remoteName,
  entry.content?.sha1 ?? null,
  entry.content?.sizeBytes ?? null,
  fingerprint.identity,
  fingerprint.sizeBytes,
  fingerprint.mtimeNs,
  fingerprint.ctimeNs,
  entry.etag,
  entry.leftFolder ?? null,
];
