import { join } from 'node:path';
import type { LocalEntry } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { LocalStat } from '../../model/observation.ts';
import type { Execution } from '../execution.ts';
import { absolutePath } from '../places.ts';
import { type StepStale, stale } from '../step-result.ts';

/** A folder on disk, with its node. */
type Folder = { readonly path: string; readonly id: LocalId };

/** The result of a step whose name in the folder is taken on disk: look again, and give the item an alias if the disk is the reason. */
export async function nameTaken(
  execution: Execution,
  folder: Folder,
  name: string,
  reason = 'the name is taken on disk',
): Promise<StepStale> {
  const isRefused = await isFoundUnderAnother(execution, folder, name);
  return stale(reason, { localIds: [folder.id], refusedName: isRefused ? name : null });
}

/**
 * Whether the disk takes the name for that of another item. Disks fold names in their own way, some further than the service (`ss` for `ß`):
 * only the disk itself can say. Names with one key are none of its business; the planner keeps them apart (SPEC P25). An item that the tree
 * does not know is no reason yet: the scan that the stale step asks for comes before its next try.
 */
async function isFoundUnderAnother(execution: Execution, folder: Folder, name: string): Promise<boolean> {
  const { trees, fileSystem } = execution;
  const path = join(folder.path, name);
  const there = await fileSystem.stat(path);
  if (there === null) return false;
  const known = trees.localByIdentity(there.fingerprint.identity);
  const siblings = known.filter(({ parentId }) => parentId === folder.id);
  const isOther = siblings.length > 0 && siblings.every((sibling) => nameKey(sibling.name) !== nameKey(name));
  if (!isOther || !areAllNames(known, there)) return false;
  // The person may have renamed it since the scan, to this name or away from it.
  for (const at of [...known.map(({ id }) => absolutePath(execution, id)), path]) {
    const stat = at === null ? null : await fileSystem.stat(at);
    if (stat?.fingerprint.identity !== there.fingerprint.identity) return false;
  }
  return true;
}

/** A file with more hard links than the tree knows may have one under this name. */
const areAllNames = (known: readonly LocalEntry[], { kind, links }: LocalStat): boolean =>
  kind !== 'file' || known.length >= links;
