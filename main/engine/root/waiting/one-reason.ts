import type { ItemId, LocalId } from '../../model/ids.ts';
import type { Blocked } from '../../store/work/blocked-table.ts';
import type { RootContext } from '../root-context.ts';

type Context = Pick<RootContext, 'root'> & { readonly live: Pick<RootContext['live'], 'waiting'> };
type Ref = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

/**
 * One item has one reason (I13). A reason stored under another reference to the same item is stale; if that one had its own retry time,
 * it now waits together with this one.
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
 * The other references under which a reason for the same item may be stored: the item alone, the file linked to it, a file whose place it
 * was meant to take before it moved on, and the item linked to this file, which differs when the file is the content of a new item
 * (SPEC P11).
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
