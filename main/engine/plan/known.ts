import type { PlanSettings } from '../model/plan.ts';
import type { Trees } from '../model/tree.ts';
import { undoCycles } from './cycles.ts';
import { createFates, type Fates } from './fate.ts';
import type { Item } from './item.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { createLosses, type Losses } from './losses.ts';
import type { Pairing } from './pairing.ts';
import { createPlaces, type Places } from './place.ts';

/** All that a decision about one item may look at. Everything in it is found once and remembered for one plan. */
export type Known = {
  readonly trees: Trees;
  readonly settings: PlanSettings;
  readonly pairing: Pairing;
  readonly places: Places;
  /** Local moves that are undone, whether or not they are in doubt (SPEC P9). */
  readonly undone: readonly Item[];
  readonly fates: Fates;
  readonly leaving: Leaving;
  readonly losses: Losses;
};

/** The order matters: pairs give places, places without cycles give fates. */
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
