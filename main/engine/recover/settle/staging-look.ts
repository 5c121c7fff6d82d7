import { busyNodes } from '../../execute/subject.ts';
import type { ItemId } from '../../model/ids.ts';
import { stagingFolder } from '../../model/names/state-folder.ts';
import type { Placing } from '../../model/plan/placing.ts';
import type { Deed } from '../../model/plan/step.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { RootContext } from '../../root/root-context.ts';
import { seek } from './looks.ts';

/**
 * Where the file of an open placement is: `left` its staging name, so it was installed; still `there`, so it was not; or `unseen`, no look
 * yet. `untold`: a folder, a record of an older version, or no staging folder to look into.
 */
export type StagingState = 'left' | 'there' | 'unseen' | 'untold';

export type StagingLook = ReadonlyMap<ItemId, StagingState>;

/** The placements of a root, and the steps in flight. */
type Placings = Pick<RootContext, 'root'> & { readonly runner: { running(): readonly Deed[] } };

type Looking = Placings &
  Pick<RootContext, 'record'> & { readonly parts: { readonly fileSystem: Pick<FileSystem, 'listStaging' | 'stat'> } };

/** Looks for the staging files of open placements. Reads nothing if there are none, which is nearly always. */
export async function lookAtStaging({ root, runner, parts, record }: Looking): Promise<StagingLook> {
  const open = openPlacings({ root, runner });
  if (open.length === 0) return new Map();
  const { fileSystem } = parts;
  const names = new Set(await fileSystem.listStaging(record.localPath));
  // Looked at last: if the volume went meanwhile, the list may be that of an empty mount point.
  const isThere = (await fileSystem.stat(stagingFolder(record.localPath))) !== null;
  const state = (name: string | null): StagingState =>
    name === null || !isThere ? 'untold' : names.has(name) ? 'there' : 'left';
  return new Map(open.map(({ itemId, stagingName }) => [itemId, state(stagingName)]));
}

/** Before a full scan: it shows whether these were placed, so no further scan is needed for them. */
export function seekPlaced(context: Placings & Pick<RootContext, 'effects'>): void {
  for (const { itemId, parentLocalId } of openPlacings(context)) seek(context, itemId, parentLocalId);
}

/** Those of steps in flight are left to their results. */
export function openPlacings({ root, runner }: Placings): readonly Placing[] {
  const { itemIds } = busyNodes(runner);
  return root.placing((id) => itemIds.has(id));
}
