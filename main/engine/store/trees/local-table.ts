import type { Kind, LocalEntry } from '../../model/entry.ts';
import { fileIdentity, type LocalId, localId, type RootId, type Sha1, sha1 } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Identities, Trees } from '../../model/tree.ts';
import { byCodeUnits } from '../database/code-units.ts';
import type { Connection } from '../database/connection.ts';
import { TEXT } from '../database/opaque-parameter.ts';
import { createRowCache } from '../database/row-cache.ts';
import { rowCount } from '../database/row-count.ts';
import type { Marks } from '../work/marks.ts';
import { type Below, deepestFirst } from './deepest-first.ts';

/** Writes and additional queries for the local tree. */
export interface LocalTable {
  /** An id that no node has or ever had. */
  newLocalId(): LocalId;
  /** The child with exactly this name. */
  localByName(parent: LocalId, name: string): LocalEntry | undefined;
  /**
   * Inserts or replaces; marks the node dirty unless only a folder's fingerprint or the `ctimeNs` of a hashed file changed.
   *
   * `takenAt` is logical time (`tick`): observers take it before reading the disk, steps when they end. A row newer than a
   * listing (`localTakenAt(id) > takenAt`) was written while the listing was read: the listing must not change it, and the folder
   * must be listed again.
   */
  putLocal(entry: LocalEntry, takenAt: number): void;
  /** For the hash of an unchanged file; marks nothing and leaves the row's `takenAt`. */
  setLocalSha1(id: LocalId, sha1: Sha1): void;
  /** Removes a node with its subtree, marks each node dirty, and stamps the parent with `takenAt`. */
  removeLocal(id: LocalId, takenAt: number): void;
  /** Everything below a node, each folder after its contents. */
  localBelow(top: LocalId): Iterable<Below<LocalId>>;
  /** Logical time of the observation behind the row or, for a folder, of the last removal of a child. */
  localTakenAt(id: LocalId): number;
  /** All nodes in the local tree, including the root. */
  localCount(): number;
}

type LocalTrees = Pick<Trees, 'local' | 'localChildren' | 'localByKey'>;

type LocalRow = {
  id: number;
  parent_id: number | null;
  name: string;
  kind: Kind;
  identity: string;
  size_bytes: number;
  mtime_ns: string;
  ctime_ns: string;
  sha1: string | null;
};

const COLUMNS = 'id, parent_id, name, kind, identity, size_bytes, mtime_ns, ctime_ns, sha1';
const SUBTREE = `WITH RECURSIVE below (id) AS (
  SELECT ? UNION ALL SELECT node.id FROM local_node AS node JOIN below ON node.parent_id = below.id
)`;

type Local = LocalTable & LocalTrees & Identities;

export function createLocalTable(
  connection: Connection,
  root: RootId,
  newLocalId: () => LocalId,
  { noteLocal: note, noteGone }: Pick<Marks, 'noteLocal' | 'noteGone'>,
): Local {
  const sql = statements(connection, root);
  const rows = createRowCache(connection, (id: LocalId) => optional(sql.byId.get(id)));
  const local = rows.get;
  // A folder without a synced row may be left alone once it is empty (SPEC P68).
  const noteFoldersAbove = (entry: LocalEntry): void => {
    for (let at = entry.parentId; at !== null && sql.row.get(at) === undefined; at = local(at)?.parentId ?? null)
      note(at);
  };
  return {
    newLocalId,
    local,
    localChildren: (parent) => byCodeUnits(sql.children.all(parent).map(toEntry)),
    localByKey: (parent, key) => byCodeUnits(sql.byKey.all(parent, key).map(toEntry)),
    localByIdentity: (identity) => sql.byIdentity.all(identity).map(toEntry),
    localByName: (parent, name) => optional(sql.byName.get(parent, nameKey(name), name)),
    putLocal: (entry, takenAt) =>
      connection.transaction(() => {
        const before = local(entry.id);
        if (before !== undefined && before.parentId !== entry.parentId) noteFoldersAbove(before);
        sql.put.run(...toValues(entry, takenAt));
        rows.drop(entry.id);
        if (before === undefined || tellsApart(before, entry)) note(entry.id);
      }),
    setLocalSha1: (id, digest) => {
      const before = local(id);
      sql.setSha1.run(digest, id);
      if (before !== undefined) rows.put(id, { ...before, sha1: digest });
    },
    removeLocal: (id, takenAt) =>
      connection.transaction(() => {
        const entry = local(id);
        if (entry !== undefined) noteFoldersAbove(entry);
        const below = sql.subtree.all(id).map((row) => localId(row.id));
        noteGone({ localIds: below, itemIds: [] });
        sql.removeIgnored.run(id);
        sql.remove.run(id);
        for (const node of below) rows.drop(node);
        if (entry !== undefined && entry.parentId !== null) sql.stamp.run(takenAt, entry.parentId);
      }),
    localBelow: (top) =>
      deepestFirst(top, (folder) =>
        sql.childIds.all(folder).map(({ id, kind }) => ({ id: localId(id), isFolder: kind === 'folder' })),
      ),
    localTakenAt: (id) => sql.takenAt.get(id)?.taken_at ?? 0,
    localCount: rowCount(connection.db, 'local_node', root),
  };
}

function statements({ db }: Connection, root: RootId) {
  const select = `SELECT ${COLUMNS} FROM local_node WHERE root_id = ${root}`;
  return {
    byId: db.prepare<[number], LocalRow>(`${select} AND id = ?`),
    children: db.prepare<[number], LocalRow>(`${select} AND parent_id = ?`),
    childIds: db.prepare<[number], Pick<LocalRow, 'id' | 'kind'>>(
      `SELECT id, kind FROM local_node WHERE root_id = ${root} AND parent_id = ?`,
    ),
    byKey: db.prepare<[number, string], LocalRow>(`${select} AND parent_id = ? AND name_key = ?`),
    byName: db.prepare<[number, string, string], LocalRow>(`${select} AND parent_id = ? AND name_key = ? AND name = ?`),
    byIdentity: db.prepare<[string], LocalRow>(`${select} AND identity = ${TEXT} ORDER BY id`),
    put: db.prepare<LocalValues>(
      `INSERT INTO local_node (${COLUMNS}, name_key, taken_at, root_id) VALUES (${'?, '.repeat(11)}${root})
       ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, name = excluded.name, kind = excluded.kind,
         identity = excluded.identity, size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns,
         ctime_ns = excluded.ctime_ns, sha1 = excluded.sha1, name_key = excluded.name_key, taken_at = excluded.taken_at`,
    ),
    setSha1: db.prepare<[string, number]>('UPDATE local_node SET sha1 = ? WHERE id = ?'),
    subtree: db.prepare<[number], { id: number }>(`${SUBTREE} SELECT id FROM below ORDER BY id`),
    removeIgnored: db.prepare<[number]>(`${SUBTREE} DELETE FROM ignored WHERE parent_id IN (SELECT id FROM below)`),
    remove: db.prepare<[number]>(`${SUBTREE} DELETE FROM local_node WHERE id IN (SELECT id FROM below)`),
    stamp: db.prepare<[number, number]>('UPDATE local_node SET taken_at = ? WHERE id = ?'),
    row: db.prepare<[number], { local_id: number }>('SELECT local_id FROM synced_node WHERE local_id = ?'),
    takenAt: db.prepare<[number], { taken_at: number }>('SELECT taken_at FROM local_node WHERE id = ?'),
  };
}

/** A folder's fingerprint apart from its identity, and the `ctimeNs` of a hashed file, affect no decision, so they need no plan. */
function tellsApart(before: LocalEntry, after: LocalEntry): boolean {
  if (before.parentId !== after.parentId || before.name !== after.name || before.kind !== after.kind) return true;
  if (before.fingerprint.identity !== after.fingerprint.identity) return true;
  if (after.kind === 'folder') return false;
  return (
    before.sha1 !== after.sha1 ||
    before.fingerprint.sizeBytes !== after.fingerprint.sizeBytes ||
    before.fingerprint.mtimeNs !== after.fingerprint.mtimeNs ||
    (after.sha1 === null && before.fingerprint.ctimeNs !== after.fingerprint.ctimeNs)
  );
}

const optional = (row: LocalRow | undefined): LocalEntry | undefined => (row === undefined ? undefined : toEntry(row));

const toEntry = (row: LocalRow): LocalEntry => ({
  id: localId(row.id),
  parentId: row.parent_id === null ? null : localId(row.parent_id),
  name: row.name,
  kind: row.kind,
  fingerprint: {
    identity: fileIdentity(row.identity),
    sizeBytes: row.size_bytes,
    mtimeNs: row.mtime_ns,
    ctimeNs: row.ctime_ns,
  },
  sha1: row.sha1 === null ? null : sha1(row.sha1),
});

type LocalValues = [
  ...node: [id: number, parentId: number | null, name: string, kind: Kind],
  ...fingerprint: [identity: string, sizeBytes: number, mtimeNs: string, ctimeNs: string],
  ...rest: [sha1: string | null, nameKey: string, takenAt: number],
];

function toValues({ id, parentId, name, kind, fingerprint, sha1: digest }: LocalEntry, takenAt: number): LocalValues {
  const { identity, sizeBytes, mtimeNs, ctimeNs } = fingerprint;
  return [id, parentId, name, kind, identity, sizeBytes, mtimeNs, ctimeNs, digest, nameKey(name), takenAt];
}
