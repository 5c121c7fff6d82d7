import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

interface Reference {
  readonly child: string;
  readonly parent: string;
  readonly childColumn: string;
  readonly parentColumn: string;
}

/**
 * Rows with dangling references, and indexes that PostgreSQL marks as invalid. Damaged pages are left to its checksums and
 * pg_amcheck.
 */
export async function postgresFaults(db: Kysely<Tables>): Promise<readonly string[]> {
  const faults: string[] = [];
  const { rows: broken } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(db);
  faults.push(...broken.map(({ name }) => `Index ${name} is invalid. Rebuild it: reindex index ${name}.`));
  for (const reference of await references(db)) faults.push(...(await dangling(db, reference)));
  return faults;
}

async function references(db: Kysely<Tables>): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as child, parent.relname as parent,
           child_column.attname as "childColumn", parent_column.attname as "parentColumn"
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    join pg_attribute child_column on child_column.attrelid = k.conrelid and child_column.attnum = k.conkey[1]
    join pg_attribute parent_column on parent_column.attrelid = k.confrelid and parent_column.attnum = k.confkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1 and k.connamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows;
}

async function dangling(db: Kysely<Tables>, reference: Reference): Promise<readonly string[]> {
  const { child, parent, childColumn, parentColumn } = reference;
  const { rows } = await sql<{ key: string }>`
    select c.${sql.ref(childColumn)}::text as key from ${sql.table(child)} c
    where c.${sql.ref(childColumn)} is not null and not exists
      (select 1 from ${sql.table(parent)} p where p.${sql.ref(parentColumn)} = c.${sql.ref(childColumn)})
    limit 100`.execute(db);
  return rows.map(({ key }) => `A row of ${child} refers to row ${key} of ${parent}, which is missing.`);
}
