import type { AncestorRecord, FolderRecord } from '../../ports/metadata/items.ts';
import type { Access, ItemView } from '../access/item-access.ts';

/** A folder that something is put into: what its new child has above it, and how the caller stands to the child. */
export interface Place {
  readonly folder: FolderRecord;
  readonly ancestors: readonly AncestorRecord[];
  readonly access: Access;
}

/** The place inside a folder. */
export function placeIn(view: ItemView<FolderRecord>): Place {
  return { folder: view.item, ancestors: [...view.ancestors, view.item], access: view.access };
}

/** Ids of the folders whose size includes what is put here. */
export function sizedFolders(ancestors: readonly AncestorRecord[]): readonly string[] {
  return ancestors.map((ancestor) => ancestor.id);
}
