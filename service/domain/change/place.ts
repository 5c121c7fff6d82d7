import type { AncestorRecord, FolderRecord } from '../../ports/metadata/items/items.ts';
import type { Access, ItemView } from '../access/item-access.ts';
import type { NameClaim } from '../access/names.ts';

/** A destination folder: the parent folders of a new child, and the caller's access to it. */
export interface Place {
  readonly folder: FolderRecord;
  readonly ancestors: readonly AncestorRecord[];
  readonly access: Access;
}

/** The location inside a folder. */
export function placeIn(view: ItemView<FolderRecord>): Place {
  return { folder: view.item, ancestors: [...view.ancestors, view.item], access: view.access };
}

/** The folder of an item, for a claim to a name in it. */
export function parentOf({ item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>): NameClaim['folder'] {
  const parent = ancestors.at(-1);
  if (parent === undefined) throw new Error(`Item ${item.id} is in no folder.`);
  return { id: parent.id, parentId: parent.parentId, ownerId: item.ownerId };
}

/** Ids of the folders whose size includes items created here. */
export function sizedFolders(ancestors: readonly AncestorRecord[]): readonly string[] {
  return ancestors.map((ancestor) => ancestor.id);
}
