import { governanceTries } from './tries/governance.ts';
import { devicePinnerTries } from './tries/people/device-pinners.ts';
import { groupTries } from './tries/people/groups.ts';
import { userTries } from './tries/people/users.ts';
import { collaborationTries } from './tries/sharing/collaborations.ts';
import { fileRequestTries } from './tries/sharing/file-requests.ts';
import { hubTries } from './tries/sharing/hubs.ts';
import { sharedLinkTries } from './tries/sharing/shared-links.ts';
import { eventTries } from './tries/streams/events.ts';
import { idempotencyKeyTries } from './tries/streams/idempotency-keys.ts';
import { webhookTries } from './tries/streams/webhooks.ts';
import { collectionTries } from './tries/tree/collections.ts';
import { fileTries } from './tries/tree/files.ts';
import { folderLockTries } from './tries/tree/folder-locks.ts';
import { folderTries } from './tries/tree/folders.ts';
import { metadataTries } from './tries/tree/metadata.ts';
import { noteTries } from './tries/tree/notes.ts';
import { uploadSessionTries } from './tries/tree/upload-sessions.ts';
import { webLinkTries } from './tries/tree/web-links.ts';
import { zipDownloadTries } from './tries/tree/zip-downloads.ts';
import type { Tries } from './tries.ts';

/** A try for every operation of the contract. */
export const allTries: Tries = {
  ...folderTries,
  ...fileTries,
  ...webLinkTries,
  ...zipDownloadTries,
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
