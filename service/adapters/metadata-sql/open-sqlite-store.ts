import type { Kysely } from 'kysely';
import type { MetadataStore, MetadataWrites } from '../../ports/metadata-store.ts';
import { sqlBlobReferences } from './blob-references.ts';
import { sqlCollaborations } from './collaborations.ts';
import { nextNumber } from './counters.ts';
import { sqlEvents } from './events.ts';
import { toId } from './ids.ts';
import { sqlItems } from './items.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import type { Tables } from './tables.ts';
import { sqlUploadSessions } from './upload-sessions.ts';
import { sqlUsers } from './users.ts';
import { sqlVersions } from './versions.ts';

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

function sqlMetadata(db: Kysely<Tables>): MetadataWrites {
  return {
    users: sqlUsers(db),
    items: sqlItems(db),
    versions: sqlVersions(db),
    sessions: sqlUploadSessions(db),
    events: sqlEvents(db),
    collaborations: sqlCollaborations(db),
    blobs: sqlBlobReferences(db),
    allocateId: async () => toId(await nextNumber(db, 'id')),
    setting: async (name) => {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? null;
    },
    putSetting: async (name, value) => {
      const insert = db.insertInto('setting').values({ name, value });
      await insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
    },
  };
}
