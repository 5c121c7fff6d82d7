import { sql } from 'kysely';
import type {
  ZipCounts,
  ZipDownloadRecord,
  ZipDownloadWrites,
  ZipRequest,
  ZipState,
} from '../../../ports/metadata/items/zip-downloads.ts';
import { toId, toKey } from '../ids.ts';
import { requireRow } from '../scope-rows.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { ZipDownloadRow } from '../tables/items.ts';

/** ZIP downloads in SQL. */
export function sqlZipDownloads({ db, lockRow }: SqlWriter): ZipDownloadWrites {
  const running = (id: string) =>
    db
      .updateTable('zip_download')
      .where('id', '=', id)
      .where('state', '=', 'in_progress' satisfies ZipState);
  return {
    get: async (id) => {
      const row = await db.selectFrom('zip_download').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toRecord(row) : null;
    },
    runningSince: async (time) => {
      const rows = await db
        .selectFrom('zip_download')
        .select(['user_id', 'network'])
        .where('state', '=', 'in_progress' satisfies ZipState)
        .where('seen_at', '>', time)
        .execute();
      return rows.map(({ user_id, network }) => ({ userId: toId(user_id), network }));
    },
    insert: async ({ id, userId, network, request, state, seenAt, expiresAt, ...counts }) => {
      const row = { id, user_id: toKey(userId), network, request: JSON.stringify(request), state, seen_at: seenAt };
      await db
        .insertInto('zip_download')
        .values({ ...row, expires_at: expiresAt, ...countColumns(counts) })
        .execute();
    },
    lockStarts: async () => {
      const { rows } = await sql`select name from scope_lock where name = 'zip_starts' ${lockRow}`.execute(db);
      requireRow(rows);
    },
    start: async (id, { now, expiresAt }) => {
      const started = db
        .updateTable('zip_download')
        .set({ state: 'in_progress' satisfies ZipState, seen_at: now, expires_at: expiresAt })
        .where('id', '=', id)
        .where('state', '=', 'waiting' satisfies ZipState)
        .where('expires_at', '>', now);
      return (await started.executeTakeFirst()).numUpdatedRows === 1n;
    },
    progress: async (id, counts, { now, since, expiresAt }) => {
      const noted = running(id)
        .where('seen_at', '>', since)
        .set({ seen_at: now, expires_at: expiresAt, ...countColumns(counts) });
      return (await noted.executeTakeFirst()).numUpdatedRows === 1n;
    },
    end: async (id, state, counts, expiresAt) => {
      await running(id)
        .set({ state, expires_at: expiresAt, ...countColumns(counts) })
        .execute();
    },
    deleteExpiredBefore: async (time, limit) => {
      const old = db.selectFrom('zip_download').select('id').where('expires_at', '<', time).limit(limit);
      const { numDeletedRows } = await db.deleteFrom('zip_download').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function countColumns({ totalFiles, downloadedFiles, skippedFiles, skippedFolders }: ZipCounts) {
  return {
    total_files: totalFiles,
    downloaded_files: downloadedFiles,
    skipped_files: skippedFiles,
    skipped_folders: skippedFolders,
  };
}

function toRecord(row: ZipDownloadRow): ZipDownloadRecord {
  return {
    id: row.id,
    userId: toId(row.user_id),
    network: row.network,
    request: JSON.parse(row.request) as ZipRequest,
    state: row.state as ZipState,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    totalFiles: row.total_files,
    downloadedFiles: row.downloaded_files,
    skippedFiles: row.skipped_files,
    skippedFolders: row.skipped_folders,
  };
}
