import type { Clock } from '../../ports/clock.ts';
import type { MetadataStore } from '../../ports/metadata-store.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqlMetadata } from './sql-metadata.ts';

/** The metadata in whichever database it is: the SQL is the same. */
export function storeOnDatabase(database: SqlDatabase, clock: Clock): MetadataStore {
  return {
    transaction: (work) => database.write((connection) => work(sqlMetadata(connection, clock))),
    read: (work) => database.read((connection) => work(sqlMetadata(connection, clock))),
    checkIntegrity: () => database.checkIntegrity(),
    backup: (target) => database.backup(target),
    close: () => database.close(),
  };
}
