import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../ports/clock.ts';
import type { MetadataReads, MetadataStore, MetadataWrites } from '../../ports/metadata-store.ts';
import type { SqlDatabase, SqlWriter } from './sql-database.ts';
import { sqlMetadata } from './sql-metadata.ts';
import type { Tables } from './tables.ts';

/** The metadata store on either database: the SQL is the same. */
export function storeOnDatabase(database: SqlDatabase, clock: Clock): MetadataStore {
  // Connections are reused, and so are the queries built for them.
  const readers = new WeakMap<Kysely<Tables>, MetadataReads>();
  const writers = new WeakMap<SqlWriter, MetadataWrites>();
  const reading = (db: Kysely<Tables>) => {
    const metadata = readers.get(db) ?? sqlMetadata(onlyReading(db), clock);
    readers.set(db, metadata);
    return metadata;
  };
  const writing = (writer: SqlWriter) => {
    const metadata = writers.get(writer) ?? sqlMetadata(writer, clock);
    writers.set(writer, metadata);
    return metadata;
  };
  return {
    transaction: (work, scope = 'enterprise') => database.write(scope, (writer) => work(writing(writer))),
    read: (work) => database.read((db) => work(reading(db))),
    checkIntegrity: () => database.checkIntegrity(),
    backup: (target) => database.backup(target),
    close: () => database.close(),
  };
}

/** The type of a read keeps its work from calling these. */
function onlyReading(db: Kysely<Tables>): SqlWriter {
  const refuse = async () => {
    throw new Error('A read writes nothing.');
  };
  return { db, requireTrees: refuse, nextIds: refuse, appendEvent: refuse, keepRow: sql`` };
}
