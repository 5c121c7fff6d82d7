import type { BlockedNode } from '../../model/plan/plan.ts';
import type { Item } from '../item.ts';
import type { Draft, Outcome } from '../outcome.ts';
import { behindTheGuard, nameKeptThere } from '../problems.ts';

/** Items that cannot reach their place before a person decides about another one. */
export type Waiting = {
  readonly items: ReadonlySet<Item>;
  /** Why. Items that wait in a blocked folder are explained by that (I13). */
  readonly reasons: ReadonlyMap<Item, BlockedNode>;
};

type Waiter = { readonly item: Item; readonly isForName: boolean };

/** The dropped items that wait for the name of a blocked one on the service or in it, or for another such item. */
export function behindBlocked(dropped: readonly Draft[], outcomes: ReadonlyMap<Item, Outcome>): Waiting {
  const waiters = waitersOf(dropped);
  const items = new Set<Item>();
  const reasons = new Map<Item, BlockedNode>();
  const holders = new Set([...waiters.keys()].filter((item) => outcomes.get(item)?.is === 'blocked'));
  // The set grows while it is read.
  for (const holder of holders) {
    for (const { item, isForName } of waiters.get(holder) ?? []) {
      if (isForName && !reasons.has(item)) reasons.set(item, nameKeptThere(item, holder));
      items.add(item);
      holders.add(item);
    }
  }
  return { items, reasons };
}

/** While the guard holds anything, whatever else was dropped waits for that. */
export function andBehindTheGuard({ items, reasons }: Waiting, dropped: readonly Draft[]): Waiting {
  const behind = dropped.map(({ item }) => item);
  return {
    items: new Set([...items, ...behind]),
    reasons: new Map([...behind.map((item) => [item, behindTheGuard(item)] as const), ...reasons]),
  };
}

function waitersOf(dropped: readonly Draft[]): ReadonlyMap<Item, readonly Waiter[]> {
  const waiters = new Map<Item, Waiter[]>();
  for (const { item, needs } of dropped) {
    for (const need of needs) {
      const isForName = need.kind === 'vacate' && need.side === 'remote';
      if (!isForName && need.kind !== 'link') continue;
      const others = waiters.get(need.item);
      if (others === undefined) waiters.set(need.item, [{ item, isForName }]);
      else others.push({ item, isForName });
    }
  }
  return waiters;
}
