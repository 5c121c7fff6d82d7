import { type Script, scriptOf } from '../script.ts';
import { simulate } from '../simulate.ts';
import type { Plant } from '../world/device/device.ts';
import type { ServiceHost } from '../world/service/service-host.ts';

/** The seed that caught a bug, and the broken rule; null: none of the seeds did. */
export type Catch = { readonly seed: number; readonly rule: string } | null;

/**
 * Returns a function that finds the first of some seeds in which the simulator detects a planted bug. It skips seeds that also fail without the
 * bug, and plays those once for all bugs. Unless a bug says otherwise, the service does not support idempotency keys: most bugs concern what the
 * engine does without them.
 */
export function openCatcher(host: ServiceHost): (make: () => Plant, seeds: readonly number[]) => Promise<Catch> {
  const clean = { withKeys: new Map<number, boolean>(), without: new Map<number, boolean>() };
  const isClean = async (script: Script): Promise<boolean> => {
    const known = clean[script.knowsKeys === true ? 'withKeys' : 'without'];
    const isKnown = known.get(script.seed) ?? (await simulate(host, script)).violations.length === 0;
    known.set(script.seed, isKnown);
    return isKnown;
  };
  return async (make, seeds) => {
    for (const seed of seeds) {
      const plant = make();
      const script = { ...scriptOf(seed), knowsKeys: plant.knowsKeys === true };
      const { violations } = await simulate(host, script, { plant });
      // An exception might be the plant's own.
      const first = violations.find(({ rule }) => rule !== 'error');
      if (first !== undefined && (await isClean(script))) return { seed, rule: first.rule };
    }
    return null;
  };
}

/** The seeds from 1 to `count`, with `first` before the others. */
export function seedsUpTo(count: number, first = 1): readonly number[] {
  return [...new Set([first, ...Array.from({ length: count }, (_, index) => index + 1)])];
}
