import { basename } from 'node:path';
import { parentPath } from '../../model/disk-path.ts';
import type { Kind, RemoteEntry } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import { numberedPath } from '../../model/names/numbered-path.ts';
import type { Refusal } from '../../ports/remote/remote-refusal.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { Act } from '../act.ts';

/** The most names tried before giving up. */
const MOST_NAMES = 100;

export type Restoration = {
  readonly itemId: ItemId;
  readonly itemKind: Kind;
  /** Its former path. */
  readonly path: string;
  /** The number of the first name to try; absent: its own name. */
  readonly firstNumber?: number;
};

/**
 * Restores an item from the service's trash under its id. It returns to its folder or, if that is gone, to the one at its former place or the top
 * folder, under a free name if its own is taken. `path`: where it is now.
 */
export async function restoreThere(
  { context, remote }: Act,
  { itemId, itemKind, path, firstNumber = 1 }: Restoration,
): Promise<{ readonly ok: true; readonly entry: RemoteEntry; readonly path: string } | Refusal> {
  const { root } = context;
  const fallback = root.remoteAt(parentPath(path)) ?? root.rootItemId;
  for (let number = firstNumber; ; number += 1) {
    const candidate = numberedPath(path, number);
    const name = number === 1 ? null : basename(candidate);
    const answer = await remote.restore({ id: itemId, kind: itemKind, fallback, name });
    if (answer.ok) return { ...answer, path: pathHere(context, answer.entry, candidate) };
    if (answer.reason !== 'taken' || number >= firstNumber + MOST_NAMES) return answer;
  }
}

/** The path of an item on this disk: below its present folder, or where it was if that folder is not here. */
export function pathHere({ root }: RootContext, { parentId }: RemoteEntry, path: string): string {
  const folder = parentId === null ? undefined : root.syncedByItem(parentId);
  const place = folder === undefined ? null : root.localPath(folder.localId);
  return below(place ?? parentPath(path), basename(path));
}

export const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
