import { type Kysely, sql } from 'kysely';
import { inChunks } from '../ids.ts';
import { isLive } from '../items/listing/item-listing.ts';
import type { Tables } from '../tables.ts';

/**
 * Purges skip what a hold or a retention keeps: trashed items and versions that are noted as kept, and permanently deleted folders that have
 * left the list of purges in progress. This lets them look again at the files of deleted rows and at the folders around these; call it in the
 * transaction that ends what kept the files.
 */
export async function resumePurgesOf(
  db: Kysely<Tables>,
  deleted: readonly { readonly file_id: number }[],
): Promise<void> {
  if (deleted.length === 0) return;
  const files = [...new Set(deleted.map(({ file_id }) => file_id))];
  await sql`insert into purged_folder (folder_id, owner_id)
    select item.parent_id, min(item.owner_id) from item
    where item.id in (${sql.join(files)}) and item.parent_id is not null and ${isLive}
      and not exists (select 1 from item parent where parent.id = item.parent_id)
    group by item.parent_id order by item.parent_id
    on conflict do nothing`.execute(db);
  await lookAgainAround(db, files);
}

/** Clears the notes on files, their versions and the folders around them. Level by level, so that every statement finds its rows by their keys. */
async function lookAgainAround(db: Kysely<Tables>, files: readonly number[]): Promise<void> {
  const seen = new Set<number>();
  const kept: number[] = [];
  for (let level = files; level.length > 0; ) {
    const rows = await inChunks(level, async (keys) => {
      const path = sql<PathRow>`select id, parent_id, kept_trashed_at from item where id in (${sql.join(keys)})`;
      return (await path.execute(db)).rows;
    });
    kept.push(...rows.filter((row) => row.kept_trashed_at !== null).map((row) => row.id));
    for (const { id } of rows) seen.add(id);
    const above = new Set(rows.flatMap((row) => row.parent_id ?? []));
    level = [...above].filter((id) => !seen.has(id));
  }
  await inChunks(kept, async (keys) => {
    return (await sql`update item set kept_trashed_at = null where id in (${sql.join(keys)})`.execute(db)).rows;
  });
  await inChunks(files, async (keys) => {
    const versions = sql`update file_version set kept_trashed_at = null
      where kept_trashed_at is not null and file_id in (${sql.join(keys)})`;
    return (await versions.execute(db)).rows;
  });
}

interface PathRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly kept_trashed_at: number | null;
}
