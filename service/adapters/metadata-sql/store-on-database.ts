import type { Kysely } from 'kysely';
import type { Clock } from '../../ports/clock.ts';
import type { MetadataStore, MetadataWrites } from '../../ports/metadata-store.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqlMetadata } from './sql-metadata.ts';
import type { Tables } from './tables.ts';

/** The metadata store on either database: the SQL is the same. */
export function storeOnDatabase(database: SqlDatabase, clock: Clock): MetadataStore {
  // Connections are reused, and so are the queries built for them.
  const known = new WeakMap<Kysely<Tables>, MetadataWrites>();
  const on = (connection: Kysely<Tables>) => {
    const metadata = known.get(connection) ?? sqlMetadata(connection, clock);
    known.set(connection, metadata);
    return metadata;
  };
  return {
    transaction: (work) => database.write((connection) => work(on(connection))),
    read: (work) => database.read((connection) => work(on(connection))),
    checkIntegrity: () => database.checkIntegrity(),
    backup: (target) => database.backup(target),
    close: () => database.close(),
  };
}
