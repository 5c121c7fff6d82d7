import type { LocalId } from '../../model/ids.ts';
import type { RootStore } from '../../store/root-store.ts';
import { batchOf } from '../../store/work/held.ts';
import type { Ref } from '../../store/work/marks.ts';
import type { Reason } from '../../store/work/reasons.ts';

/**
 * One item has one reason (I13). A reason stored under another reference to the same item is stale; if that one had its own retry time,
 * it now waits together with this one. What was held by it stays held.
 */
export function putOnlyReason(root: RootStore, reason: Reason): void {
  const others = otherNames(root, reason);
  const earlier = [reason, ...others].map((name) => root.reasonOf(name));
  for (const name of others) root.clearReason(name, 'waiting');
  root.putReason(reason);
  for (const one of earlier) if (one !== undefined) keepHeld(root, one, reason);
}

/**
 * A held rewrite is about a file and the item of another (SPEC P11). Once those two belong to others, or to each other no more, the node in
 * danger is held on by itself, with what it was agreed on with (SPEC P46). `now`: the pair that has just got a reason, or needs none.
 */
export function keepHeld(root: RootStore, held: Reason, now: Ref): void {
  if (held.source !== 'held' || held.step === null) return;
  const isLocal = batchOf(held.step.kind).direction === 'to-local';
  const id = isLocal ? held.localId : held.itemId;
  if (id === null || id === now.localId || id === now.itemId) return;
  const row = isLocal
    ? held.localId === null
      ? undefined
      : root.syncedByLocal(held.localId)
    : held.itemId === null
      ? undefined
      : root.syncedByItem(held.itemId);
  if (row !== undefined) root.putReason({ ...held, localId: row.localId, itemId: row.itemId });
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
