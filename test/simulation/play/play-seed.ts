import { inWords, type Script } from '../script.ts';
import { type Outcome, simulate } from '../simulate.ts';
import type { ServiceHost } from '../world/service/service-host.ts';
import { shrink } from './shrink.ts';

/** Result of one seed. */
export type Played = {
  readonly seed: number;
  readonly reached: readonly (readonly [what: string, times: number])[];
  /** Null: no violation. Otherwise the shortest script that reproduces it, and its story. */
  readonly failure: { readonly script: Script; readonly story: string } | null;
};

export async function playSeed(host: ServiceHost, script: Script): Promise<Played> {
  const { seed } = script;
  const outcome = await simulate(host, script);
  const reached = [...outcome.reached];
  if (outcome.violations.length === 0) return { seed, reached, failure: null };
  const shrunk = await shrink(host, script);
  return { seed, reached, failure: { script: shrunk.script, story: storyOf(shrunk.script, shrunk.outcome) } };
}

/** Human-readable: the script, the acts, and the violations. */
export function storyOf(script: Script, { done, struck, violations }: Outcome): string {
  const wrong = violations.map(({ rule, what }) => `VIOLATION ${rule}: ${what}`);
  const faults = struck.length === 0 ? [] : [`Faults: ${struck.join(', ')}`];
  return [inWords(script), ...done, ...faults, ...(wrong.length === 0 ? ['No violation.'] : wrong)].join('\n');
}
