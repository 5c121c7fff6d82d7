import { sql } from 'kysely';
import type { Clock } from '../../../ports/clock.ts';
import type { BlobReferenceWrites } from '../../../ports/metadata/upkeep/blob-references.ts';
import { inChunks } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';

/** Referenced blobs and blobs that wait for deletion, in SQL. */
export function sqlBlobReferences({ db, skipTaken }: SqlWriter, clock: Clock): BlobReferenceWrites {
  const referenced = async (blobIds: readonly string[]) => {
    const rows = await inChunks(blobIds, (chunk) =>
      db
        .selectFrom('file_version')
        .select('blob_id')
        .where('blob_id', 'in', chunk)
        .union(db.selectFrom('upload_part').select('blob_id').where('blob_id', 'in', chunk))
        .execute(),
    );
    return new Set(rows.map((row) => row.blob_id));
  };
  const forgetReleased = async (blobIds: readonly string[]) => {
    await inChunks(blobIds, async (chunk) => {
      return db.deleteFrom('released_blob').where('blob_id', 'in', chunk).execute();
    });
  };
  return {
    referenced,
    listReleased: async ({ after, limit, releasedBy }) => {
      const old = db.selectFrom('released_blob').select('blob_id').where('released_at', '<=', releasedBy);
      const behind = old.where('blob_id', '>', after);
      const rows = await behind.orderBy('blob_id').limit(limit).execute();
      return rows.map((row) => row.blob_id);
    },
    release: async (blobIds) => {
      // In one order, so that two transactions with the same contents do not wait for each other.
      await inChunks([...new Set(blobIds)].sort(), async (chunk) => {
        const released_at = clock.now();
        const insert = db.insertInto('released_blob').values(chunk.map((blob_id) => ({ blob_id, released_at })));
        return insert.onConflict((known) => known.column('blob_id').doUpdateSet({ released_at })).execute();
      });
    },
    forgetReleased: async (blobIds) => {
      await inChunks(blobIds, async (chunk) => {
        return db.deleteFrom('content_text').where('blob_id', 'in', chunk).execute();
      });
      await forgetReleased(blobIds);
    },
    forgetReferenced: async (blobIds) => {
      // Removing a last reference also writes this row. So either that is committed and seen by the second statement, or it
      // comes after this transaction and lists the blob again.
      const locked = await inChunks(blobIds, async (chunk) => {
        const listed = sql<{ blob_id: string }>`
          select blob_id from released_blob where blob_id in (${sql.join(chunk)}) ${skipTaken}`;
        return (await listed.execute(db)).rows;
      });
      await forgetReleased([...(await referenced(locked.map((row) => row.blob_id)))]);
    },
  };
}
