import type { Clock } from '../../ports/clock.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { sqlLegalHolds } from './governance/legal-holds.ts';
import { sqlRetention } from './governance/retention.ts';
import { toId } from './ids.ts';
import { sqlFavorites } from './items/favorites.ts';
import { sqlFolderLocks } from './items/folder-locks.ts';
import { sqlItemTrees } from './items/item-trees.ts';
import { sqlItems } from './items/items.ts';
import { sqlTags } from './items/tags.ts';
import { sqlUploadSessions } from './items/upload-sessions.ts';
import { sqlVersions } from './items/versions.ts';
import { sqlZipDownloads } from './items/zip-downloads.ts';
import { sqlComments } from './notes/comments.ts';
import { sqlContentTexts } from './notes/content-texts.ts';
import { sqlMetadataInstances } from './notes/metadata-instances.ts';
import { sqlMetadataTemplates } from './notes/metadata-templates.ts';
import { sqlSearchWords } from './notes/search-words.ts';
import { sqlTasks } from './notes/tasks.ts';
import { sqlClients } from './people/clients.ts';
import { sqlDevicePins } from './people/device-pins.ts';
import { sqlGroups } from './people/groups.ts';
import { sqlGuesses } from './people/guesses.ts';
import { sqlShownNames } from './people/shown-names.ts';
import { sqlSignIn } from './people/sign-in.ts';
import { sqlTokens } from './people/tokens.ts';
import { sqlUsers } from './people/users.ts';
import { sqlCollaborations } from './sharing/collaborations.ts';
import { sqlSharedLinks } from './sharing/shared-links.ts';
import type { SqlDialect, SqlWriter } from './sql-database.ts';
import { sqlEvents } from './streams/events.ts';
import { sqlRecentItems } from './streams/recent-items.ts';
import { sqlUseSeries } from './streams/use-series.ts';
import { sqlWebhooks } from './streams/webhooks.ts';
import { sqlFileRequests } from './surfaces/file-requests.ts';
import { sqlHubs } from './surfaces/hubs.ts';
import { sqlBlobReferences } from './upkeep/blob-references.ts';
import { sqlIdempotencyKeys } from './upkeep/idempotency-keys.ts';
import { sqlJobRuns } from './upkeep/job-runs.ts';
import { sqlPurges } from './upkeep/purges.ts';

/** All metadata queries and changes on one connection or transaction of either database. */
export function sqlMetadata(writer: SqlWriter, clock: Clock, dialect: SqlDialect): MetadataWrites {
  const { db } = writer;
  const words = sqlSearchWords(db, dialect.textIndex);
  return {
    users: sqlUsers(writer),
    tokens: sqlTokens(db),
    clients: sqlClients(db),
    signIn: sqlSignIn(db),
    guesses: sqlGuesses(db),
    devicePins: sqlDevicePins(db),
    items: sqlItems(writer, dialect),
    trees: sqlItemTrees(writer, words),
    tags: sqlTags(db),
    folderLocks: sqlFolderLocks(db),
    favorites: sqlFavorites(db),
    purges: sqlPurges(db),
    versions: sqlVersions(writer),
    sessions: sqlUploadSessions(db),
    zipDownloads: sqlZipDownloads(writer),
    events: sqlEvents(writer),
    collaborations: sqlCollaborations(writer),
    shownNames: sqlShownNames(db),
    groups: sqlGroups(db),
    sharedLinks: sqlSharedLinks(db),
    fileRequests: sqlFileRequests(db),
    legalHolds: sqlLegalHolds(db),
    retention: sqlRetention(db),
    hubs: sqlHubs(writer),
    templates: sqlMetadataTemplates(db),
    instances: sqlMetadataInstances(db),
    comments: sqlComments(db),
    tasks: sqlTasks(db),
    words,
    contentTexts: sqlContentTexts(writer, dialect.textIndex),
    recents: sqlRecentItems(db),
    useSeries: sqlUseSeries(db),
    webhooks: sqlWebhooks(writer),
    blobs: sqlBlobReferences(writer, clock),
    idempotencyKeys: sqlIdempotencyKeys(db, clock),
    jobRuns: sqlJobRuns(db),
    now: () => clock.now(),
    requireTrees: (ownerIds) => writer.requireTrees(ownerIds),
    ...newIds(writer),
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

function newIds({ nextIds }: SqlWriter): Pick<MetadataWrites, 'allocateId' | 'allocatePair' | 'allocatePairs'> {
  return {
    allocateId: async () => toId(await nextIds(1)),
    allocatePair: async () => {
      const last = await nextIds(2);
      return [toId(last - 1), toId(last)];
    },
    allocatePairs: async (count) => {
      const first = (await nextIds(2 * count)) - 2 * count + 1;
      return Array.from({ length: count }, (_, index) => [toId(first + 2 * index), toId(first + 2 * index + 1)]);
    },
  };
}
