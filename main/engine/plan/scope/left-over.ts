import type { ItemId, LocalId } from '../../model/ids.ts';
import type { Trees } from '../../model/tree.ts';
import type { Item } from '../item.ts';
import { parentOn } from '../merge/place.ts';
import { agreed, type Outcome, step, waitsFor } from '../outcome.ts';
import type { Pairing } from '../pairing/pairing.ts';

type LeftOverTrees = Pick<Trees, 'leftOver' | 'localChildren' | 'holdsIgnored'>;

/** `goes`: nothing is left in the folder or its subfolders. */
export type LeftOver = { readonly is: 'stays' } | { readonly is: 'goes'; readonly item: ItemId };

/**
 * A folder that was deleted on the service or excluded, but stays here because it holds something unsynced (edge case 80). Null: not such a
 * folder, or something to sync came into it, so it is a new folder (SPEC P86).
 */
export function leftOver(trees: LeftOverTrees, id: LocalId): LeftOver | null {
  const item = trees.leftOver(id);
  if (item === undefined || !holdsNothingNew(trees, id)) return null;
  return item === null || holdsIgnored(trees, id) ? { is: 'stays' } : { is: 'goes', item };
}

/** The outcome for such a folder: it stays, or follows to the local trash, covered by the folder above if that goes as well. */
export function leaveOver(pairing: Pairing, item: Item): Outcome | null {
  const { trees } = pairing;
  if (item.kind !== 'folder' || item.local === null) return null;
  const left = leftOver(trees, item.local.id);
  if (left === null) return null;
  if (left.is === 'stays') return agreed;
  const above = parentOn(pairing, item, 'local');
  if (above !== null && above.local !== null && leftOver(trees, above.local.id)?.is === 'goes')
    return waitsFor([above]);
  // Still on the service: it was only excluded from this computer.
  const staysThere = trees.remote(left.item) === undefined ? {} : { staysThere: true as const };
  const folder = { localId: item.local.id, itemId: left.item, itemKind: 'folder' as const, subtree: 0 };
  return step(item, 'P86', { kind: 'trash-local', ...folder, ...staysThere });
}

const holdsNothingNew = (trees: LeftOverTrees, id: LocalId): boolean =>
  trees.leftOver(id) !== undefined &&
  trees.localChildren(id).every((child) => child.kind === 'folder' && holdsNothingNew(trees, child.id));

const holdsIgnored = (trees: LeftOverTrees, id: LocalId): boolean =>
  trees.holdsIgnored(id) || trees.localChildren(id).some((child) => holdsIgnored(trees, child.id));
