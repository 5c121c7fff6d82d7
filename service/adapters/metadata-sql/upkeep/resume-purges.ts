import { type Kysely, sql } from 'kysely';
import { isLive } from '../items/listing/item-listing.ts';
import type { Tables } from '../tables.ts';

/**
 * Permanently deleted folders whose content was kept by a hold or a retention leave the list of purges in progress. This puts those back that
 * the files of deleted rows are in; call it in the transaction that ends what kept the files.
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
}
