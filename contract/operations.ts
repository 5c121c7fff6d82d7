import * as legalHolds from './operations/governance/legal-holds.ts';
import * as retentionPolicies from './operations/governance/retention-policies.ts';
import * as collections from './operations/items/collections.ts';
import * as fileVersions from './operations/items/file-versions.ts';
import * as files from './operations/items/files.ts';
import * as folderLocks from './operations/items/folder-locks.ts';
import * as folders from './operations/items/folders.ts';
import * as thumbnails from './operations/items/thumbnails.ts';
import * as uploadSessions from './operations/items/upload-sessions.ts';
import * as webLinks from './operations/items/web-links.ts';
import * as zipDownloads from './operations/items/zip-downloads.ts';
import * as comments from './operations/notes/comments.ts';
import * as metadataInstances from './operations/notes/metadata-instances.ts';
import * as metadataTemplates from './operations/notes/metadata-templates.ts';
import * as search from './operations/notes/search.ts';
import * as tasks from './operations/notes/tasks.ts';
import * as devicePinners from './operations/people/device-pinners.ts';
import * as groupMemberships from './operations/people/group-memberships.ts';
import * as groups from './operations/people/groups.ts';
import * as transfer from './operations/people/transfer.ts';
import * as users from './operations/people/users.ts';
import * as collaborations from './operations/sharing/collaborations.ts';
import * as sharedLinks from './operations/sharing/shared-links.ts';
import * as events from './operations/streams/events.ts';
import * as idempotencyKeys from './operations/streams/idempotency-keys.ts';
import * as recentItems from './operations/streams/recent-items.ts';
import * as webhooks from './operations/streams/webhooks.ts';
import * as fileRequests from './operations/surfaces/file-requests.ts';
import * as hubCollaborations from './operations/surfaces/hub-collaborations.ts';
import * as hubs from './operations/surfaces/hubs.ts';

/**
 * Every operation of the interface, by name. The service binds a handler to each (a missing one does not compile), the client
 * derives its calls from it, and the OpenAPI document lists it.
 */
export const operations = {
  ...folders,
  ...files,
  ...fileVersions,
  ...thumbnails,
  ...webLinks,
  ...zipDownloads,
  ...folderLocks,
  ...transfer,
  ...collections,
  ...uploadSessions,
  ...events,
  ...users,
  ...devicePinners,
  ...collaborations,
  ...groups,
  ...groupMemberships,
  ...webhooks,
  ...sharedLinks,
  ...fileRequests,
  ...metadataInstances,
  ...metadataTemplates,
  ...legalHolds,
  ...retentionPolicies,
  ...comments,
  ...tasks,
  ...search,
  ...recentItems,
  ...hubs,
  ...hubCollaborations,
  ...idempotencyKeys,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
