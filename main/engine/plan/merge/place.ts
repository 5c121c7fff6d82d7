import { nameInMotion } from '../../model/names/in-motion.ts';
import { sameName } from '../../model/names/name-key.ts';
import { type Item, isLinked } from '../item.ts';
import { isAtTemporaryName } from '../names/temporary-name.ts';
import { keepsAlias } from '../pairing/alias.ts';
import type { Pairing } from '../pairing/pairing.ts';

/** An item's target place: folder and name. `decidedBy` is the side that has it already; the other follows. `both`: nothing to do. */
export type Place = {
  readonly parent: Item;
  readonly name: string;
  readonly decidedBy: 'local' | 'remote' | 'both';
  /** Why the service decides without a move there: the local move is undone (`cycles.ts`), or the item is in motion. */
  readonly rule?: 'P9' | 'P22';
};

/** Computes the target place of each item. Null: its folder is unknown, so the place is undecided. */
export type Places = {
  of(item: Item): Place | null;
  /** Makes the service's place win although the item moved only here: its local move is undone (SPEC P9). */
  undoLocalMove(item: Item): void;
};

export function createPlaces(pairing: Pairing, deviceId: string): Places {
  const decided = new Map<Item, Place | null>();
  return {
    of(item) {
      const known = decided.get(item);
      if (known !== undefined) return known;
      const place = decidePlace(pairing, deviceId, item);
      decided.set(item, place);
      return place;
    },
    undoLocalMove(item) {
      const place = placeOn(pairing, item, 'remote');
      decided.set(item, place === null ? null : { ...place, rule: 'P9' });
    },
  };
}

/** The moves of the SPEC's case table: if one side moved, it decides; if both moved, the service wins (SPEC P8). */
function decidePlace(pairing: Pairing, deviceId: string, item: Item): Place | null {
  if (item.remote === null) return placeOn(pairing, item, 'local');
  if (item.local === null) return placeOn(pairing, item, 'remote');
  const here = placeOn(pairing, item, 'local');
  const there = placeOn(pairing, item, 'remote');
  if (here === null || there === null) return null;
  const isOneName = sameName(here.name, there.name) || keepsAlias(item);
  if (here.parent === there.parent && isOneName)
    return onItsWay(item, there, deviceId) ?? { ...there, decidedBy: 'both' };
  // A pair by place is at one place, apart from case. Its content is compared first: only then is it one item.
  if (item.row === null || !isLinked(item)) return { ...there, decidedBy: 'both' };
  if (isAtTemporaryName(item, 'remote', deviceId)) return here;
  if (isAtTemporaryName(item, 'local', deviceId)) return there;
  // Parents are compared as items, not by id: a folder that was deleted and recreated is still the same place.
  const { parentLocalId, leftFolder } = item.row;
  const base = parentLocalId === null ? null : pairing.ofLocal(parentLocalId);
  const baseThere = leftFolder === undefined ? base : pairing.ofRemote(leftFolder);
  const movedHere = leftFolder !== undefined || here.parent !== base || here.name !== item.row.localName;
  const movedThere = there.parent !== baseThere || there.name !== item.row.remoteName;
  // Neither side moved, yet they differ: two cases of one name that were agreed on as they were. Follow the service.
  return movedHere && !movedThere ? here : there;
}

/**
 * An item at its temporary name on both sides: neither knows where it belongs, because it was deleted on one side and edited on
 * the other while in motion, or the state was lost. It gets the name embedded in the temporary one, first here (SPEC P22).
 */
function onItsWay(item: Item, there: Place, deviceId: string): Place | null {
  const name = nameInMotion(there.name);
  if (!isLinked(item) || name === there.name || !isAtTemporaryName(item, 'remote', deviceId)) return null;
  return { ...there, name, rule: 'P22' };
}

function placeOn(pairing: Pairing, item: Item, side: 'local' | 'remote'): Place | null {
  const parent = parentOn(pairing, item, side);
  const name = item[side]?.name;
  return parent === null || name === undefined ? null : { parent, name, decidedBy: side };
}

/** The folder that currently holds the item on that side. */
export function parentOn(pairing: Pairing, item: Item, side: 'local' | 'remote'): Item | null {
  if (side === 'local') {
    const id = item.local?.parentId ?? null;
    return id === null ? null : pairing.ofLocal(id);
  }
  const id = item.remote?.parentId ?? null;
  return id === null ? null : pairing.ofRemote(id);
}
