import type { ItemId, LocalId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/name-key.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';

/** What is to be on one side only, by the wish of a person. */
export type LeftOut = {
  /** Keys of the names that a rule of the person has left out on this device at some time. */
  readonly ruledOut: ReadonlySet<string>;
  /** Folders that a person has chosen at some time to be on no computer. */
  readonly leftOut: ReadonlySet<ItemId>;
};

/** Is the item, or a folder above it, one that was chosen to be on no computer? */
export function isDeselected(root: RootStore, id: ItemId, leftOut: ReadonlySet<ItemId>): boolean {
  for (let at = root.remote(id); at !== undefined; at = at.parentId === null ? undefined : root.remote(at.parentId))
    if (leftOut.has(at.id)) return true;
  return false;
}

/**
 * Has it, or a folder above it, come under a name there that a rule leaves out on this device, or is it a folder that is not to be
 * here? Then it leaves (SPEC P66, P69).
 */
export function leaves(root: RootStore, id: ItemId, { ruledOut, leftOut }: LeftOut): boolean {
  const isRuledOut = root
    .remotePath(id)
    ?.split('/')
    .some((name) => ruledOut.has(nameKey(name)));
  return isRuledOut === true || isDeselected(root, id, leftOut);
}

/**
 * A folder that holds nothing, in the place of one that is out, or in such a one: there is nothing to sync in it (SPEC P68), and it leaves
 * with a folder above it that is left out as well.
 */
export function isLeftAlone(root: RootStore, id: LocalId, leftOut: ReadonlySet<ItemId>): boolean {
  if (!holdsFoldersOnly(root, id)) return false;
  const names: string[] = [];
  let at = root.local(id);
  for (; at !== undefined && root.syncedByLocal(at.id) === undefined; at = root.local(at.parentId ?? root.rootLocalId))
    names.unshift(nameKey(at.name));
  let there = at === undefined ? undefined : root.syncedByLocal(at.id)?.itemId;
  for (const key of names) {
    there = there === undefined ? undefined : root.remoteByKey(there, key)[0]?.id;
    if (there !== undefined && root.isExcluded(there) && isDeselected(root, there, leftOut)) return true;
  }
  return false;
}

const holdsFoldersOnly = (root: RootStore, id: LocalId): boolean =>
  root.local(id)?.kind === 'folder' && root.localChildren(id).every((child) => holdsFoldersOnly(root, child.id));
