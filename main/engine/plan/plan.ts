import type { ItemId, LocalId } from '../model/ids.ts';
import type { Plan, PlanSettings } from '../model/plan/plan.ts';
import type { Dirty, Trees } from '../model/tree.ts';
import { guard } from './guard/guard.ts';
import { compareItems, type Item, isLinked } from './item.ts';
import { type Known, know } from './known.ts';
import { nameAsides } from './merge/asides.ts';
import { newVersion } from './merge/decide.ts';
import { undoCycles } from './order/cycles.ts';
import type { Web } from './order/needs.ts';
import { inOrder, stepsOf } from './order/order.ts';
import { untangle } from './order/rings.ts';
import { andBehindTheGuard, behindBlocked, type Delayed } from './order/waiting.ts';
import type { Draft, Outcome } from './outcome.ts';
import { createPairing, type Pairing } from './pairing/pairing.ts';
import { atOnce, type InPortions, inPortions, PORTION } from './portions.ts';
import { decideAll, itemsOf } from './subjects.ts';

/**
 * Decides what to do about the dirty nodes: takes the three trees, returns steps (SPEC.md). A pure function: the same trees,
 * dirty nodes and settings give the same plan in any node order. The stages are pairing, deciding, guarding, ordering.
 *
 * A plan need not finish the work. It must only be safe to run in part; the next plan continues from the resulting state.
 * Anything that needs a second look (the two files of a conflict, the end of a ring of names) is left to the next plan.
 */
export const plan = (trees: Trees, dirty: Dirty, settings: PlanSettings): Plan =>
  atOnce(planInPortions(trees, dirty, settings));

/** Like `plan`, in portions. The trees must stay the same until the end. */
export function* planInPortions(trees: Trees, dirty: Dirty, settings: PlanSettings): InPortions<Plan> {
  // Without both roots there is nothing to compare; treating them as empty trees would plan deletes (edge cases 67, 68).
  if (trees.local(trees.rootLocalId) === undefined || trees.remote(trees.rootItemId) === undefined) {
    return { steps: [], blocked: [], held: [], settled: { localIds: [], itemIds: [] } };
  }
  const pairing = createPairing(trees, settings);
  const { outcomes, web, held, waiting } = yield* woven(pairing, settings, yield* itemsOf(dirty, pairing));
  const steps = yield* stepsOf(yield* inOrder(web), web.edges);
  return {
    steps,
    blocked: [
      ...[...outcomes.values()].flatMap((outcome) => (outcome.is === 'blocked' ? [outcome.blocked] : [])),
      ...waiting.reasons.values(),
    ],
    held,
    settled: yield* settledOf(dirty, pairing, outcomes),
  };
}

/**
 * Decides, guards, and finds what must come first. An item that was to leave a deleted folder may be unable to: that folder stays, and
 * the rest of it is decided by itself (SPEC P19).
 */
function* woven(pairing: Pairing, settings: PlanSettings, seeds: readonly Item[]) {
  for (let stuck: ReadonlySet<Item> = new Set(); ; ) {
    const { known, outcomes } = yield* decided(pairing, settings, seeds, stuck);
    const drafts = draftsOf(outcomes, nameAsides(known, outcomes));
    const { web, held } = yield* passed(known, drafts);
    const blocked = behindBlocked(web, outcomes, delayedBy(settings, drafts, { web, held }));
    const leaving = drafts.flatMap(({ needs }) => needs.flatMap(({ kind, item }) => (kind === 'depart' ? [item] : [])));
    const more = leaving.filter(
      (item) => !stuck.has(item) && (outcomes.get(item)?.is === 'blocked' || blocked.reasons.has(item)),
    );
    if (more.length > 0) {
      stuck = new Set([...stuck, ...more]);
      continue;
    }
    const waiting = held.length === 0 ? blocked : andBehindTheGuard(blocked, web.dropped);
    const apart = versionsApart(known, drafts, waiting.items);
    return { outcomes, waiting, ...(apart === null ? { web, held } : yield* passed(known, apart)) };
  }
}

/** While the guard holds anything, an item whose step is stopped waits for that; after a failed step, it waits for the next try. */
function delayedBy({ failed }: PlanSettings, drafts: readonly Draft[], { web, held }: Passed): Delayed {
  const going = new Set(held.length === 0 ? [] : web.drafts.map(({ item }) => item));
  const stopped = new Set(held.length === 0 ? [] : drafts.map(({ item }) => item).filter((item) => !going.has(item)));
  return (item) => {
    if (stopped.has(item)) return 'blocked';
    return item.remote === null ? null : (failed.get(item.remote.id) ?? null);
  };
}

type Passed = { readonly web: Web; readonly held: Plan['held'] };

/** The steps that the guard lets through, without those that wait for held ones. */
function* passed(known: Known, drafts: readonly Draft[]): InPortions<Passed> {
  const isLarge = drafts.length > PORTION;
  if (isLarge) yield;
  const guarded = guard(known.trees, drafts, known.settings);
  if (isLarge) yield;
  const web = untangle(known, guarded.passed);
  if (isLarge) yield;
  return { web, held: guarded.held };
}

/** A file that cannot move yet gets its new version where it is agreed to be (SPEC P33). Null: there is none. */
function versionsApart(known: Known, drafts: readonly Draft[], waiting: ReadonlySet<Item>): readonly Draft[] | null {
  if (waiting.size === 0) return null;
  const apart = drafts.map((draft) => (waiting.has(draft.item) && newVersion(known, draft.item)) || draft);
  return apart.some((draft, index) => draft !== drafts[index]) ? apart : null;
}

/**
 * Decides the dirty items and those that their decisions depend on. One of the latter may be a folder that crosses with another
 * and is clean because its step failed: its cycle is undone too, and everything is decided again (SPEC P9).
 */
function* decided(
  pairing: Pairing,
  settings: PlanSettings,
  seeds: readonly Item[],
  stuck: ReadonlySet<Item>,
): InPortions<{ known: Known; outcomes: ReadonlyMap<Item, Outcome> }> {
  for (let met = seeds; ; ) {
    const known = know(pairing, settings, { seeds: met, stuck });
    const outcomes = yield* decideAll(known, [...seeds, ...known.undone]);
    const all = [...outcomes.keys()];
    if (undoCycles(all, known.places).length === 0) return { known, outcomes };
    met = [...new Set([...met, ...all])].sort(compareItems);
  }
}

function draftsOf(outcomes: ReadonlyMap<Item, Outcome>, asides: ReturnType<typeof nameAsides>): typeof asides {
  const named = new Map(asides.map((draft) => [draft.item, draft]));
  return [...outcomes].flatMap(([item, outcome]) => {
    const own = outcome.is === 'step' ? outcome.draft : outcome.is === 'blocked' ? outcome.meanwhile : undefined;
    const draft = own ?? named.get(item);
    return draft === undefined ? [] : [draft];
  });
}

/**
 * Dirty nodes in agreement, each with its linked node on the other side so that it is not checked twice; also nodes that no tree
 * has any longer.
 */
function* settledOf(
  dirty: Dirty,
  { trees, ofLocal, ofRemote }: Pairing,
  outcomes: ReadonlyMap<Item, Outcome>,
): InPortions<Dirty> {
  const localIds = new Set<LocalId>();
  const itemIds = new Set<ItemId>();
  const isAgreed = (item: Item | null): boolean => {
    if (item === null || outcomes.get(item)?.is !== 'agreed') return false;
    if (item.row !== null && isLinked(item)) {
      localIds.add(item.row.localId);
      itemIds.add(item.row.itemId);
    }
    return true;
  };
  yield* inPortions(dirty.localIds, (id) => {
    if (isAgreed(ofLocal(id)) || isUnknownLocal(trees, id)) localIds.add(id);
  });
  yield* inPortions(dirty.itemIds, (id) => {
    if (isAgreed(ofRemote(id)) || isUnknownRemote(trees, id)) itemIds.add(id);
  });
  return { localIds: [...localIds].sort((a, b) => a - b), itemIds: [...itemIds].sort(compareIds) };
}

const isUnknownLocal = (trees: Trees, id: LocalId): boolean =>
  trees.local(id) === undefined && trees.syncedByLocal(id) === undefined;
const isUnknownRemote = (trees: Trees, id: ItemId): boolean =>
  trees.remote(id) === undefined && trees.syncedByItem(id) === undefined;
const compareIds = (a: ItemId, b: ItemId): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
