import { storyOf } from './play-seed.ts';
import { type Script, scriptOf } from './script.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import type { ServiceHost } from './world/service-host.ts';

/** Plays a script. On a violation: shrinks the script and throws an error with the story of it. */
export async function expectClean(host: ServiceHost, script: Script): Promise<void> {
  const { violations } = await simulate(host, script);
  if (violations.length === 0) return;
  const shrunk = await shrink(host, script);
  throw new Error(storyOf(shrunk.script, shrunk.outcome));
}

type Seeds = { readonly first: number; readonly last: number };

/** The seeds that `npm test` plays, in two halves for two files, because files run side by side. */
export const HALVES = { first: { first: 1, last: 500 }, second: { first: 501, last: 1_000 } } as const satisfies Record<
  string,
  Seeds
>;

const SEEDS_PER_TEST = 50;

/** So many seeds that one of them is quickly found again, and that a test ends in good time. */
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
