import { type Fingerprint, sameFingerprint } from '../../model/entry.ts';
import type { FileIdentity } from '../../model/ids.ts';
import { isAlike, type LocalStat } from '../../model/observation.ts';
import { type FileSystem, FileSystemError } from '../../ports/file-system.ts';

type Renaming = {
  readonly from: string;
  readonly to: string;
  readonly identity: FileIdentity;
  /** The file's content must be unchanged; undefined: any content. */
  readonly expect?: Fingerprint | undefined;
};

/**
 * Renames the item with this identity. Null: the disk is not as planned, and nothing was changed. A rename done by an earlier run
 * that crashed before recording it counts as done. If another item took the name after the check, the identity shows it only
 * after the rename, and it is renamed back; otherwise it would pass for the intended item. On a disk on which a move changes the
 * identity, size and time show it.
 * RACE: if its old name has been taken meanwhile, it keeps the new one, as if the user had renamed it.
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
  if (isAlike(moved, source) && !(await fileSystem.movesKeepIdentity(to))) return moved;
  await moveIfFree(fileSystem, to, from);
  return null;
}

/** Null: the source no longer exists, or the target name is taken. */
async function moveIfFree(fileSystem: FileSystem, from: string, to: string): Promise<LocalStat | null> {
  try {
    return await fileSystem.move(from, to);
  } catch (error) {
    const isNews = error instanceof FileSystemError && (error.code === 'exists' || error.code === 'not_found');
    if (isNews) return null;
    throw error;
  }
}
