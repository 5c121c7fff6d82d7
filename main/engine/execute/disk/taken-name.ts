import { join } from 'node:path';
import type { LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { type StepStale, stale } from '../step-result.ts';

/** A folder on disk, with its node. */
type Folder = { readonly path: string; readonly id: LocalId };

/** The result of a step whose name in the folder is taken on disk: look again, and give the item an alias if the disk is the reason. */
export async function nameTaken(
  fileSystem: FileSystem,
  folder: Folder,
  name: string,
  reason = 'the name is taken on disk',
): Promise<StepStale> {
  const isRefused = await isFoundUnderAnother(fileSystem, folder, name);
  return stale(reason, { localIds: [folder.id], refusedName: isRefused ? name : null });
}

/**
 * Whether the disk takes the name for that of another item. Disks fold names in their own way, some further than the service (`ss` for `ß`):
 * only the disk itself can say. Names with one key are none of its business; the planner keeps them apart (SPEC P25).
 */
async function isFoundUnderAnother(fileSystem: FileSystem, { path }: Folder, name: string): Promise<boolean> {
  const there = await fileSystem.stat(join(path, name));
  if (there === null) return false;
  const { entries } = await fileSystem.list(path);
  if (entries.some((entry) => nameKey(entry.name) === nameKey(name))) return false;
  return entries.some(({ stat }) => stat.fingerprint.identity === there.fingerprint.identity);
}
