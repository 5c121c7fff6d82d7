import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';

/**
 * Removes U+0000 from the texts in which forms of file requests could store it on SQLite. PostgreSQL refuses the character, so a database with it
 * could not be moved there.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  for (const [table, column] of columns) {
    const [rows, text] = [sql.table(table), sql.ref(column)];
    // SQLite's own functions on texts end at this character.
    const found = sql<{ id: number; text: string }>`
      select id, ${text} as text from ${rows} where instr(cast(${text} as blob), x'00') > 0`;
    for (const row of (await found.execute(db)).rows) {
      await sql`update ${rows} set ${text} = ${row.text.replaceAll('\0', '')} where id = ${row.id}`.execute(db);
    }
  }
}

const columns = [
  ['item', 'description'],
  ['item', 'uploader_display_name'],
  ['file_version', 'uploader_display_name'],
] as const;
