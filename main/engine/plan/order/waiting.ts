import type { BlockedNode } from '../../model/plan/plan.ts';
import type { Problem } from '../../model/plan/problem.ts';
import type { Item } from '../item.ts';
import type { Draft, Outcome } from '../outcome.ts';
import { behindTheGuard, nameKeptThere, stillWithin } from '../problems.ts';
import type { Web } from './needs.ts';

/** Items that cannot reach their place before a person decides about another one. */
export type Waiting = {
  readonly items: ReadonlySet<Item>;
  /** Why. Items that wait in a blocked folder are explained by that (I13). */
  readonly reasons: ReadonlyMap<Item, BlockedNode>;
};

/** `why` null: it waits in the folder. */
type Waiter = { readonly item: Item; readonly why: ((item: Item, holder: Item) => BlockedNode) | null };

/** Who is needed before this item can go on, although it is not blocked; null: nobody. */
export type Delayed = (item: Item) => Problem['reach'] | null;

/**
 * The dropped items that wait for the name of a blocked one on the service, in it, or for it to leave them, or for another such item; and those
 * that wait for its rules, or for those of a delayed one.
 */
export function behindBlocked(
  web: Pick<Web, 'dropped' | 'within'>,
  outcomes: ReadonlyMap<Item, Outcome>,
  delayed: Delayed,
): Waiting {
  const waiters = waitersOf(web, outcomes);
  const reasons = new Map(behindDelayed(waiters, outcomes, delayed));
  const items = new Set(reasons.keys());
  const isBlocked = (item: Item): boolean => outcomes.get(item)?.is === 'blocked' || reasons.has(item);
  const holders = new Set([...waiters.keys()].filter(isBlocked));
  // The set grows while it is read.
  for (const holder of holders) {
    for (const { item, why } of waiters.get(holder) ?? []) {
      if (why !== null && !items.has(item)) reasons.set(item, why(item, holder));
      items.add(item);
      holders.add(item);
    }
  }
  return { items, reasons };
}

function* behindDelayed(
  waiters: ReadonlyMap<Item, readonly Waiter[]>,
  outcomes: ReadonlyMap<Item, Outcome>,
  delayed: Delayed,
): Iterable<readonly [Item, BlockedNode]> {
  for (const [holder, those] of waiters) {
    const reach = outcomes.get(holder)?.is === 'blocked' ? null : delayed(holder);
    if (reach === null) continue;
    for (const { item, why } of those) {
      if (why === null || outcomes.get(item)?.is !== 'waits') continue;
      const { problem, ...node } = why(item, holder);
      yield [item, { ...node, problem: { ...problem, reach } }];
    }
  }
}

/** While the guard holds anything, whatever else was dropped waits for that. */
export function andBehindTheGuard({ items, reasons }: Waiting, dropped: readonly Draft[]): Waiting {
  const behind = dropped.map(({ item }) => item);
  return {
    items: new Set([...items, ...behind]),
    reasons: new Map([...behind.map((item) => [item, behindTheGuard(item)] as const), ...reasons]),
  };
}

function waitersOf(
  { dropped, within }: Pick<Web, 'dropped' | 'within'>,
  outcomes: ReadonlyMap<Item, Outcome>,
): ReadonlyMap<Item, readonly Waiter[]> {
  const waiters = new Map<Item, Waiter[]>();
  const add = (holder: Item, waiter: Waiter): void => {
    const others = waiters.get(holder);
    if (others === undefined) waiters.set(holder, [waiter]);
    else others.push(waiter);
  };
  for (const [item, outcome] of outcomes) {
    if (outcome.is !== 'waits' || outcome.why === undefined) continue;
    for (const holder of outcome.on) add(holder, { item, why: outcome.why });
  }
  for (const [item, staying] of within) for (const holder of staying) add(holder, { item, why: stillWithin });
  for (const { item, needs } of dropped) {
    for (const need of needs) {
      const isForName = need.kind === 'vacate' && need.side === 'remote';
      if (isForName || need.kind === 'link') add(need.item, { item, why: isForName ? nameKeptThere : null });
    }
  }
  return waiters;
}
