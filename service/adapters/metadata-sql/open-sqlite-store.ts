import type { MetadataStore } from '../../ports/metadata-store.ts';
import { sqlMetadata } from './sql-metadata.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** Opens the metadata in an SQLite file, creating or migrating it as needed. Several processes may open the same file. */
export async function openSqliteStore(file: string): Promise<MetadataStore> {
  const database = await openSqliteDatabase(file);
  return {
    transaction: (work) => database.write((connection) => work(sqlMetadata(connection))),
    read: (work) => database.read((connection) => work(sqlMetadata(connection))),
    checkIntegrity: () => database.checkIntegrity(),
    backup: (target) => database.backup(target),
    close: () => database.close(),
  };
}
