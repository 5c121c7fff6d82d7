import type { BlockedNode } from '../model/plan/plan.ts';
import type { ConflictReason, StepAction } from '../model/plan/step.ts';
import type { Item, Side } from './item.ts';

/**
 * A prerequisite for another step.
 * - `link`: the folder exists on both sides and that is recorded;
 * - `vacate`: the item has left its name in a folder, by a move or to the trash;
 * - `depart`: the item has left the folder that goes to the trash.
 */
export type Need =
  | { readonly kind: 'link'; readonly item: Item }
  | { readonly kind: 'vacate'; readonly item: Item; readonly side: Side }
  | { readonly kind: 'depart'; readonly item: Item; readonly side: Side };

/** A step before ordering. An item has at most one per plan: the next plan sees its result. */
export type Draft = {
  readonly item: Item;
  readonly action: StepAction;
  readonly rule: string;
  readonly needs: readonly Need[];
  /** A detour through a temporary name (`rings.ts`): it needs nothing, and its place is not final. */
  readonly isDetour?: true;
};

/**
 * The decision about one item, based on the trees alone.
 * - `waits`: nothing to do now; the items in `on` are decided first, and this one stays dirty; `why` if one of them is blocked;
 * - `blocked`: its place cannot change; `meanwhile` is a step for its content;
 * - `aside`: it must move aside; its conflict name is picked once all of these are known.
 */
export type Outcome =
  | { readonly is: 'agreed' }
  | { readonly is: 'waits'; readonly on: readonly Item[]; readonly why?: (item: Item, holder: Item) => BlockedNode }
  | { readonly is: 'step'; readonly draft: Draft }
  | { readonly is: 'blocked'; readonly blocked: BlockedNode; readonly meanwhile?: Draft }
  | { readonly is: 'aside'; readonly side: Side; readonly reason: ConflictReason; readonly rule: string };

export const agreed: Outcome = { is: 'agreed' };
export const waits: Outcome = { is: 'waits', on: [] };
export const waitsFor = (on: readonly Item[]): Outcome => ({ is: 'waits', on });

export function step(item: Item, rule: string, action: StepAction, needs: readonly Need[] = []): Outcome {
  return { is: 'step', draft: { item, action, rule, needs } };
}

export const link = (item: Item): Need => ({ kind: 'link', item });
