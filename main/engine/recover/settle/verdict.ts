import type { Agreement, StepDone } from '../../execute/step-result.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { Deed } from '../../model/plan/step.ts';

/** Nodes that are not planned while an intent is open, nor are items that were below one of them and are no longer here. */
export type Held = {
  readonly localIds: readonly LocalId[];
  readonly itemIds: readonly ItemId[];
  /**
   * Nothing is planned: the item arrived and is gone again before its request has ended. Its local source would look new and bring back itself
   * and its folder.
   */
  readonly isWhole: boolean;
};

/**
 * The outcome of an intent (SPEC P85).
 * - `happened`: recorded as the result of a step is;
 * - `void`: it did not happen, or it no longer matters;
 * - `open`: not known yet. `isSeen`: the effect shows, so the request need not be waited for.
 */
export type Verdict =
  | { readonly is: 'happened'; readonly deed: Deed; readonly done: StepDone }
  | { readonly is: 'void' }
  | { readonly is: 'open'; readonly held: Held; readonly isSeen: boolean };

export const VOID: Verdict = { is: 'void' };

export const open = (held: Partial<Held> = {}, isSeen = false): Verdict => ({
  is: 'open',
  held: { localIds: [], itemIds: [], isWhole: false, ...held },
  isSeen,
});

/** An agreement, and the local node that it is about. */
export type Settled = Agreement & { readonly localId: LocalId };
