import type { Database } from 'better-sqlite3';
import { nameKey } from '../../model/names/name-key.ts';
import { MIGRATIONS } from './schema.ts';

/** The file was written by a newer version; an older one must not touch it. */
export class StoreTooNewError extends Error {
  readonly code = 'store_too_new';
  readonly remedy = 'Update Tandem, or use another state folder.';
  constructor(found: number) {
    super(`The state was written by a newer version of Tandem (schema ${found}, this one knows ${MIGRATIONS.length}).`);
    this.name = 'StoreTooNewError';
  }
}

/** Migrates the file to the newest schema, one transaction per step, and marks it as in use. */
export function migrate(db: Database, cleanStop: string): void {
  const found = Number(db.pragma('user_version', { simple: true }));
  if (found > MIGRATIONS.length) throw new StoreTooNewError(found);
  db.function('name_key', { deterministic: true }, nameKey);
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < found) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
  db.prepare<[string]>(`INSERT OR REPLACE INTO setting (root_id, name, value) VALUES (0, ?, '0')`).run(cleanStop);
}
