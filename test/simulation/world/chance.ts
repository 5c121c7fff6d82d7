/** A stream of pseudo-random numbers. Equal seeds and names give equal draws on every machine. */
export type Chance = {
  /** At least 0, below 1. */
  fraction(): number;
  /** An integer from 0 up to but excluding `limit`. */
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** True with the given probability. */
  happens(probability: number): boolean;
};

/**
 * Opens the stream `name` of a seed. Workload, faults and schedule use separate streams, so removing an act does not change the draws of the
 * others. That makes a failing run shrinkable.
 */
export function openChance(seed: number, name: string): Chance {
  let state = mix(seed >>> 0, name);
  // mulberry32: 32 bits of state are enough for a few thousand draws.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    happens: (probability) => fraction() < probability,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
}

function mix(seed: number, name: string): number {
  let hash = seed ^ 0x9e3779b9;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
