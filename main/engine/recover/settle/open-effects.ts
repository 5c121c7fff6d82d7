import type { ItemId, LocalId } from '../../model/ids.ts';
import type { Looks } from './looks.ts';
import type { Held } from './verdict.ts';

/** Effects that may have happened and are not recorded (SPEC P85). */
export type OpenEffects = {
  /** Nodes that wait until the outcome of an intent is known. */
  readonly held: {
    readonly localIds: ReadonlySet<LocalId>;
    readonly itemIds: ReadonlySet<ItemId>;
    readonly isWhole: boolean;
  };
  readonly looks: Looks;
  /** Replaces the nodes that wait. */
  hold(held: readonly Held[]): void;
};

export function createOpenEffects(): OpenEffects {
  let held: OpenEffects['held'] = { localIds: new Set(), itemIds: new Set(), isWhole: false };
  return {
    get held() {
      return held;
    },
    looks: new Map(),
    hold(nodes) {
      held = {
        localIds: new Set(nodes.flatMap(({ localIds }) => localIds)),
        itemIds: new Set(nodes.flatMap(({ itemIds }) => itemIds)),
        isWhole: nodes.some(({ isWhole }) => isWhole),
      };
    },
  };
}
