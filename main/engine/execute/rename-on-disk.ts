import { type Fingerprint, sameFingerprint } from '../model/entry.ts';
import type { FileIdentity } from '../model/ids.ts';
import type { LocalStat } from '../model/observation.ts';
import { type FileSystem, FileSystemError } from '../ports/file-system.ts';

type Renaming = {
  readonly from: string;
  readonly to: string;
  readonly identity: FileIdentity;
  /** A file that nobody may have saved into since; undefined: whatever is in it. */
  readonly expect?: Fingerprint | undefined;
};

/**
 * Renames what has this identity. Null: the disk is not as planned, and nothing was touched. A rename that a former run made
 * and could not write down any more counts as made. What a person puts at the name after the look is met only when it was renamed,
 * and goes back: moved along, it would be taken for what was meant, and what it is for missing.
 * RACE: where it cannot go back, because something has its name by now, it keeps the new one, as if its person had renamed it.
 */
export async function renameOnDisk(
  fileSystem: FileSystem,
  { from, to, identity, expect }: Renaming,
): Promise<LocalStat | null> {
  const isOurs = (stat: LocalStat | null): stat is LocalStat =>
    stat?.fingerprint.identity === identity && (expect === undefined || sameFingerprint(stat.fingerprint, expect));
  const source = await fileSystem.stat(from);
  if (!isOurs(source) || from === to) {
    const target = await fileSystem.stat(to);
    return isOurs(target) ? target : null;
  }
  const moved = await moveIfFree(fileSystem, from, to);
  if (moved === null || moved.fingerprint.identity === identity) return moved;
  await moveIfFree(fileSystem, to, from);
  return null;
}

/** Null: there is nothing any more, or something has that name. */
async function moveIfFree(fileSystem: FileSystem, from: string, to: string): Promise<LocalStat | null> {
  try {
    return await fileSystem.move(from, to);
  } catch (error) {
    const isNews = error instanceof FileSystemError && (error.code === 'exists' || error.code === 'not_found');
    if (isNews) return null;
    throw error;
  }
}
