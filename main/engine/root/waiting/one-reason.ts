import type { LocalId } from '../../model/ids.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { Ref } from '../../store/work/marks.ts';
import type { Reason } from '../../store/work/reasons.ts';

/**
 * One item has one reason (I13). A reason stored under another reference to the same item is stale; if that one had its own retry time,
 * it now waits together with this one.
 */
export function putOnlyReason(root: RootStore, reason: Reason): void {
  for (const name of otherNames(root, reason)) root.clearReason(name, 'waiting');
  const before = root.reasonOf(reason)?.itemId ?? null;
  // Only the earlier reason named this item: no other node would plan it.
  if (before !== null && before !== reason.itemId) root.markDirtyItem(before);
  root.putReason(reason);
}

const fileAt = (localId: LocalId): Ref => ({ localId, itemId: null });

/**
 * The other references under which a reason for the same item may be stored: the item alone, the file linked to it, a file whose place it
 * was meant to take before it moved on, and the item linked to this file, which differs when the file is the content of a new item
 * (SPEC P11).
 */
function otherNames(root: RootStore, { localId, itemId }: Ref): readonly Ref[] {
  const fileOfItem = itemId === null ? null : (root.syncedByItem(itemId)?.localId ?? null);
  const itemOfFile = localId === null ? null : (root.syncedByLocal(localId)?.itemId ?? null);
  const items = localId === null ? [] : [itemId, itemOfFile];
  const namesakes = itemId === null ? [] : root.reasonsOfItem(itemId);
  return [
    ...namesakes.flatMap((one) => (one.localId === null || one.localId === localId ? [] : [fileAt(one.localId)])),
    ...(fileOfItem === null || fileOfItem === localId ? [] : [fileAt(fileOfItem)]),
    ...items.flatMap((id) => (id === null ? [] : [{ localId: null, itemId: id }])),
  ];
}
