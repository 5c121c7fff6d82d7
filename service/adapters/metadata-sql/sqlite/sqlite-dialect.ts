import { sql } from 'kysely';
import type { SqlDialect } from '../sql-database.ts';
import { fts5Index } from './fts5-index.ts';

export const sqliteDialect: SqlDialect = {
  textIndex: fts5Index,
  jsonString: (column) => sql`json_quote(${sql.ref(column)})`,
  inBytes: (text) => sql`cast(${text} as blob)`,
  afterCopy: [],
  emptying: (tables) => tables.map((name) => sql`delete from ${sql.table(name)}`),
};
