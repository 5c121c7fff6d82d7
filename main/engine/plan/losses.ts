import type { Item } from './item.ts';
import type { Pairing } from './pairing.ts';
import { parentOn } from './place.ts';

/** Answers whether an item was lost itself, or is new in a folder that was. */
export type Losses = { has(item: Item): boolean };

/** Each chain of folders is walked once, however many items are in it. */
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
