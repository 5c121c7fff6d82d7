import type { LocalEntry, RemoteEntry, SyncedEntry } from '../../model/entry.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import type { Trees } from '../../model/tree.ts';
import type { Item } from '../item.ts';
import { localUnderAlias, remoteUnderAlias } from './match-alias.ts';
import { matchSlot } from './match-slot.ts';

/** Finds the item of a node in any tree. The same item is always the same object. */
export type Pairing = {
  readonly trees: Trees;
  /** Null: no tree has the id, or its parents are unknown (an observer is halfway through its work). */
  ofLocal(id: LocalId): Item | null;
  ofRemote(id: ItemId): Item | null;
};

/**
 * Pairs the nodes of the trees. Identity first: a synced row pairs its two nodes wherever they are, so a move is seen as a move
 * before it can look like a delete or a create (I8). Nodes without such a row are paired by place: same parent, name and kind
 * (SPEC P11, P16, P17). That runs top-down, because a node's place is known only once its parents are paired.
 */
export function createPairing(trees: Trees, settings: PlanSettings): Pairing {
  const byLocal = new Map<LocalId, Item | null>();
  const byRemote = new Map<ItemId, Item | null>();

  const remember = (item: Item): Item => {
    if (item.row !== null) {
      byLocal.set(item.row.localId, item);
      byRemote.set(item.row.itemId, item);
    }
    if (item.local !== null) byLocal.set(item.local.id, item);
    if (item.remote !== null) byRemote.set(item.remote.id, item);
    return item;
  };

  const rows = rowLookups(trees);
  const { rowOfLocal, localOfRow, remoteOfRow, rowOfRemote } = rows;

  /** The partner by place. It is looked up from one side but matched for the whole slot, so that both sides agree. */
  const matched = (parent: Item, name: string) => matchSlot({ trees, parent, key: nameKey(name), ...rows });

  const pairLocal = (entry: LocalEntry): Item | null => {
    const row = rowOfLocal(entry);
    const partner = row === null ? null : remoteOfRow(row);
    if (partner !== null) return remember({ kind: entry.kind, local: entry, remote: partner, row });
    const parent = entry.parentId === null ? null : (byLocal.get(entry.parentId) ?? null);
    if (parent === null) return null;
    const match = matched(parent, entry.name).find((pair) => pair.local.id === entry.id);
    const remote = match?.remote ?? remoteUnderAlias({ trees, parent, ...rows }, entry, settings);
    if (remote === null) return remember({ kind: entry.kind, local: entry, remote: null, row });
    return remember({ kind: entry.kind, local: entry, remote, row: row ?? rowOfRemote(remote) });
  };

  const pairRemote = (entry: RemoteEntry): Item | null => {
    const row = rowOfRemote(entry);
    const partner = row === null ? null : localOfRow(row);
    if (partner !== null) return remember({ kind: entry.kind, local: partner, remote: entry, row });
    const parent = entry.parentId === null ? null : (byRemote.get(entry.parentId) ?? null);
    if (parent === null) return null;
    const match = matched(parent, entry.name).find((pair) => pair.remote.id === entry.id);
    const local = match?.local ?? localUnderAlias({ trees, parent, ...rows }, entry, settings);
    if (local === null) return remember({ kind: entry.kind, local: null, remote: entry, row });
    return remember({ kind: entry.kind, local, remote: entry, row: row ?? rowOfLocal(local) });
  };

  const pairing: Pairing = {
    trees,
    ofLocal(id) {
      const known = byLocal.get(id);
      if (known !== undefined) return known;
      const entry = trees.local(id);
      const row = trees.syncedByLocal(id);
      if (entry !== undefined) return pairDown(unpairedUpward(entry, trees.local, byLocal), byLocal, pairLocal);
      if (row === undefined) return null;
      return remoteOfRow(row) === null ? remember(goneOnBothSides(row)) : pairing.ofRemote(row.itemId);
    },
    ofRemote(id) {
      const known = byRemote.get(id);
      if (known !== undefined) return known;
      const entry = trees.remote(id);
      const row = trees.syncedByItem(id);
      if (entry !== undefined) return pairDown(unpairedUpward(entry, trees.remote, byRemote), byRemote, pairRemote);
      if (row === undefined) return null;
      return localOfRow(row) === null ? remember(goneOnBothSides(row)) : pairing.ofLocal(row.localId);
    },
  };
  return pairing;
}

/** A row and its nodes. A node whose kind changed is not the agreed one: it is new, and the old one is gone. */
function rowLookups(trees: Trees) {
  const ofKind = <Node extends { readonly kind: Item['kind'] }>(node: Node | undefined, kind: Item['kind']) =>
    node === undefined || node.kind !== kind ? null : node;
  return {
    rowOfLocal: (entry: LocalEntry): SyncedEntry | null => ofKind(trees.syncedByLocal(entry.id), entry.kind),
    rowOfRemote: (entry: RemoteEntry): SyncedEntry | null => ofKind(trees.syncedByItem(entry.id), entry.kind),
    localOfRow: (row: SyncedEntry): LocalEntry | null => ofKind(trees.local(row.localId), row.kind),
    remoteOfRow: (row: SyncedEntry): RemoteEntry | null => ofKind(trees.remote(row.itemId), row.kind),
  };
}

const goneOnBothSides = (row: SyncedEntry): Item => ({ kind: row.kind, local: null, remote: null, row });

/** Pairs the chain top-down (pairing one may pair the next) and returns the last one's item. */
function pairDown<Id, Entry extends { readonly id: Id }>(
  chain: readonly Entry[],
  paired: Map<Id, Item | null>,
  pair: (entry: Entry) => Item | null,
): Item | null {
  for (const entry of chain) if (!paired.has(entry.id)) paired.set(entry.id, pair(entry));
  const last = chain.at(-1);
  return last === undefined ? null : (paired.get(last.id) ?? null);
}

/** The entry and its unpaired parents, topmost first. A loop instead of recursion, as folders may be deep. */
function unpairedUpward<Id, Entry extends { readonly id: Id; readonly parentId: Id | null }>(
  entry: Entry,
  parentOf: (id: Id) => Entry | undefined,
  known: ReadonlyMap<Id, unknown>,
): readonly Entry[] {
  const chain: Entry[] = [entry];
  for (let up = entry.parentId; up !== null && !known.has(up); ) {
    const parent = parentOf(up);
    if (parent === undefined) break;
    chain.push(parent);
    up = parent.parentId;
  }
  return chain.reverse();
}
