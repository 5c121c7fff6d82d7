import { type Kysely, sql } from 'kysely';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/**
 * The files below each of these folders with a legal hold or a retention; null if there are more than `limit` of either on the service. Each is
 * followed up to the root, so the size of a folder does not matter.
 */
export async function governedBelow(
  db: Kysely<Tables>,
  folderIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const counted = await sql<{ held: number; retained: number }>`select
    (select count(*) from (select 1 from version_hold limit ${limit + 1}) as held) as held,
    (select count(*) from (select 1 from version_retention limit ${limit + 1}) as retained) as retained`.execute(db);
  const { held = 0, retained = 0 } = counted.rows[0] ?? {};
  if (Math.max(Number(held), Number(retained)) > limit) return null;
  if (Number(held) + Number(retained) === 0) return new Map();
  // A cross join fixes the order: from the governed files to their items.
  const { rows } = await sql<{ file_id: number; above: number }>`
    with recursive path (file_id, above) as (
      select item.id, item.parent_id
      from (select file_id from version_hold union select file_id from version_retention) as governed
      cross join item where item.id = governed.file_id and item.trashed_at is null
      union
      select path.file_id, item.parent_id from path join item on item.id = path.above where item.trashed_at is null
    )
    select distinct file_id, above from path where above in (${sql.join(folderIds.map(toKey))})`.execute(db);
  const files = Map.groupBy(rows, ({ above }) => toId(above));
  return new Map([...files].map(([id, below]) => [id, below.map((row) => toId(row.file_id))]));
}
