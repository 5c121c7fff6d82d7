import type { Script } from './script.ts';
import { type Outcome, type RunOptions, simulate } from './simulate.ts';
import type { ServiceHost } from './world/service-host.ts';

export type Shrunk = { readonly script: Script; readonly outcome: Outcome };

/**
 * Leaves out acts, and then trouble, for as long as a violation of the same rule stays: what is left is a short story that
 * a person can read. At most `runs` runs.
 */
export async function shrink(host: ServiceHost, script: Script, options: RunOptions = {}, runs = 120): Promise<Shrunk> {
  let best: Shrunk = { script, outcome: await simulate(host, script, options) };
  const rules = new Set(best.outcome.violations.map(({ rule }) => rule));
  let left = runs;
  const tryOut = async (candidate: Script): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    const outcome = await simulate(host, candidate, options);
    const isBad = outcome.violations.some(({ rule }) => rules.has(rule));
    if (isBad) best = { script: candidate, outcome };
    return isBad;
  };
  for (let size = Math.ceil(best.script.acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.script.acts.length && left > 0; ) {
      const { acts } = best.script;
      const fewer = [...acts.slice(0, at), ...acts.slice(at + size)];
      if (!(await tryOut({ ...best.script, acts: fewer }))) at += size;
    }
  }
  for (const trouble of [0, best.script.trouble / 4, best.script.trouble / 2]) {
    if (trouble < best.script.trouble && (await tryOut({ ...best.script, trouble }))) break;
  }
  await tryOut({ ...best.script, caseSensitive: { A: true, B: true } });
  return best;
}
