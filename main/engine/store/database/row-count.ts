import type { Database } from 'better-sqlite3';

const COUNTED = ['work', 'local_node', 'remote_node'] as const;
type Counted = (typeof COUNTED)[number];

/**
 * Makes the database keep the number of rows per root for these tables, in a temporary table. Counting 200,000 rows takes tens of
 * milliseconds, and the status needs the counts several times a second.
 */
export function keepCounts(db: Database): void {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS row_count (
    name TEXT NOT NULL, root_id INTEGER NOT NULL, rows INTEGER NOT NULL, PRIMARY KEY (name, root_id)
  ) STRICT, WITHOUT ROWID`);
  // The same connection may have been opened before.
  db.exec('DELETE FROM row_count');
  for (const name of COUNTED) {
    db.exec(`
      CREATE TEMP TRIGGER IF NOT EXISTS ${name}_added AFTER INSERT ON main.${name} BEGIN
        UPDATE row_count SET rows = rows + 1 WHERE name = '${name}' AND root_id = new.root_id;
      END;
      CREATE TEMP TRIGGER IF NOT EXISTS ${name}_removed AFTER DELETE ON main.${name} BEGIN
        UPDATE row_count SET rows = rows - 1 WHERE name = '${name}' AND root_id = old.root_id;
      END`);
  }
}

/** Returns the number of rows of a root: counted at the first call, kept since. A rollback undoes its changes, and maybe the first count. */
export function rowCount(db: Database, name: Counted, root: number): () => number {
  const kept = db.prepare<[], { rows: number }>(
    `SELECT rows FROM row_count WHERE name = '${name}' AND root_id = ${root}`,
  );
  const count = db.prepare<[], { rows: number }>(
    `INSERT INTO row_count SELECT '${name}', ${root}, count(*) FROM ${name} WHERE root_id = ${root} RETURNING rows`,
  );
  return () => (kept.get() ?? count.get())?.rows ?? 0;
}
