import type { PlanSettings } from '../model/plan/plan.ts';
import type { Trees } from '../model/tree.ts';
import type { Item } from './item.ts';
import { createFates, type Fates } from './merge/fate.ts';
import { createPlaces, type Places } from './merge/place.ts';
import { undoCycles } from './order/cycles.ts';
import type { Pairing } from './pairing/pairing.ts';
import { createItemScopes, type ItemScopes } from './scope/item-scope.ts';
import { createLeaving, type Leaving } from './scope/leaving.ts';
import { createRulesToCome, type RulesToCome } from './scope/rules-to-come.ts';

/** Everything that a decision about one item may use. Each value is computed once per plan. */
export type Known = {
  readonly trees: Trees;
  readonly settings: PlanSettings;
  readonly pairing: Pairing;
  readonly places: Places;
  /** Local moves to undo, including those of items that are not dirty (SPEC P9). */
  readonly undone: readonly Item[];
  readonly fates: Fates;
  readonly scope: ItemScopes;
  readonly leaving: Leaving;
  readonly rules: RulesToCome;
};

/** Order matters: places need pairs, fates need places without cycles. */
export function know(
  pairing: Pairing,
  settings: PlanSettings,
  { seeds, stuck }: { readonly seeds: readonly Item[]; readonly stuck: ReadonlySet<Item> },
): Known {
  const places = createPlaces(pairing, settings.deviceId);
  const undone = undoCycles(seeds, places);
  const fates = createFates(pairing, places, { stuck, unsettled: settings.unsettled });
  const scope = createItemScopes(pairing, places);
  return {
    trees: pairing.trees,
    settings,
    pairing,
    places,
    undone,
    fates,
    scope,
    leaving: createLeaving(pairing, places, scope, stuck),
    rules: createRulesToCome(pairing, { places, fates, scope }),
  };
}
