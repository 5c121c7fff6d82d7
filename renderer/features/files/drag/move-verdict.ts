import type { DropTarget } from '../../../parts/drag/drop-target.ts';
import { folderOf, type Item } from '../../../state/items/item.ts';

/** The items of a drag, and the folder that was shown when it began. */
export type Dragged = { readonly items: readonly Item[]; readonly from: string };

/**
 * What a drop does: `move`; `stay`, because the items are there already or the pointer is on no folder; or why the folder refuses them:
 * it is one of them (`itself`), lies in one of them (`below`), or the role doesn't allow it (`right`).
 */
export type MoveVerdict = 'move' | 'stay' | 'itself' | 'below' | 'right';

export function moveVerdict(
  { items, from }: Dragged,
  target: Pick<DropTarget, 'folderId' | 'above' | 'mayAdd' | 'opens'> | null,
): MoveVerdict {
  if (target === null || target.folderId === '') return 'stay';
  // The list itself: search results come from other folders, and a drop beside the rows must not move them.
  if (!target.opens && target.folderId === from) return 'stay';
  if (items.every((item) => (folderOf(item)?.id ?? from) === target.folderId)) return 'stay';
  const folders = new Set(items.filter(({ type }) => type === 'folder').map(({ id }) => id));
  if (folders.has(target.folderId)) return 'itself';
  if (target.above.some((id) => folders.has(id))) return 'below';
  return target.mayAdd ? 'move' : 'right';
}
