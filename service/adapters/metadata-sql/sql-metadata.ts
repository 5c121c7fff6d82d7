import type { Kysely } from 'kysely';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { sqlBlobReferences } from './blob-references.ts';
import { sqlClients } from './clients.ts';
import { sqlCollaborations } from './collaborations.ts';
import { nextNumber } from './counters.ts';
import { sqlDevicePins } from './device-pins.ts';
import { sqlEvents } from './events.ts';
import { sqlFileRequests } from './file-requests.ts';
import { toId } from './ids.ts';
import { sqlItems } from './items.ts';
import { sqlSharedLinks } from './shared-links.ts';
import { sqlSignIn } from './sign-in.ts';
import type { Tables } from './tables.ts';
import { sqlTokens } from './tokens.ts';
import { sqlUploadSessions } from './upload-sessions.ts';
import { sqlUsers } from './users.ts';
import { sqlVersions } from './versions.ts';

/** All questions and changes of the metadata, on one connection or transaction of any of the databases. */
export function sqlMetadata(db: Kysely<Tables>): MetadataWrites {
  return {
    users: sqlUsers(db),
    tokens: sqlTokens(db),
    clients: sqlClients(db),
    signIn: sqlSignIn(db),
    devicePins: sqlDevicePins(db),
    items: sqlItems(db),
    versions: sqlVersions(db),
    sessions: sqlUploadSessions(db),
    events: sqlEvents(db),
    collaborations: sqlCollaborations(db),
    sharedLinks: sqlSharedLinks(db),
    fileRequests: sqlFileRequests(db),
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
