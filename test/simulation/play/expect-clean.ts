import { type Script, scriptOf } from '../script.ts';
import { simulate } from '../simulate.ts';
import type { ServiceHost } from '../world/service/service-host.ts';
import { storyOf } from './play-seed.ts';
import { shrink } from './shrink.ts';

/** Plays a script. On a violation, shrinks the script and throws an error with its story. */
export async function expectClean(host: ServiceHost, script: Script): Promise<void> {
  const { violations } = await simulate(host, script);
  if (violations.length === 0) return;
  const shrunk = await shrink(host, script);
  throw new Error(storyOf(shrunk.script, shrunk.outcome));
}

type Seeds = { readonly first: number; readonly last: number };

/**
 * The seeds of `npm test`, split over four files that run in parallel. They are the same each time, enough for each planted bug to be caught
 * (`npm run simulate:planted`); each night plays others.
 */
export const QUARTERS = {
  first: { first: 1, last: 50 },
  second: { first: 51, last: 100 },
  third: { first: 101, last: 150 },
  fourth: { first: 151, last: 200 },
} as const satisfies Record<string, Seeds>;

const SEEDS_PER_TEST = 25;

/** Groups of seeds small enough to find a failing seed quickly and to stay within a test's timeout. */
export function inTests({ first, last }: Seeds): readonly Seeds[] {
  const count = Math.ceil((last - first + 1) / SEEDS_PER_TEST);
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * SEEDS_PER_TEST;
    return { first: from, last: Math.min(last, from + SEEDS_PER_TEST - 1) };
  });
}

export async function expectAllClean(host: ServiceHost, { first, last }: Seeds): Promise<void> {
  for (let seed = first; seed <= last; seed++) await expectClean(host, scriptOf(seed));
}
