import { sameName } from '../model/name-key.ts';
import { keepsAlias } from './alias.ts';
import { type Item, isLinked } from './item.ts';
import type { Pairing } from './pairing.ts';
import { isAtTemporaryName, nameInMotion } from './temporary-name.ts';

/**
 * Where an item is to be: in which folder, under which name. `decidedBy` names the side whose place it is: the other side has
 * to follow. `both`: nothing to do.
 */
export type Place = {
  readonly parent: Item;
  readonly name: string;
  readonly decidedBy: 'local' | 'remote' | 'both';
  /** Why the service decides although nobody moved the item there: its move here is undone (`cycles.ts`), or it is in motion. */
  readonly rule?: 'P9' | 'P22';
};

/** Answers where each item is to be. Null: its folder is not known, so nothing can be said yet. */
export type Places = {
  of(item: Item): Place | null;
  /** Lets the service decide about this item although it was moved here only: its local move is undone (SPEC P9). */
  undoLocalMove(item: Item): void;
};

export function createPlaces(pairing: Pairing, deviceName: string): Places {
  const decided = new Map<Item, Place | null>();
  return {
    of(item) {
      const known = decided.get(item);
      if (known !== undefined) return known;
      const place = decidePlace(pairing, deviceName, item);
      decided.set(item, place);
      return place;
    },
    undoLocalMove(item) {
      const place = placeOn(pairing, item, 'remote');
      decided.set(item, place === null ? null : { ...place, rule: 'P9' });
    },
  };
}

/** The case table of moves (sync-engine.md 4): one side moved, it decides; both moved, the service's order wins (SPEC P8). */
function decidePlace(pairing: Pairing, deviceName: string, item: Item): Place | null {
  if (item.remote === null) return placeOn(pairing, item, 'local');
  if (item.local === null) return placeOn(pairing, item, 'remote');
  const here = placeOn(pairing, item, 'local');
  const there = placeOn(pairing, item, 'remote');
  if (here === null || there === null) return null;
  const isOneName = sameName(here.name, there.name) || keepsAlias(item);
  if (here.parent === there.parent && isOneName)
    return onItsWay(item, there, deviceName) ?? { ...there, decidedBy: 'both' };
  // A pair by place stands at one place, at most with another case. Its content is looked at first: only then it is one item.
  if (item.row === null || !isLinked(item)) return { ...there, decidedBy: 'both' };
  if (isAtTemporaryName(item, 'remote', deviceName)) return here;
  if (isAtTemporaryName(item, 'local', deviceName)) return there;
  // Parents are compared as items, not by id: a folder that was deleted and made again is still the same place.
  const base = item.row.parentLocalId === null ? null : pairing.ofLocal(item.row.parentLocalId);
  const movedHere = here.parent !== base || here.name !== item.row.localName;
  const movedThere = there.parent !== base || there.name !== item.row.remoteName;
  // Neither moved and yet they differ: two cases of one name that were agreed on as they were. The service's is followed.
  return movedHere && !movedThere ? here : there;
}

/**
 * At its temporary name on both sides, no side knows where the item belongs: it was deleted on the one and edited on the other
 * while it was in motion, or the state was lost. It goes to the name that it carries, here first (SPEC P22).
 */
function onItsWay(item: Item, there: Place, deviceName: string): Place | null {
  const name = nameInMotion(there.name);
  if (!isLinked(item) || name === there.name || !isAtTemporaryName(item, 'remote', deviceName)) return null;
  return { ...there, name, rule: 'P22' };
}

function placeOn(pairing: Pairing, item: Item, side: 'local' | 'remote'): Place | null {
  const parent = parentOn(pairing, item, side);
  const name = item[side]?.name;
  return parent === null || name === undefined ? null : { parent, name, decidedBy: side };
}

/** The folder that holds the item on that side now. */
export function parentOn(pairing: Pairing, item: Item, side: 'local' | 'remote'): Item | null {
  if (side === 'local') {
    const id = item.local?.parentId ?? null;
    return id === null ? null : pairing.ofLocal(id);
  }
  const id = item.remote?.parentId ?? null;
  return id === null ? null : pairing.ofRemote(id);
}
