import type { LocalId } from '../../model/ids.ts';
import { type Scope, scopeOf } from '../../model/scope.ts';
import type { Trees } from '../../model/tree.ts';
import { type Item, isLinked } from '../item.ts';
import { type Places, parentOn } from '../merge/place.ts';
import type { Pairing } from '../pairing/pairing.ts';

/**
 * `left_alone`: a folder, or one inside it, that shares the name of an excluded folder, was never agreed on and contains nothing to sync
 * (SPEC P68).
 */
export type ItemScope = Scope | 'left_alone';

export type ItemScopes = {
  of(item: Item): ItemScope;
  isLeftAlone(item: Item): boolean;
};

/** Each chain of folders is walked once, however many items it contains. */
export function createItemScopes(pairing: Pairing, places: Places): ItemScopes {
  const { trees } = pairing;
  const isLeftAlone = leftAloneOf(pairing);
  const isLost = lostOf(pairing);

  /** An item that stands at its place was seen there by a scan, which applies the rules. */
  const isYetToCome = (item: Item): boolean =>
    item.local === null ? item.row === null : isLinked(item) && places.of(item)?.decidedBy === 'remote';

  return {
    isLeftAlone,
    of(item) {
      if (item.local !== null && isLeftAlone(item)) return 'left_alone';
      if (item.remote === null) return item.local !== null && isLost(item) ? 'lost' : 'wanted';
      if (isYetToCome(item)) return scopeOf(trees, item.remote.id);
      return trees.isExcluded(item.remote.id) ? 'deselected' : 'wanted';
    },
  };
}

/** Was this item itself lost, or is it new in a lost folder? */
function lostOf(pairing: Pairing): (item: Item) => boolean {
  const known = new Map<Item, boolean>();
  return (item) => {
    const chain: Item[] = [];
    let isLost = false;
    for (let at: Item | null = item; at !== null && at.remote === null; at = parentOn(pairing, at, 'local')) {
      const answer = known.get(at);
      if (answer !== undefined || at.row !== null) {
        isLost = answer ?? (at.row !== null && scopeOf(pairing.trees, at.row.itemId) === 'lost');
        known.set(at, isLost);
        break;
      }
      chain.push(at);
    }
    for (const each of chain) known.set(each, isLost);
    return isLost;
  };
}

function leftAloneOf(pairing: Pairing): (item: Item) => boolean {
  const known = new Map<Item, boolean>();
  return (item) => {
    const way: Item[] = [];
    let isAlone = false;
    for (let at: Item | null = item; at !== null && at.row === null; at = parentOn(pairing, at, 'local')) {
      way.push(at);
      isAlone = known.get(at) ?? standsForExcluded(pairing.trees, at);
      if (isAlone || known.has(at)) break;
    }
    for (const one of way) known.set(one, isAlone);
    return isAlone;
  };
}

const standsForExcluded = (trees: Trees, { kind, remote, local }: Item): boolean =>
  kind === 'folder' &&
  local !== null &&
  remote !== null &&
  trees.isExcluded(remote.id) &&
  holdsNothing(trees, local.id);

/** Does this local folder contain nothing that could sync? Ignored items are not nodes. */
function holdsNothing(trees: Trees, top: LocalId): boolean {
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const child of trees.localChildren(folder)) {
      if (child.kind !== 'folder') return false;
      open.push(child.id);
    }
  }
  return true;
}
