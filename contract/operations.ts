import * as collaborations from './operations/collaborations.ts';
import * as collections from './operations/collections.ts';
import * as comments from './operations/comments.ts';
import * as devicePinners from './operations/device-pinners.ts';
import * as events from './operations/events.ts';
import * as fileRequests from './operations/file-requests.ts';
import * as fileVersions from './operations/file-versions.ts';
import * as files from './operations/files.ts';
import * as folderLocks from './operations/folder-locks.ts';
import * as folders from './operations/folders.ts';
import * as groupMemberships from './operations/group-memberships.ts';
import * as groups from './operations/groups.ts';
import * as hubCollaborations from './operations/hub-collaborations.ts';
import * as hubs from './operations/hubs.ts';
import * as idempotencyKeys from './operations/idempotency-keys.ts';
import * as legalHolds from './operations/legal-holds.ts';
import * as metadataInstances from './operations/metadata-instances.ts';
import * as metadataTemplates from './operations/metadata-templates.ts';
import * as recentItems from './operations/recent-items.ts';
import * as retentionPolicies from './operations/retention-policies.ts';
import * as search from './operations/search.ts';
import * as sharedLinks from './operations/shared-links.ts';
import * as tasks from './operations/tasks.ts';
import * as thumbnails from './operations/thumbnails.ts';
import * as transfer from './operations/transfer.ts';
import * as uploadSessions from './operations/upload-sessions.ts';
import * as users from './operations/users.ts';
import * as webLinks from './operations/web-links.ts';
import * as webhooks from './operations/webhooks.ts';

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
