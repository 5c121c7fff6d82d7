import type { BlockedNode } from '../model/plan.ts';
import type { ConflictReason, StepAction } from '../model/step.ts';
import type { Item, Side } from './item.ts';

/**
 * What another step must have done first.
 * - `link`: the folder exists on both sides and that is written down;
 * - `vacate`: the item has left its name in a folder, by a move or to the trash;
 * - `depart`: the item has left the folder that goes to the trash.
 */
export type Need =
  | { readonly kind: 'link'; readonly item: Item }
  | { readonly kind: 'vacate'; readonly item: Item; readonly side: Side }
  | { readonly kind: 'depart'; readonly item: Item; readonly side: Side };

/** A step before its order is known. An item has at most one in a plan: the next plan sees what came of it. */
export type Draft = {
  readonly item: Item;
  readonly action: StepAction;
  readonly rule: string;
  readonly needs: readonly Need[];
  /** To a temporary name first (`rings.ts`): the step needs nothing, and brings the item to no place that counts. */
  readonly isDetour?: true;
};

/**
 * What is decided about one item, looking at nothing but the trees.
 * - `waits`: nothing to do now; what is decided about `on` comes first, and the item stays dirty;
 * - `aside`: it has to make room, under a conflict name that is chosen when all of them are known.
 */
export type Outcome =
  | { readonly is: 'agreed' }
  | { readonly is: 'waits'; readonly on: readonly Item[] }
  | { readonly is: 'step'; readonly draft: Draft }
  | { readonly is: 'blocked'; readonly blocked: BlockedNode }
  | { readonly is: 'aside'; readonly side: Side; readonly reason: ConflictReason; readonly rule: string };

export const agreed: Outcome = { is: 'agreed' };
export const waits: Outcome = { is: 'waits', on: [] };
export const waitsFor = (...on: readonly Item[]): Outcome => ({ is: 'waits', on });

export function step(item: Item, rule: string, action: StepAction, needs: readonly Need[] = []): Outcome {
  return { is: 'step', draft: { item, action, rule, needs } };
}

export const link = (item: Item): Need => ({ kind: 'link', item });
