import type { Handlers } from '../handlers.ts';
import { legalHoldHandlers } from './governance/legal-holds.ts';
import { retentionPolicyHandlers } from './governance/retention-policies.ts';
import { collectionHandlers } from './items/collections.ts';
import { fileVersionHandlers } from './items/file-versions.ts';
import { fileHandlers } from './items/files.ts';
import { folderLockHandlers } from './items/folder-locks.ts';
import { folderHandlers } from './items/folders.ts';
import { thumbnailHandlers } from './items/thumbnails.ts';
import { trashHandlers } from './items/trash.ts';
import { uploadSessionHandlers } from './items/upload-sessions.ts';
import { uploadHandlers } from './items/uploads.ts';
import { webLinkHandlers } from './items/web-links.ts';
import { zipDownloadHandlers } from './items/zip-downloads.ts';
import { commentHandlers } from './notes/comments.ts';
import { metadataHandlers } from './notes/metadata.ts';
import { searchHandlers } from './notes/search.ts';
import { taskHandlers } from './notes/tasks.ts';
import { devicePinnerHandlers } from './people/device-pinners.ts';
import { groupMembershipHandlers } from './people/group-memberships.ts';
import { groupHandlers } from './people/groups.ts';
import { transferHandlers } from './people/transfer.ts';
import { userHandlers } from './people/users.ts';
import { collaborationHandlers } from './sharing/collaborations.ts';
import { sharedLinkHandlers } from './sharing/shared-links.ts';
import { eventHandlers } from './streams/events.ts';
import { idempotencyKeyHandlers } from './streams/idempotency-keys.ts';
import { webhookHandlers } from './streams/webhooks.ts';
import { fileRequestHandlers } from './surfaces/file-requests.ts';
import { hubCollaborationHandlers } from './surfaces/hub-collaborations.ts';
import { hubHandlers } from './surfaces/hubs.ts';

/** The handler of every operation. `Handlers` derives from the contract's table, so none can be missing. */
export const handlers: Handlers = {
  ...folderHandlers,
  ...fileHandlers,
  ...uploadHandlers,
  ...uploadSessionHandlers,
  ...fileVersionHandlers,
  ...webLinkHandlers,
  ...zipDownloadHandlers,
  ...folderLockHandlers,
  ...thumbnailHandlers,
  ...transferHandlers,
  ...collectionHandlers,
  ...trashHandlers,
  ...eventHandlers,
  ...userHandlers,
  ...devicePinnerHandlers,
  ...collaborationHandlers,
  ...groupHandlers,
  ...groupMembershipHandlers,
  ...webhookHandlers,
  ...sharedLinkHandlers,
  ...fileRequestHandlers,
  ...metadataHandlers,
  ...legalHoldHandlers,
  ...retentionPolicyHandlers,
  ...commentHandlers,
  ...taskHandlers,
  ...searchHandlers,
  ...hubHandlers,
  ...hubCollaborationHandlers,
  ...idempotencyKeyHandlers,
};
