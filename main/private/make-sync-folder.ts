import { makeFolders } from './make-folders.ts';
import { NotPrivateError } from './not-private-error.ts';
import { windowsRights } from './windows-rights.ts';

/**
 * Creates the folder of a sync root, for this user alone; an existing one keeps its permissions, and what is created in it later follows the umask.
 * @returns true if it is new. @throws errors of the disk.
 */
export function makeSyncFolder(path: string): boolean {
  const made = makeFolders(path, 0o700);
  if (made !== undefined && process.platform === 'win32') limit(made);
  return made !== undefined;
}

/** The person chose its disk, which may know no rights, like a FAT stick. */
function limit(folder: string): void {
  try {
    windowsRights().limit(folder);
  } catch (error) {
    if (!(error instanceof NotPrivateError)) throw error;
  }
}
