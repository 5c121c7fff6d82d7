import type { LocalEntry, RemoteEntry, SyncedEntry } from '../../model/entry.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import { sameName } from '../../model/names/name-key.ts';
import type { Trees } from '../../model/tree.ts';
import type { Item } from '../item.ts';

/** Two nodes at the same place that no row pairs: same parent, same name key, same kind. */
export type PlacePair = { readonly local: LocalEntry; readonly remote: RemoteEntry };

/** A folder whose nodes are to be paired, and their rows. */
export type SlotOfFolder = {
  readonly trees: Trees;
  /** The folder, paired on both sides; otherwise there is nothing to match. */
  readonly parent: Item;
  rowOfLocal(entry: LocalEntry): SyncedEntry | null;
  rowOfRemote(entry: RemoteEntry): SyncedEntry | null;
  localOfRow(row: SyncedEntry): LocalEntry | null;
  remoteOfRow(row: SyncedEntry): RemoteEntry | null;
};

type Slot = SlotOfFolder & { readonly key: string };

/**
 * Pairs the nodes in one slot of a folder. A node can be paired if it is new (no row), or if its partner was deleted: a new node at
 * its place is the same item recreated (SPEC P11). An item deleted here may have moved there, because a file that a program saves
 * often gets another identity. An item there never does, so a local node must have stayed exactly where it was synced: pairing a
 * moved one with something new would mix two histories.
 */
export function matchSlot(slot: Slot): readonly PlacePair[] {
  const { trees, parent, key } = slot;
  if (parent.local === null || parent.remote === null) return [];
  const remotes = trees.remoteByKey(parent.remote.id, key).filter((entry) => isFreeRemote(slot, entry));
  if (remotes.length === 0) return [];
  const locals = trees.localByKey(parent.local.id, key).filter((entry) => isFreeLocal(slot, entry));
  return pairUp(slot, locals, remotes);
}

/** Can this node be paired by place? */
export function isFreeLocal(slot: SlotOfFolder, entry: LocalEntry): boolean {
  const row = slot.rowOfLocal(entry);
  if (row === null) return true;
  return slot.remoteOfRow(row) === null && entry.name === row.localName && isBaseParent(slot, row);
}

export function isFreeRemote(slot: SlotOfFolder, entry: RemoteEntry): boolean {
  const row = slot.rowOfRemote(entry);
  return row === null || slot.localOfRow(row) === null;
}

/** Was the item synced in this folder? Either id counts, as the folder itself may have been recreated. */
function isBaseParent(slot: SlotOfFolder, row: SyncedEntry): boolean {
  if (row.parentLocalId === null) return false;
  return row.parentLocalId === slot.parent.local?.id || row.parentLocalId === slot.parent.row?.localId;
}

/** Exact names are paired first: on a case-sensitive disk one slot may hold several local nodes. */
function pairUp(slot: Slot, locals: readonly LocalEntry[], remotes: readonly RemoteEntry[]): readonly PlacePair[] {
  const pairs: PlacePair[] = [];
  const taken = new Set<LocalId | ItemId>();
  const fits = (local: LocalEntry, remote: RemoteEntry): boolean =>
    !taken.has(local.id) &&
    !taken.has(remote.id) &&
    local.kind === remote.kind &&
    (slot.rowOfLocal(local) === null || slot.rowOfRemote(remote) === null);
  for (const accept of [sameName, () => true]) {
    for (const remote of remotes) {
      const local = locals.find((candidate) => fits(candidate, remote) && accept(candidate.name, remote.name));
      if (local === undefined) continue;
      taken.add(local.id).add(remote.id);
      pairs.push({ local, remote });
    }
  }
  return pairs;
}
