import { baseName } from '../../model/disk-path.ts';
import type { Kind } from '../../model/entry.ts';
import { itemId, type LocalId, localId, type RootId, sha1, versionId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Conflict, NewConflict, Resolution } from '../../model/plan/conflict.ts';
import type { ConflictReason } from '../../model/plan/step.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';

/** The conflicts of a root; rows are removed only with the root. */
export interface ConflictTable {
  putConflict(conflict: NewConflict): void;
  /** Open: unresolved, and the copy still has its conflict name. Oldest first. */
  openConflicts(limit: number, offset?: number): readonly Conflict[];
  openConflictCount(): number;
  /** In any state. */
  conflict(id: number): Conflict | undefined;
  /** All of the root, in any state. */
  conflicts(): readonly Conflict[];
  /** Says where the files of a conflict are now. */
  placeConflict(id: number, place: ConflictPlace): void;
  /** The open conflict whose copy or original is this local node. */
  conflictOf(node: LocalId): Conflict | undefined;
  /** Null reopens it. */
  settleConflict(id: number, resolution: Resolution | null, atMs: number): void;
}

type ConflictPlace = Pick<
  Conflict,
  'originalPath' | 'copyPath' | 'localId' | 'folderId' | 'copyItemId' | 'originalItemId'
>;

type ConflictRow = {
  id: number;
  reason: ConflictReason;
  rule: string;
  at_ms: number;
  item_kind: Kind;
  original_path: string;
  copy_path: string;
  copy_name: string;
  local_id: number | null;
  standing_id: number | null;
  folder_local_id: number | null;
  copy_item_id: string | null;
  original_item_id: string | null;
  mine_sha1: string | null;
  mine_size: number | null;
  mine_mtime_ns: string | null;
  theirs_sha1: string | null;
  theirs_size: number | null;
  theirs_version_id: string | null;
  theirs_modified_at_ms: number | null;
  theirs_by_id: string | null;
  theirs_by_name: string | null;
  resolution: Resolution | null;
  resolved_at_ms: number | null;
};

const WRITTEN = [
  'reason',
  'rule',
  'at_ms',
  'item_kind',
  'original_path',
  'copy_path',
  'copy_name',
  'local_id',
  'copy_item_id',
  'original_item_id',
  'mine_sha1',
  'mine_size',
  'mine_mtime_ns',
  'theirs_sha1',
  'theirs_size',
  'theirs_version_id',
  'theirs_modified_at_ms',
  'theirs_by_id',
  'theirs_by_name',
  'folder_local_id',
  'copy_key',
].join(', ');
/** The copy under its name: the same node, or one with that name in the same folder (restored from the trash). */
const STANDING = `coalesce(
  (SELECT node.id FROM local_node AS node WHERE node.id = conflict.local_id AND node.name = conflict.copy_name),
  (SELECT node.id FROM local_node AS node WHERE conflict.local_id IS NOT NULL AND node.parent_id = conflict.folder_local_id
    AND node.name_key = conflict.copy_key AND node.name = conflict.copy_name LIMIT 1))`;
const ITEM = '(SELECT item_id FROM synced_node WHERE local_id = @node)';
/** Unresolved conflicts that may be of the local node `@node`: each of these is found by an index. */
const CANDIDATES = `
  SELECT id FROM conflict WHERE resolved_at_ms IS NULL AND local_id = @node
  UNION ALL SELECT conflict.id FROM local_node AS node JOIN conflict ON resolved_at_ms IS NULL
    AND folder_local_id = node.parent_id AND copy_key = node.name_key WHERE node.id = @node
  UNION ALL SELECT id FROM conflict WHERE resolved_at_ms IS NULL AND copy_item_id = ${ITEM}
  UNION ALL SELECT id FROM conflict WHERE resolved_at_ms IS NULL AND original_item_id = ${ITEM}`;
const COLUMNS = `id, ${WRITTEN}, resolution, resolved_at_ms, ${STANDING} AS standing_id`;

export function createConflictTable({ db }: Connection, root: RootId): ConflictTable {
  const open = `conflict.root_id = ${root} AND conflict.resolved_at_ms IS NULL AND (
    ${STANDING} IS NOT NULL
    OR EXISTS (SELECT 1 FROM remote_node WHERE remote_node.root_id = ${root}
      AND remote_node.id = conflict.copy_item_id AND remote_node.name = conflict.copy_name))`;
  const select = `SELECT ${COLUMNS} FROM conflict WHERE`;
  const put = db.prepare<ConflictValues>(
    `INSERT INTO conflict (${WRITTEN}, root_id) VALUES (${'?, '.repeat(21)}${root})`,
  );
  const page = db.prepare<[number, number], ConflictRow>(`${select} ${open} ORDER BY id LIMIT ${INTEGER} OFFSET ?`);
  const count = db.prepare<[], { conflicts: number }>(`SELECT count(*) AS conflicts FROM conflict WHERE ${open}`);
  const all = db.prepare<[], ConflictRow>(`${select} root_id = ${root} ORDER BY id`);
  const one = db.prepare<[number], ConflictRow>(`${select} root_id = ${root} AND id = ?`);
  const ofNode = db.prepare<[{ node: number }], ConflictRow>(
    `${select} conflict.id IN (${CANDIDATES}) AND ${open}
       AND (${STANDING} = @node OR copy_item_id = ${ITEM} OR original_item_id = ${ITEM}) ORDER BY id DESC LIMIT 1`,
  );
  const place = db.prepare<[ConflictPlace & { readonly id: number }]>(
    `UPDATE conflict SET original_path = @originalPath, copy_path = @copyPath, local_id = @localId, folder_local_id = @folderId,
       copy_item_id = @copyItemId, original_item_id = @originalItemId WHERE root_id = ${root} AND id = @id`,
  );
  const settle = db.prepare<[string | null, number | null, number]>(
    `UPDATE conflict SET resolution = ?, resolved_at_ms = ? WHERE root_id = ${root} AND id = ?`,
  );
  return {
    putConflict: (conflict) => {
      put.run(...toValues(conflict));
    },
    openConflicts: (limit, offset = 0) => page.all(limit, offset).map(toConflict),
    openConflictCount: () => count.get()?.conflicts ?? 0,
    conflict: (id) => optional(one.get(id)),
    conflicts: () => all.all().map(toConflict),
    placeConflict: (id, { originalPath, copyPath, localId, folderId, copyItemId, originalItemId }) => {
      place.run({ id, originalPath, copyPath, localId, folderId, copyItemId, originalItemId });
    },
    conflictOf: (node) => optional(ofNode.get({ node })),
    settleConflict: (id, resolution, atMs) => {
      settle.run(resolution, resolution === null ? null : atMs, id);
    },
  };
}

const optional = (row: ConflictRow | undefined): Conflict | undefined =>
  row === undefined ? undefined : toConflict(row);

const toConflict = (row: ConflictRow): Conflict => ({
  id: row.id,
  reason: row.reason,
  rule: row.rule,
  atMs: row.at_ms,
  itemKind: row.item_kind,
  originalPath: row.original_path,
  copyPath: row.copy_path,
  localId: row.local_id === null ? null : localId(row.standing_id ?? row.local_id),
  folderId: row.folder_local_id === null ? null : localId(row.folder_local_id),
  copyItemId: row.copy_item_id === null ? null : itemId(row.copy_item_id),
  originalItemId: row.original_item_id === null ? null : itemId(row.original_item_id),
  mine: {
    sha1: row.mine_sha1 === null ? null : sha1(row.mine_sha1),
    sizeBytes: row.mine_size,
    mtimeNs: row.mine_mtime_ns,
  },
  theirs: {
    sha1: row.theirs_sha1 === null ? null : sha1(row.theirs_sha1),
    sizeBytes: row.theirs_size,
    versionId: row.theirs_version_id === null ? null : versionId(row.theirs_version_id),
    modifiedAtMs: row.theirs_modified_at_ms,
    by: row.theirs_by_id === null ? null : { id: row.theirs_by_id, name: row.theirs_by_name ?? '' },
  },
  resolution: row.resolution,
  resolvedAtMs: row.resolved_at_ms,
});

type ConflictValues = [
  ...why: [reason: string, rule: string, atMs: number, itemKind: string],
  ...paths: [originalPath: string, copyPath: string, copyName: string],
  ...nodes: [localId: number | null, copyItemId: string | null, originalItemId: string | null],
  ...mine: [sha1: string | null, sizeBytes: number | null, mtimeNs: string | null],
  ...theirs: [sha1: string | null, sizeBytes: number | null, versionId: string | null, modifiedAtMs: number | null],
  ...by: [id: string | null, name: string | null],
  ...place: [folderId: number | null, copyKey: string],
];

const toValues = ({ mine, theirs, ...conflict }: NewConflict): ConflictValues => [
  conflict.reason,
  conflict.rule,
  conflict.atMs,
  conflict.itemKind,
  conflict.originalPath,
  conflict.copyPath,
  baseName(conflict.copyPath),
  conflict.localId,
  conflict.copyItemId,
  conflict.originalItemId,
  mine.sha1,
  mine.sizeBytes,
  mine.mtimeNs,
  theirs.sha1,
  theirs.sizeBytes,
  theirs.versionId,
  theirs.modifiedAtMs,
  theirs.by?.id ?? null,
  theirs.by?.name ?? null,
  conflict.folderId,
  nameKey(baseName(conflict.copyPath)),
];
