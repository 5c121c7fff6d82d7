import { type Kysely, sql } from 'kysely';
import type { TableShape } from '../sql-database.ts';
import type { Tables } from '../tables.ts';

/** The service's tables in order of creation, which is the order of their object ids, without what PostgreSQL computes. */
export async function postgresTables(db: Kysely<Tables>): Promise<readonly TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by k.place), '[]') from pg_index i
        cross join lateral unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'
    order by c.oid`.execute(db);
  return rows;
}
