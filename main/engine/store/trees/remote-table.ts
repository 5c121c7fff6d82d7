import {
  type Content,
  type Kind,
  type Person,
  type RemoteEntry,
  type SyncState,
  sameContent,
} from '../../model/entry.ts';
import {
  etag,
  type ItemId,
  itemId,
  type RootId,
  type SequenceId,
  type Sha1,
  sequenceId,
  sha1,
  versionId,
} from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Trees } from '../../model/tree.ts';
import { byCodeUnits } from '../database/code-units.ts';
import type { Connection } from '../database/connection.ts';
import { createRowCache } from '../database/row-cache.ts';
import { rowCount } from '../database/row-count.ts';
import { MARK, type Marks } from '../work/marks.ts';
import { type Below, deepestFirst } from './deepest-first.ts';

/** Writes and additional queries for the remote tree. */
export interface RemoteTable {
  /**
   * Inserts or replaces; marks the item dirty if it changed. The caller decides by `sequenceId` whether the entry is newer;
   * `takenAt` is logical time as in `LocalTable.putLocal`. Absent fields (`syncState`, `ownerId`) keep their value. If a
   * folder changes its place or sync state, all items below it without a synced row become dirty. New content is matched with
   * pending uploads to that item or place (`SentRow.metEtag`), and a folder that was never known with one that was about to be created at
   * its place (`MakingRow.metItemId`).
   */
  putRemote(entry: RemoteEntry, takenAt: number): void;
  /**
   * Removes an item with its subtree and marks each item dirty. Each leaves a note for `goneSequence` with its last sequence id,
   * or for `id` itself `sequence` if given. `lost`: not deleted; the account can no longer see it. `by`: who removed it.
   */
  removeRemote(id: ItemId, takenAt: number, sequence?: SequenceId | null, lost?: boolean, by?: Person): void;
  /** Everything below an item, each folder after its contents. */
  remoteBelow(top: ItemId): Iterable<Below<ItemId>>;
  /** The user who last changed or removed the item; null: not stated by the service. */
  changedBy(id: ItemId): Person | null;
  /**
   * The last sequence id of a removed item: an event that is not newer is stale. Undefined: unknown item (the oldest of more than
   * ten thousand notes are dropped).
   */
  goneSequence(id: ItemId): SequenceId | null | undefined;
  /** When it was noted that the item is gone; 0: it was not. */
  goneTakenAt(id: ItemId): number;
  /** The hash of the item's content when it was removed; null: unknown, or not a file. */
  goneSha1(id: ItemId): Sha1 | null;
  /** Logical time of the observation behind the row; 0 if there is none. */
  remoteTakenAt(id: ItemId): number;
  remoteCount(): number;
  remoteChildCount(parent: ItemId): number;
  /** The folder after this one, in an order of its own in which the root comes first; undefined: it was the last one. */
  remoteFolderAfter(folder: RemoteEntry): ItemId | undefined;
  /** Is there an item below the root whose content the account may change or download less than that of this folder? */
  hasFewerRights(than: RemoteEntry): boolean;
}

type RemoteTrees = Pick<Trees, 'remote' | 'remoteChildren' | 'remoteByKey' | 'wasLost'>;

type RemoteRow = {
  id: string;
  parent_id: string | null;
  name: string;
  kind: Kind;
  etag: string | null;
  sequence_id: string | null;
  sha1: string | null;
  size_bytes: number | null;
  version_id: string | null;
  content_modified_at_ms: number | null;
  rights: number;
  sync_state: SyncState | null;
  owner_id: string | null;
} & PersonColumns;

type PersonColumns = { changed_by_id: string | null; changed_by_name: string | null };

const COLUMNS = `id, parent_id, name, kind, etag, sequence_id, sha1, size_bytes, version_id, content_modified_at_ms, rights, sync_state,
  owner_id, changed_by_id, changed_by_name`;

/** The least number of notes kept about removed items; a late event about an older one costs one request. */
const GONE_KEPT = 10_000;
/** Older notes are dropped at the first removal and after this many more: finding them costs as much as reading all that are kept. */
const DROPPED_EVERY = 1_000;

export function createRemoteTable(
  connection: Connection,
  root: RootId,
  { noteItem: note, noteGone }: Pick<Marks, 'noteItem' | 'noteGone'>,
  leaving: (folder: ItemId) => void,
): RemoteTable & RemoteTrees {
  const sql = statements(connection, root);
  const rows = createRowCache(connection, (id: ItemId) => {
    const row = sql.byId.get(id);
    return row === undefined ? undefined : toEntry(row);
  });
  const remote = rows.get;
  const dropOldNotes = oncePer(DROPPED_EVERY, () => sql.dropOldNotes.run(GONE_KEPT));
  return {
    remote,
    remoteChildren: (parent) => byCodeUnits(sql.children.all(parent).map(toEntry)),
    remoteByKey: (parent, key) => byCodeUnits(sql.byKey.all(parent, key).map(toEntry)),
    putRemote: (entry, takenAt) =>
      connection.transaction(() => {
        const before = remote(entry.id);
        const isOther = before !== undefined && isElsewhere(before, entry);
        if (isOther) leaving(entry.id);
        meet(sql, entry, before);
        sql.put.run(...toValues(entry, takenAt));
        rows.drop(entry.id);
        sql.notGone.run(entry.id);
        if (before === undefined || tellsApart(before, entry)) note(entry.id);
        if (isOther) sql.markBelow.run(entry.id);
      }),
    removeRemote: (id, takenAt, sequence, lost = false, by) =>
      connection.transaction(() => {
        leaving(id);
        const below = sql.subtree.all(id).map((row) => itemId(row.id));
        sql.allGone.run(id, takenAt, lost ? 1 : 0, ...personValues(by));
        if (sequence !== undefined && below.length === 0) {
          sql.gone.run(id, sequence, takenAt, lost ? 1 : 0, null, ...personValues(by));
        } else if (sequence !== undefined) sql.goneAt.run(sequence, id);
        noteGone({ localIds: [], itemIds: below });
        sql.remove.run(id);
        for (const item of below) rows.drop(item);
        dropOldNotes(below.length);
      }),
    remoteBelow: (top) =>
      deepestFirst(top, (folder) =>
        sql.childIds.all(folder).map(({ id, kind }) => ({ id: itemId(id), isFolder: kind === 'folder' })),
      ),
    ...removedItems(sql, remote),
    remoteTakenAt: (id) => sql.takenAt.get(id)?.taken_at ?? 0,
    remoteCount: rowCount(connection.db, 'remote_node', root),
    remoteChildCount: (parent) => sql.childCount.get(parent)?.items ?? 0,
    remoteFolderAfter: ({ parentId, id }) => {
      const next = sql.folderAfter.get(parentId ?? '', parentId === null ? '' : id);
      return next === undefined ? undefined : itemId(next.id);
    },
    hasFewerRights: (than) =>
      sql.fewerRights.get(rightsOf({ ...than, canRename: false, canDelete: false })) !== undefined,
  };
}

/** It may be what was sent from here: a new folder, or new content. */
function meet(
  { anySent, meet: meetFile, meetFolder }: ReturnType<typeof statements>,
  entry: RemoteEntry,
  before: RemoteEntry | undefined,
): void {
  const { id, parentId, name, kind, content } = entry;
  if (kind === 'folder' && before === undefined) meetFolder.run({ id, parentId, nameKey: nameKey(name) });
  if (content === null || sameContent(before?.content ?? null, content) || !anySent.get()) return;
  meetFile.run(...meeting(entry, content, before === undefined));
}

/** Facts about removed items. */
function removedItems(
  sql: Pick<ReturnType<typeof statements>, 'goneById'>,
  remote: RemoteTrees['remote'],
): Pick<RemoteTable & RemoteTrees, 'goneSequence' | 'goneTakenAt' | 'goneSha1' | 'changedBy' | 'wasLost'> {
  return {
    goneSequence: (id) => {
      const row = sql.goneById.get(id);
      if (row === undefined) return undefined;
      return row.sequence_id === null ? null : sequenceId(row.sequence_id);
    },
    goneTakenAt: (id) => sql.goneById.get(id)?.taken_at ?? 0,
    goneSha1: (id) => sha1Of(sql.goneById.get(id)),
    changedBy: (id) => remote(id)?.changedBy ?? personOfGone(sql.goneById.get(id)),
    wasLost: (id) => sql.goneById.get(id)?.lost === 1,
  };
}

/** Does the work at the first call, and whenever `count` more have come; a call may stand for several. */
function oncePer(count: number, work: () => void): (calls: number) => void {
  let open = count;
  return (calls) => {
    open += Math.max(1, calls);
    if (open < count) return;
    open = 0;
    work();
  };
}

const sha1Of = (gone: GoneRow | undefined) => (gone === undefined || gone.sha1 === null ? null : sha1(gone.sha1));

const personOfGone = (gone: GoneRow | undefined) => (gone === undefined ? null : personOf(gone));

type GoneRow = { sequence_id: string | null; taken_at: number; lost: number; sha1: string | null } & PersonColumns;

/** The ids of an item and all below it, as the start of a statement; its first parameter is the item. */
const subtreeOf = (root: RootId): string => `WITH RECURSIVE below (id) AS (
    SELECT id FROM remote_node WHERE root_id = ${root} AND id = ?
    UNION SELECT node.id FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.parent_id = below.id
  )`;

/** About removed items. */
function goneStatements(db: Connection['db'], root: RootId) {
  return {
    gone: db.prepare<[string, string | null, number, number, string | null, string | null, string | null]>(
      `INSERT OR REPLACE INTO remote_gone (id, sequence_id, taken_at, lost, sha1, changed_by_id, changed_by_name, root_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ${root})`,
    ),
    allGone: db.prepare<[string, number, number, string | null, string | null]>(
      `INSERT OR REPLACE INTO remote_gone (id, sequence_id, sha1, taken_at, lost, changed_by_id, changed_by_name, root_id)
       ${subtreeOf(root)} SELECT id, sequence_id, sha1, ?, ?, ?, ?, ${root}
       FROM remote_node WHERE root_id = ${root} AND id IN (SELECT id FROM below)`,
    ),
    goneAt: db.prepare<[string | null, string]>(
      `UPDATE remote_gone SET sequence_id = ? WHERE root_id = ${root} AND id = ?`,
    ),
    notGone: db.prepare<[string]>(`DELETE FROM remote_gone WHERE root_id = ${root} AND id = ?`),
    goneById: db.prepare<[string], GoneRow>(
      `SELECT sequence_id, taken_at, lost, sha1, changed_by_id, changed_by_name FROM remote_gone WHERE root_id = ${root} AND id = ?`,
    ),
    dropOldNotes: db.prepare<[number]>(
      `DELETE FROM remote_gone WHERE root_id = ${root} AND lost = 0 AND taken_at <= (
         SELECT taken_at FROM remote_gone WHERE root_id = ${root} ORDER BY taken_at DESC LIMIT 1 OFFSET ?)`,
    ),
  };
}

function statements({ db }: Connection, root: RootId) {
  const select = `SELECT ${COLUMNS} FROM remote_node WHERE root_id = ${root}`;
  const subtree = subtreeOf(root);
  return {
    byId: db.prepare<[string], RemoteRow>(`${select} AND id = ?`),
    children: db.prepare<[string], RemoteRow>(`${select} AND parent_id = ?`),
    childIds: db.prepare<[string], Pick<RemoteRow, 'id' | 'kind'>>(
      `SELECT id, kind FROM remote_node WHERE root_id = ${root} AND parent_id = ?`,
    ),
    childCount: db.prepare<[string], { items: number }>(
      `SELECT count(*) AS items FROM remote_node WHERE root_id = ${root} AND parent_id = ?`,
    ),
    folderAfter: db.prepare<[string, string], { id: string }>(
      `SELECT id FROM remote_node WHERE root_id = ${root} AND kind = 'folder' AND (parent_id, id) > (?, ?) ORDER BY parent_id, id LIMIT 1`,
    ),
    byKey: db.prepare<[string, string], RemoteRow>(`${select} AND parent_id = ? AND name_key = ?`),
    put: db.prepare<RemoteValues>(
      `INSERT INTO remote_node (${COLUMNS}, name_key, taken_at, root_id) VALUES (${'?, '.repeat(17)}${root})
       ON CONFLICT (root_id, id) DO UPDATE SET parent_id = excluded.parent_id, name = excluded.name,
         kind = excluded.kind, etag = excluded.etag, sequence_id = excluded.sequence_id, sha1 = excluded.sha1,
         size_bytes = excluded.size_bytes, version_id = excluded.version_id,
         content_modified_at_ms = excluded.content_modified_at_ms, rights = excluded.rights,
         sync_state = coalesce(excluded.sync_state, sync_state), owner_id = coalesce(excluded.owner_id, owner_id),
         changed_by_id = excluded.changed_by_id, changed_by_name = excluded.changed_by_name,
         name_key = excluded.name_key, taken_at = excluded.taken_at`,
    ),
    anySent: db.prepare<[], { one: number }>("SELECT 1 AS one FROM intent WHERE kind = 'upload' LIMIT 1"),
    // A match proves that the upload arrived, whatever happens to the item later (SPEC P85).
    meet: db.prepare<MeetingValues>(
      `UPDATE intent SET met_item_id = ?, met_etag = ? WHERE kind = 'upload' AND sha1 = ? AND root_id = ${root} AND met_etag IS NULL
         AND (met_item_id = ? OR (name_key IS NULL AND target_id = ?)
           OR (met_item_id IS NULL AND target_id = ? AND name_key = ?))`,
    ),
    // One that was known before came back: it is not new.
    meetFolder: db.prepare<{ id: string; parentId: string | null; nameKey: string }>(
      `UPDATE intent SET met_item_id = @id WHERE kind = 'make' AND root_id = ${root} AND met_item_id IS NULL
         AND target_id = CAST(@parentId AS TEXT) AND name_key = CAST(@nameKey AS TEXT)
         AND NOT EXISTS (SELECT 1 FROM remote_gone WHERE root_id = ${root} AND id = @id)`,
    ),
    subtree: db.prepare<[string], { id: string }>(`${subtree} SELECT id FROM below ORDER BY id`),
    remove: db.prepare<[string]>(
      `${subtree} DELETE FROM remote_node WHERE root_id = ${root} AND id IN (SELECT id FROM below)`,
    ),
    ...goneStatements(db, root),
    // Synced items follow their topmost folder; only those without a synced row can come into scope.
    markBelow: db.prepare<[string]>(
      `${MARK.nodes} ${subtree}
       SELECT ${root}, 'remote', node.id FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id
       LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.item_id = node.id
       WHERE row.local_id IS NULL ${MARK.open}`,
    ),
    takenAt: db.prepare<[string], { taken_at: number }>(
      `SELECT taken_at FROM remote_node WHERE root_id = ${root} AND id = ?`,
    ),
    fewerRights: db.prepare<[number], { id: string }>(
      `SELECT id FROM remote_node WHERE root_id = ${root} AND parent_id IS NOT NULL AND ~rights & ? LIMIT 1`,
    ),
  };
}

/** A new sequence id alone does not matter to the planner. */
function tellsApart(before: RemoteEntry, after: RemoteEntry): boolean {
  return (
    before.parentId !== after.parentId ||
    before.name !== after.name ||
    before.kind !== after.kind ||
    before.etag !== after.etag ||
    before.content?.sha1 !== after.content?.sha1 ||
    before.content?.sizeBytes !== after.content?.sizeBytes ||
    rightsOf(before) !== rightsOf(after) ||
    (after.syncState !== undefined && (before.syncState ?? 'synced') !== after.syncState)
  );
}

/** Can the folder and its contents now be in or out of scope for this device when they were not before? */
function isElsewhere(before: RemoteEntry, after: RemoteEntry): boolean {
  if (after.kind !== 'folder') return false;
  const isMoved = before.parentId !== after.parentId || before.name !== after.name;
  return isMoved || (after.syncState !== undefined && (before.syncState ?? 'synced') !== after.syncState);
}

const RIGHTS = { upload: 1, rename: 2, delete: 4, download: 8 } as const;

const rightsOf = (entry: RemoteEntry): number =>
  (entry.canUpload ? RIGHTS.upload : 0) +
  (entry.canRename ? RIGHTS.rename : 0) +
  (entry.canDelete ? RIGHTS.delete : 0) +
  (entry.canDownload ? RIGHTS.download : 0);

const toEntry = (row: RemoteRow): RemoteEntry => ({
  id: itemId(row.id),
  parentId: row.parent_id === null ? null : itemId(row.parent_id),
  name: row.name,
  kind: row.kind,
  etag: row.etag === null ? null : etag(row.etag),
  sequenceId: row.sequence_id === null ? null : sequenceId(row.sequence_id),
  content: row.sha1 === null || row.size_bytes === null ? null : { sha1: sha1(row.sha1), sizeBytes: row.size_bytes },
  versionId: row.version_id === null ? null : versionId(row.version_id),
  contentModifiedAtMs: row.content_modified_at_ms,
  canUpload: (row.rights & RIGHTS.upload) !== 0,
  canRename: (row.rights & RIGHTS.rename) !== 0,
  canDelete: (row.rights & RIGHTS.delete) !== 0,
  canDownload: (row.rights & RIGHTS.download) !== 0,
  ...(row.sync_state !== null && { syncState: row.sync_state }),
  ...(row.owner_id !== null && { ownerId: row.owner_id }),
  ...changedByOf(row),
});

function personOf({ changed_by_id: id, changed_by_name: name }: PersonColumns): Person | null {
  return id === null || name === null ? null : { id, name };
}

function changedByOf(row: PersonColumns): Pick<RemoteEntry, 'changedBy'> {
  const changedBy = personOf(row);
  return changedBy === null ? {} : { changedBy };
}

const personValues = (person: Person | undefined): PersonValues => [person?.id ?? null, person?.name ?? null];

type PersonValues = readonly [id: string | null, name: string | null];

type RemoteValues = [
  ...node: [id: string, parentId: string | null, name: string, kind: Kind],
  ...state: [etag: string | null, sequenceId: string | null],
  ...content: [sha1: string | null, sizeBytes: number | null, versionId: string | null, modifiedAtMs: number | null],
  ...rest: [rights: number, syncState: string | null, ownerId: string | null],
  ...end: [changedById: string | null, changedByName: string | null, nameKey: string, takenAt: number],
];

const meeting = (
  { id, etag: tag, parentId, name }: RemoteEntry,
  { sha1: digest }: Content,
  isNew: boolean,
): MeetingValues => [...([id, tag, digest] as const), ...([id, id, isNew ? parentId : null, nameKey(name)] as const)];

type MeetingValues = [
  ...content: [id: string, etag: string | null, sha1: string],
  ...where: [metItemId: string, targetId: string, parentId: string | null, nameKey: string],
];

const toValues = (entry: RemoteEntry, takenAt: number): RemoteValues => [
  entry.id,
  entry.parentId,
  entry.name,
  entry.kind,
  entry.etag,
  entry.sequenceId,
  entry.content?.sha1 ?? null,
  entry.content?.sizeBytes ?? null,
  entry.versionId,
  entry.contentModifiedAtMs === null ? null : Math.trunc(entry.contentModifiedAtMs),
  rightsOf(entry),
  entry.syncState ?? null,
  entry.ownerId ?? null,
  ...personValues(entry.changedBy),
  nameKey(entry.name),
  takenAt,
];
