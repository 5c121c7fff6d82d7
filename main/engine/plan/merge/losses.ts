import type { Item } from '../item.ts';
import type { Pairing } from '../pairing/pairing.ts';
import { parentOn } from './place.ts';

/** Was this item itself lost, or is it new in a lost folder? */
export type Losses = { has(item: Item): boolean };

/** Walks each chain of folders once, however many items it contains. */
export function createLosses(pairing: Pairing): Losses {
  const known = new Map<Item, boolean>();
  return {
    has(item) {
      const chain: Item[] = [];
      let isLost = false;
      for (let at: Item | null = item; at !== null && at.remote === null; at = parentOn(pairing, at, 'local')) {
        const answer = known.get(at);
        if (answer !== undefined || at.row !== null) {
          isLost = answer ?? (at.row !== null && pairing.trees.wasLost(at.row.itemId));
          known.set(at, isLost);
          break;
        }
        chain.push(at);
      }
      for (const each of chain) known.set(each, isLost);
      return isLost;
    },
  };
}
