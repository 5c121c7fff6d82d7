import type { PlanSettings } from '../model/plan.ts';
import type { Trees } from '../model/tree.ts';
import { undoCycles } from './cycles.ts';
import { createFates, type Fates } from './fate.ts';
import type { Item } from './item.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { createLosses, type Losses } from './losses.ts';
import type { Pairing } from './pairing.ts';
import { createPlaces, type Places } from './place.ts';

/** Everything that a decision about one item may use. Each value is computed once per plan. */
export type Known = {
  readonly trees: Trees;
  readonly settings: PlanSettings;
  readonly pairing: Pairing;
  readonly places: Places;
  /** Local moves to undo, including those of items that are not dirty (SPEC P9). */
  readonly undone: readonly Item[];
  readonly fates: Fates;
  readonly leaving: Leaving;
  readonly losses: Losses;
};

/** Order matters: places need pairs, fates need places without cycles. */
export function know(pairing: Pairing, settings: PlanSettings, seeds: readonly Item[]): Known {
  const places = createPlaces(pairing, settings.deviceName);
  const undone = undoCycles(seeds, places);
  const fates = createFates(pairing, places);
  return {
    trees: pairing.trees,
    settings,
    pairing,
    places,
    undone,
    fates,
    leaving: createLeaving(pairing, places, fates),
    losses: createLosses(pairing),
  };
}
