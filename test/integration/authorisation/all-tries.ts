import { collaborationTries } from './tries/collaborations.ts';
import { collectionTries } from './tries/collections.ts';
import { devicePinnerTries } from './tries/device-pinners.ts';
import { eventTries } from './tries/events.ts';
import { fileRequestTries } from './tries/file-requests.ts';
import { fileTries } from './tries/files.ts';
import { folderLockTries } from './tries/folder-locks.ts';
import { folderTries } from './tries/folders.ts';
import { governanceTries } from './tries/governance.ts';
import { groupTries } from './tries/groups.ts';
import { hubTries } from './tries/hubs.ts';
import { idempotencyKeyTries } from './tries/idempotency-keys.ts';
import { metadataTries } from './tries/metadata.ts';
import { noteTries } from './tries/notes.ts';
import { sharedLinkTries } from './tries/shared-links.ts';
import { uploadSessionTries } from './tries/upload-sessions.ts';
import { userTries } from './tries/users.ts';
import { webLinkTries } from './tries/web-links.ts';
import { webhookTries } from './tries/webhooks.ts';
import type { Tries } from './tries.ts';

/** A try for every operation of the contract. */
export const allTries: Tries = {
  ...folderTries,
  ...fileTries,
  ...webLinkTries,
  ...folderLockTries,
  ...collectionTries,
  ...uploadSessionTries,
  ...collaborationTries,
  ...sharedLinkTries,
  ...fileRequestTries,
  ...webhookTries,
  ...eventTries,
  ...userTries,
  ...groupTries,
  ...devicePinnerTries,
  ...metadataTries,
  ...noteTries,
  ...hubTries,
  ...governanceTries,
  ...idempotencyKeyTries,
};
