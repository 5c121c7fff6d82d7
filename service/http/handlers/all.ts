import type { Handlers } from '../handlers.ts';
import { collaborationHandlers } from './collaborations.ts';
import { collectionHandlers } from './collections.ts';
import { commentHandlers } from './comments.ts';
import { devicePinnerHandlers } from './device-pinners.ts';
import { eventHandlers } from './events.ts';
import { fileRequestHandlers } from './file-requests.ts';
import { fileVersionHandlers } from './file-versions.ts';
import { fileHandlers } from './files.ts';
import { folderLockHandlers } from './folder-locks.ts';
import { folderHandlers } from './folders.ts';
import { groupMembershipHandlers } from './group-memberships.ts';
import { groupHandlers } from './groups.ts';
import { hubCollaborationHandlers } from './hub-collaborations.ts';
import { hubHandlers } from './hubs.ts';
import { idempotencyKeyHandlers } from './idempotency-keys.ts';
import { legalHoldHandlers } from './legal-holds.ts';
import { metadataHandlers } from './metadata.ts';
import { retentionPolicyHandlers } from './retention-policies.ts';
import { searchHandlers } from './search.ts';
import { sharedLinkHandlers } from './shared-links.ts';
import { taskHandlers } from './tasks.ts';
import { thumbnailHandlers } from './thumbnails.ts';
import { transferHandlers } from './transfer.ts';
import { trashHandlers } from './trash.ts';
import { uploadSessionHandlers } from './upload-sessions.ts';
import { uploadHandlers } from './uploads.ts';
import { userHandlers } from './users.ts';
import { webLinkHandlers } from './web-links.ts';
import { webhookHandlers } from './webhooks.ts';

/** The handler of every operation. `Handlers` derives from the contract's table, so none can be missing. */
export const handlers: Handlers = {
  ...folderHandlers,
  ...fileHandlers,
  ...uploadHandlers,
  ...uploadSessionHandlers,
  ...fileVersionHandlers,
  ...webLinkHandlers,
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
