import { assertNever } from '../model/assert-never.ts';
import type { Dirty } from '../model/tree.ts';
import { compareItems, type Item, isDeleted, isDeletedOn, isLinked, otherSide, sideLeft } from './item.ts';
import type { Known } from './known.ts';
import { decide } from './merge/decide.ts';
import { childrenOn } from './merge/fate.ts';
import type { Need, Outcome } from './outcome.ts';
import type { Pairing } from './pairing/pairing.ts';
import { type InPortions, inPortions, PORTION } from './portions.ts';

/** The items of the dirty nodes, in an order independent of the node order (I12). */
export function* itemsOf(dirty: Dirty, pairing: Pairing): InPortions<readonly Item[]> {
  const items = new Set<Item>();
  yield* inPortions(dirty.localIds, (id) => add(items, pairing.ofLocal(id)));
  yield* inPortions(dirty.itemIds, (id) => add(items, pairing.ofRemote(id)));
  return [...items].sort(compareItems);
}

/**
 * Decides all dirty items and those that a decision depends on: a needed folder, the holder of a name, the contents of a deleted
 * folder. The cost depends on the dirty nodes and their surroundings, never on the size of the root.
 */
export function* decideAll(known: Known, seeds: readonly Item[]): InPortions<ReadonlyMap<Item, Outcome>> {
  yield* judgeDeleted(known, seeds);
  const outcomes = new Map<Item, Outcome>();
  const open = [...seeds];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (outcomes.has(item)) continue;
    const outcome = decide(known, item);
    outcomes.set(item, outcome);
    if (outcomes.size % PORTION === 0) yield;
    for (const other of leansOn(known, item, outcome)) if (!outcomes.has(other)) open.push(other);
  }
  return new Map([...outcomes].sort(([a], [b]) => compareItems(a, b)));
}

/**
 * Judges deleted folders in portions: those made last, and so mostly the deepest, first. Otherwise the first decision about a file would judge
 * all that goes with it at once.
 */
function* judgeDeleted({ fates }: Known, seeds: readonly Item[]): InPortions<void> {
  let judged = 0;
  for (const item of seeds.toReversed()) {
    if (item.kind !== 'folder' || !isDeleted(item)) continue;
    fates.of(item);
    judged += fates.size(item);
    if (judged < PORTION) continue;
    yield;
    judged = 0;
  }
}

function leansOn(known: Known, item: Item, outcome: Outcome): readonly Item[] {
  const below = belowDeletedFolder(known, item);
  switch (outcome.is) {
    case 'step':
      return [...below, ...outcome.draft.needs.filter(isOpen).map((need) => need.item)];
    case 'waits':
      return [...below, ...outcome.on];
    case 'agreed':
    case 'blocked':
    case 'aside':
      return below;
    default:
      return assertNever(outcome);
  }
}

const isOpen = (need: Need): boolean => need.kind !== 'link' || !isLinked(need.item);

/** The contents of a deleted folder that stays are decided one by one; rows below a forgotten folder go too. */
function belowDeletedFolder(known: Known, item: Item): readonly Item[] {
  if (item.kind !== 'folder' || item.row === null) return [];
  if (item.local === null && item.remote === null) {
    return known.trees
      .syncedChildren(item.row.localId)
      .map((row) => known.pairing.ofLocal(row.localId))
      .filter((child) => child !== null);
  }
  const side = sideLeft(item);
  if (!isDeleted(item) || known.fates.of(item) === 'gone') return [];
  return childrenOn(known.pairing, item, side)
    .filter((child) => child !== null)
    .filter((child) => isDeletedOn(child, otherSide(side)));
}

function add(items: Set<Item>, item: Item | null): void {
  if (item !== null) items.add(item);
}
