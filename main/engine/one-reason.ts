import type { ItemId, LocalId } from './model/ids.ts';
import type { RootContext } from './root-context.ts';
import type { Blocked } from './store/blocked-table.ts';

type Context = Pick<RootContext, 'root'> & { readonly live: Pick<RootContext['live'], 'waiting'> };
type Ref = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

/**
 * One item, one reason (I13): what was said of it under another of its names is no longer the news. Whoever was to be tried again
 * at a time of its own waits with this one from now on.
 */
export function putOnlyReason({ root, live }: Context, reason: Blocked): void {
  for (const { localId, itemId } of otherNames(root, reason)) {
    if (root.blockedOf({ localId, itemId }) === undefined) continue;
    root.clearBlocked({ localId, itemId });
    if (localId !== null) live.waiting.localIds.add(localId);
    if (itemId !== null) live.waiting.itemIds.add(itemId);
  }
  root.putBlocked(reason);
}

const fileAt = (localId: LocalId): Ref => ({ localId, itemId: null });

/**
 * The names under which a reason of the same item may stand: the item by itself, the file that was agreed on with it, a file whose
 * place it was to take before it was moved on, and the item that was agreed on with this file, which is another one when the file is
 * the content of a new item (SPEC P11).
 */
function otherNames(root: Context['root'], { localId, itemId }: Ref): readonly Ref[] {
  const fileOfItem = itemId === null ? null : (root.syncedByItem(itemId)?.localId ?? null);
  const itemOfFile = localId === null ? null : (root.syncedByLocal(localId)?.itemId ?? null);
  const items = localId === null ? [] : [itemId, itemOfFile];
  const namesakes = itemId === null ? [] : root.blockedOfItem(itemId);
  return [
    ...namesakes.flatMap((one) => (one.localId === null || one.localId === localId ? [] : [fileAt(one.localId)])),
    ...(fileOfItem === null || fileOfItem === localId ? [] : [fileAt(fileOfItem)]),
    ...items.flatMap((id) => (id === null ? [] : [{ localId: null, itemId: id }])),
  ];
}
