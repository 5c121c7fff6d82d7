import { nameKey } from '../../model/names/name-key.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import { compareItems, type Item, isDeletedOn, otherSide, type Side } from '../item.ts';
import type { Known } from '../known.ts';
import { nameOn } from '../pairing/alias.ts';
import type { Place } from './place.ts';

/**
 * Can an item take its place on a side?
 * - `free`: yes, once all in `vacating` have left the name;
 * - `sibling`: no, a sibling that stays has the same name key on both sides (SPEC P25);
 * - `held`: no, another item, `by`, has the name and stays.
 */
export type Slot =
  | { readonly is: 'free'; readonly vacating: readonly Item[] }
  | { readonly is: 'sibling'; readonly by: Item }
  | { readonly is: 'held'; readonly by: Item | null };

export function lookAtSlot(known: Known, item: Item, place: Place, side: Side): Slot {
  const vacating: Item[] = [];
  for (const { item: by } of occupants(known, place, side)) {
    if (by === item) continue;
    if (by === null) return { is: 'held', by: null };
    if (leavesSlot(known, by, side)) vacating.push(by);
    else {
      const isSibling = standsInSlot(by, place, otherSide(side)) && !takesNameOf(known, by, item, otherSide(side));
      return isSibling ? { is: 'sibling', by } : { is: 'held', by };
    }
  }
  // The item that already has the name there does not compete for it: of two local siblings it is the synced one (SPEC P25).
  const rival = standsInSlot(item, place, side) ? null : firstRival(known, item, place, side);
  return rival === null ? { is: 'free', vacating } : { is: 'sibling', by: rival };
}

/**
 * Will the item have left its name on that side after its own step? A change of case alone does not free a name. An undecided
 * item stays, and its dependents wait for the next plan.
 */
function leavesSlot(known: Known, item: Item, side: Side): boolean {
  if (isDeletedOn(item, otherSide(side))) {
    return known.fates.of(item) === 'gone' || (side === 'remote' && yieldsItsName(known, item));
  }
  const entry = item[side];
  const place = known.places.of(item);
  if (entry === null || item[otherSide(side)] === null || place === null || place.decidedBy !== otherSide(side))
    return false;
  const isSameFolder = place.parent[side]?.id === entry.parentId;
  return !isSameFolder || nameKey(nameOn(item, place, side)) !== nameKey(entry.name);
}

/**
 * A file that was replaced by a folder here and edited on the service (edge case 26): both stay. The file gets the conflict name,
 * on the service, because renaming the folder would move everything in it.
 */
export function yieldsItsName(known: Known, item: Item): boolean {
  if (item.kind !== 'file' || item.row === null || item.local !== null || item.remote === null) return false;
  if (!item.remote.canRename || known.fates.of(item) !== 'kept') return false;
  const place = known.places.of(item);
  if (place === null) return false;
  return occupants(known, place, 'local').some(
    ({ item: other }) => other !== null && other.kind === 'folder' && other.row === null && other.remote === null,
  );
}

type Occupant = { readonly name: string; readonly item: Item | null };

/** The items with that name in that folder on that side, by that side's rules. */
function occupants(known: Known, place: Place, side: Side): readonly Occupant[] {
  if (side === 'remote') return namesakes(known, place, 'remote');
  return namesakes(known, place, 'local').filter(({ name }) => collidesOnDisk(name, place.name, known.settings));
}

/** All items in that folder on that side with the same name key. */
function namesakes({ trees, pairing }: Known, { parent, name }: Place, side: Side): readonly Occupant[] {
  const key = nameKey(name);
  if (side === 'local') {
    const entries = parent.local === null ? [] : trees.localByKey(parent.local.id, key);
    return entries.map((entry) => ({ name: entry.name, item: pairing.ofLocal(entry.id) }));
  }
  const entries = parent.remote === null ? [] : trees.remoteByKey(parent.remote.id, key);
  return entries.map((entry) => ({ name: entry.name, item: pairing.ofRemote(entry.id) }));
}

/** A case-sensitive disk holds both `a` and `A`, and both Unicode forms of a name; the service and other disks hold one. */
const collidesOnDisk = (a: string, b: string, settings: PlanSettings): boolean => !settings.caseSensitive || a === b;

/** Does the item have that name key in that folder on that side? */
function standsInSlot(item: Item, place: Place, side: Side): boolean {
  const entry = item[side];
  if (entry === null || entry.parentId !== place.parent[side]?.id) return false;
  return nameKey(entry.name) === nameKey(place.name);
}

/** Is `by` being renamed to the item's exact name on that side, from another case of it? Then the item must move aside (SPEC P24). */
function takesNameOf(known: Known, by: Item, item: Item, side: Side): boolean {
  const [entry, wish] = [item[side], known.places.of(by)];
  if (entry === null || wish === null || wish.decidedBy !== otherSide(side)) return false;
  return wish.parent[side]?.id === entry.parentId && nameOn(by, wish, side) === entry.name;
}

/**
 * Siblings that want the same free name at once: `a` and `A` on a Linux disk, both new, or one renamed to it. One gets it, always the same
 * one; the others are reported as blocked.
 */
function firstRival(known: Known, item: Item, place: Place, side: Side): Item | null {
  const from = otherSide(side);
  for (const { name, item: rival } of namesakes(known, place, from)) {
    if (rival === null || rival === item || !wantsSlot(known, rival, place, from)) continue;
    if (side === 'local' && !collidesOnDisk(name, place.name, known.settings)) continue;
    if (comesFirst(rival, item, from)) return rival;
  }
  return null;
}

/**
 * Is there a sibling with exactly this name on the service that also needs it here? Then the item using it as an alias gives way
 * (SPEC P36).
 */
export function isNameOfSibling(known: Known, item: Item, place: Place): boolean {
  return namesakes(known, place, 'remote').some(
    ({ item: rival }) => rival !== null && rival !== item && wantsSlot(known, rival, place, 'remote'),
  );
}

function wantsSlot(known: Known, rival: Item, place: Place, from: Side): boolean {
  if (isDeletedOn(rival, otherSide(from)) && known.fates.of(rival) !== 'kept') return false;
  const wish = known.places.of(rival);
  if (wish === null || wish.parent !== place.parent || wish.decidedBy !== from) return false;
  return nameKey(nameOn(rival, wish, otherSide(from))) === nameKey(place.name);
}

/** The synced one: a name that it could not take would keep others from theirs. Of two such, by name. */
function comesFirst(rival: Item, item: Item, side: Side): boolean {
  if ((rival.row === null) !== (item.row === null)) return rival.row !== null;
  const [a, b] = [rival[side]?.name ?? '', item[side]?.name ?? ''];
  return a === b ? compareItems(rival, item) < 0 : a < b;
}
