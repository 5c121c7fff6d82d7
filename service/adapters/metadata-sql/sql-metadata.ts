import type { Kysely } from 'kysely';
import type { Clock } from '../../ports/clock.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { sqlBlobReferences } from './blob-references.ts';
import { sqlClients } from './clients.ts';
import { sqlCollaborations } from './collaborations.ts';
import { sqlComments } from './comments.ts';
import { nextNumbers } from './counters.ts';
import { sqlDevicePins } from './device-pins.ts';
import { sqlEvents } from './events.ts';
import { sqlFavorites } from './favorites.ts';
import { sqlFileRequests } from './file-requests.ts';
import { sqlFolderLocks } from './folder-locks.ts';
import { sqlGroups } from './groups.ts';
import { sqlGuesses } from './guesses.ts';
import { sqlHubs } from './hubs.ts';
import { sqlIdempotencyKeys } from './idempotency-keys.ts';
import { toId } from './ids.ts';
import { sqlItemTrees } from './item-trees.ts';
import { sqlItems } from './items.ts';
import { sqlJobRuns } from './job-runs.ts';
import { sqlLegalHolds } from './legal-holds.ts';
import { sqlMetadataInstances } from './metadata-instances.ts';
import { sqlMetadataTemplates } from './metadata-templates.ts';
import { sqlPurges } from './purges.ts';
import { sqlRecentItems } from './recent-items.ts';
import { sqlRetention } from './retention.ts';
import { sqlSearchWords } from './search-words.ts';
import { sqlSharedLinks } from './shared-links.ts';
import { sqlShownNames } from './shown-names.ts';
import { sqlSignIn } from './sign-in.ts';
import type { Tables } from './tables.ts';
import { sqlTags } from './tags.ts';
import { sqlTasks } from './tasks.ts';
import { sqlTokens } from './tokens.ts';
import { sqlUploadSessions } from './upload-sessions.ts';
import { sqlUsers } from './users.ts';
import { sqlVersions } from './versions.ts';
import { sqlWebhooks } from './webhooks.ts';

/** All metadata queries and changes on one connection or transaction of either database. */
export function sqlMetadata(db: Kysely<Tables>, clock: Clock): MetadataWrites {
  const nextIds = nextNumbers(db, 'id');
  return {
    users: sqlUsers(db),
    tokens: sqlTokens(db),
    clients: sqlClients(db),
    signIn: sqlSignIn(db),
    guesses: sqlGuesses(db),
    devicePins: sqlDevicePins(db),
    items: sqlItems(db),
    trees: sqlItemTrees(db),
    tags: sqlTags(db),
    folderLocks: sqlFolderLocks(db),
    favorites: sqlFavorites(db),
    purges: sqlPurges(db),
    versions: sqlVersions(db),
    sessions: sqlUploadSessions(db),
    events: sqlEvents(db),
    collaborations: sqlCollaborations(db),
    shownNames: sqlShownNames(db),
    groups: sqlGroups(db),
    sharedLinks: sqlSharedLinks(db),
    fileRequests: sqlFileRequests(db),
    legalHolds: sqlLegalHolds(db),
    retention: sqlRetention(db),
    hubs: sqlHubs(db),
    templates: sqlMetadataTemplates(db),
    instances: sqlMetadataInstances(db),
    comments: sqlComments(db),
    tasks: sqlTasks(db),
    words: sqlSearchWords(db),
    recents: sqlRecentItems(db),
    webhooks: sqlWebhooks(db),
    blobs: sqlBlobReferences(db),
    idempotencyKeys: sqlIdempotencyKeys(db, clock),
    jobRuns: sqlJobRuns(db),
    now: () => clock.now(),
    allocateId: async () => toId(await nextIds()),
    allocatePair: async () => {
      const last = await nextIds(2);
      return [toId(last - 1), toId(last)];
    },
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
