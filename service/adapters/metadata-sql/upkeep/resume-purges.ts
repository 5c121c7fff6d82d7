import { type Kysely, sql } from 'kysely';
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
  const fileIds = sql.join([...new Set(deleted.map(({ file_id }) => file_id))]);
  await sql`insert into purged_folder (folder_id, owner_id)
    select item.parent_id, min(item.owner_id) from item
    where item.id in (${fileIds}) and item.parent_id is not null and ${isLive}
      and not exists (select 1 from item parent where parent.id = item.parent_id)
    group by item.parent_id order by item.parent_id
    on conflict do nothing`.execute(db);
  await sql`with recursive path (id, parent_id) as (
      select id, parent_id from item where id in (${fileIds})
      union
      select item.id, item.parent_id from item join path on item.id = path.parent_id)
    update item set kept_trashed_at = null
    where kept_trashed_at is not null and id in (select id from path)`.execute(db);
  await sql`update file_version set kept_trashed_at = null
    where kept_trashed_at is not null and file_id in (${fileIds})`.execute(db);
}
