import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../ports/clock.ts';
import type { MetadataReads, MetadataStore, MetadataWrites } from '../../ports/metadata-store.ts';
import { announceOwnerWrites, keepTokenOwners } from './people/token-owners.ts';
import type { SqlDatabase, SqlWriter } from './sql-database.ts';
import { sqlMetadata } from './sql-metadata.ts';
import type { Tables } from './tables.ts';

/** The metadata store on either database: the SQL is the same. */
export function storeOnDatabase(database: SqlDatabase, clock: Clock): MetadataStore {
  // Connections are reused, and so are the queries built for them.
  const readers = new WeakMap<Kysely<Tables>, MetadataReads>();
  const writers = new WeakMap<SqlWriter, MetadataWrites>();
  const reading = (db: Kysely<Tables>) => {
    const metadata = readers.get(db) ?? sqlMetadata(onlyReading(db), clock, database);
    readers.set(db, metadata);
    return metadata;
  };
  const writing = (writer: SqlWriter) => {
    const metadata = writers.get(writer) ?? sqlMetadata(writer, clock, database);
    writers.set(writer, metadata);
    return metadata;
  };
  // On a server, only a query can tell whether another process has revoked a token: keeping owners would save nothing.
  const owners = database.changesByOthers && keepTokenOwners(database.changesByOthers);
  const findOwner = (digest: string) => database.readOnce((db) => reading(db).tokens.getWithUser(digest));
  return {
    transaction: async (work, scope = 'enterprise') => {
      if (owners === null) return database.write(scope, (writer) => work(writing(writer)));
      let changesOwners = false;
      const onWrite = () => {
        changesOwners = true;
      };
      try {
        return await database.write(scope, (writer) => work(announceOwnerWrites(writing(writer), onWrite)));
      } finally {
        // After a failure too: a commit may have succeeded.
        if (changesOwners) owners.forget();
      }
    },
    read: (work) => database.read((db) => work(reading(db))),
    tokenOwner: (digest) => owners?.find(digest, () => findOwner(digest)) ?? findOwner(digest),
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
  const writes = { requireTrees: refuse, nextIds: refuse, appendEvent: refuse, pendingEvents: () => [] };
  return { db, ...writes, keepRow: sql``, lockRow: sql``, skipTaken: sql`` };
}
