import { sql } from 'kysely';
import type { VersionRecord, VersionWrites } from '../../../ports/metadata/items/versions.ts';
import { inChunks, toId, toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import { prepared, preparedForRow } from '../prepared.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { ItemRow, VersionRow } from '../tables.ts';
import { toItemRow } from './item-rows.ts';
import { listNoted, noteKept, trashedBefore } from './trashed-before.ts';

/** Versions in SQL. */
export function sqlVersions(writer: SqlWriter): VersionWrites {
  const { db, keepRow } = writer;
  const versions = () => db.selectFrom('file_version').selectAll();
  const byId = prepared<VersionRow, [number]>(db, () => versions().where('id', '=', 0));
  const past = (fileId: string, currentVersionId: string) =>
    db.selectFrom('file_version').where('file_id', '=', toKey(fileId)).where('id', '!=', toKey(currentVersionId));
  return {
    get: async (id) => {
      const [row] = await byId(toKey(id));
      return row ? fromVersionRow(row) : null;
    },
    keep: async (fileId, id) => {
      const { rows } = await sql<VersionRow>`
        select * from file_version where id = ${toKey(id)} and file_id = ${toKey(fileId)} ${keepRow}`.execute(db);
      return rows[0] ? fromVersionRow(rows[0]) : null;
    },
    getMany: async (ids) => {
      const rows = await inChunks(ids.map(toKey), (keys) => versions().where('id', 'in', keys).execute());
      return rows.map(fromVersionRow);
    },
    countPast: async (fileId, currentVersionId) => {
      const count = past(fileId, currentVersionId).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    listPast: async (fileId, currentVersionId, { offset, limit }) => {
      const newestFirst = past(fileId, currentVersionId).selectAll().orderBy('number', 'desc');
      return (await newestFirst.offset(offset).limit(limit).execute()).map(fromVersionRow);
    },
    listOfFiles: async (fileIds) => {
      const rows = await inChunks(fileIds.map(toKey), (keys) => versions().where('file_id', 'in', keys).execute());
      return rows.map(fromVersionRow);
    },
    countOfFiles: (fileIds) => countOfFiles(writer, fileIds),
    listOldest: async (fileId, limit) => {
      const ofFile = versions().where('file_id', '=', toKey(fileId));
      return (await ofFile.orderBy('number').limit(limit).execute()).map(fromVersionRow);
    },
    listAfter: async (afterId, limit) => {
      const rows = await versions().where('id', '>', toKey(afterId)).orderBy('id').limit(limit).execute();
      return rows.map(fromVersionRow);
    },
    listTrashedBefore: (time, limit, after) => trashedBefore(db, 'file_version', { time, limit, after }),
    listNoted: (time, notedBefore, limit) => listNoted(db, 'file_version', { trashedBefore: time, notedBefore, limit }),
    ...insertsOf(writer),
    update: async (version) => {
      const { id, ...columns } = toVersionRow(version);
      await db.updateTable('file_version').set(columns).where('id', '=', id).execute();
    },
    setContentDates: async ({ versionId, contentCreatedAt, contentModifiedAt }) => {
      const dates = { content_created_at: contentCreatedAt, content_modified_at: contentModifiedAt };
      await db.updateTable('file_version').set(dates).where('id', '=', toKey(versionId)).execute();
    },
    noteKept: (id, now) => noteKept(db, 'file_version', id, now),
    delete: async (ids) => {
      await inChunks(ids.map(toKey), async (keys) => {
        return db.deleteFrom('file_version').where('id', 'in', keys).execute();
      });
    },
  };
}

async function countOfFiles(
  { db }: SqlWriter,
  fileIds: Parameters<VersionWrites['countOfFiles']>[0],
): ReturnType<VersionWrites['countOfFiles']> {
  const rows = await inChunks(fileIds.map(toKey), (keys) => {
    const counts = db.selectFrom('file_version').select(({ fn }) => ['file_id', fn.countAll<number>().as('count')]);
    return counts.where('file_id', 'in', keys).groupBy('file_id').execute();
  });
  return new Map(rows.map((row) => [toId(row.file_id), Number(row.count)]));
}

function insertsOf({ db, requireTrees }: SqlWriter): Pick<VersionWrites, 'insert' | 'insertFirst'> {
  const insertRow = preparedForRow<VersionRow>(db, (row) => db.insertInto('file_version').values(row));
  const insertItem = preparedForRow<ItemRow>(db, (row) => db.insertInto('item').values(row));
  return {
    insertFirst: async (file, nameKey, version) => {
      await requireTrees([file.ownerId]);
      // Sent together, in this order: the version refers to the item.
      await Promise.all([insertItem(toItemRow(file, nameKey)), insertRow(toVersionRow(version))]);
    },
    insert: async (version) => void (await insertRow(toVersionRow(version))),
  };
}

function fromVersionRow(row: VersionRow): VersionRecord {
  return {
    id: toId(row.id),
    fileId: toId(row.file_id),
    number: row.number,
    blobId: row.blob_id,
    sha1: row.sha1,
    sizeBytes: row.size,
    name: row.name,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    modifiedBy: toId(row.modified_by),
    contentCreatedAt: row.content_created_at,
    contentModifiedAt: row.content_modified_at,
    uploaderDisplayName: row.uploader_display_name,
    trashedAt: row.trashed_at,
    trashedBy: toOptionalId(row.trashed_by),
    restoredAt: row.restored_at,
    restoredBy: toOptionalId(row.restored_by),
  };
}

function toVersionRow(version: VersionRecord): VersionRow {
  return {
    id: toKey(version.id),
    file_id: toKey(version.fileId),
    number: version.number,
    blob_id: version.blobId,
    sha1: version.sha1,
    size: version.sizeBytes,
    name: version.name,
    created_at: version.createdAt,
    modified_at: version.modifiedAt,
    modified_by: toKey(version.modifiedBy),
    content_created_at: version.contentCreatedAt,
    content_modified_at: version.contentModifiedAt,
    uploader_display_name: version.uploaderDisplayName,
    trashed_at: version.trashedAt,
    trashed_by: toOptionalKey(version.trashedBy),
    restored_at: version.restoredAt,
    restored_by: toOptionalKey(version.restoredBy),
  };
}
