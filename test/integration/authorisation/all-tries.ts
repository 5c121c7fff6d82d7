import { collaborationTries } from './tries/collaborations.ts';
import { eventTries } from './tries/events.ts';
import { fileTries } from './tries/files.ts';
import { folderTries } from './tries/folders.ts';
import { sharedLinkTries } from './tries/shared-links.ts';
import { uploadSessionTries } from './tries/upload-sessions.ts';
import { userTries } from './tries/users.ts';
import { webLinkTries } from './tries/web-links.ts';
import type { Tries } from './tries.ts';

/** A try for every operation of the contract. */
export const allTries: Tries = {
  ...folderTries,
  ...fileTries,
  ...webLinkTries,
  ...uploadSessionTries,
  ...collaborationTries,
  ...sharedLinkTries,
  ...eventTries,
  ...userTries,
};
