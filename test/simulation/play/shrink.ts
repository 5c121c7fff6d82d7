import type { Act, Script } from '../script.ts';
import { type Outcome, type RunOptions, simulate } from '../simulate.ts';
import type { ServiceHost } from '../world/service/service-host.ts';

export type Shrunk = { readonly script: Script; readonly outcome: Outcome };

/** True if the script still shows the violation. */
type Try = (candidate: Script) => Promise<boolean>;

/**
 * Shrinks a script while a violation of the same rule remains: first the acts, then the faults, then the scheduling, then sizes and pauses. The
 * result is a short, readable story. Uses at most `runs` runs.
 */
export async function shrink(host: ServiceHost, script: Script, options: RunOptions = {}, runs = 160): Promise<Shrunk> {
  let best: Shrunk = { script, outcome: await simulate(host, script, options) };
  const rules = new Set(best.outcome.violations.map(({ rule }) => rule));
  let left = runs;
  const tryOut: Try = async (candidate) => {
    if (left <= 0) return false;
    left -= 1;
    const outcome = await simulate(host, candidate, options);
    const isBad = outcome.violations.some(({ rule }) => rules.has(rule));
    if (isBad) best = { script: candidate, outcome };
    return isBad;
  };
  const now = (): Shrunk => best;
  await fewerActs(now, tryOut);
  await fewerFaults(now, tryOut);
  await fewerActs(now, tryOut);
  await plainerWorld(now, tryOut);
  return best;
}

async function fewerActs(best: () => Shrunk, tryOut: Try): Promise<void> {
  for (let size = Math.ceil(best().script.acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best().script.acts.length; ) {
      const { script } = best();
      const acts = [...script.acts.slice(0, at), ...script.acts.slice(at + size)];
      if (!(await tryOut({ ...script, acts }))) at += size;
    }
  }
}

/** First tries without any faults, then without half of the remaining ones, and so on down to single faults. */
async function fewerFaults(best: () => Shrunk, tryOut: Try): Promise<void> {
  if (best().script.trouble === 0 || (await tryOut({ ...best().script, trouble: 0 }))) return;
  for (let size = Math.ceil(best().outcome.struck.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best().outcome.struck.length; ) {
      const { script, outcome } = best();
      const muted = [...script.muted, ...outcome.struck.slice(at, at + size)];
      if (!(await tryOut({ ...script, muted }))) at += size;
    }
  }
}

async function plainerWorld(best: () => Shrunk, tryOut: Try): Promise<void> {
  await tryOut({ ...best().script, calm: true });
  if (best().script.guard !== null) await tryOut({ ...best().script, guard: null });
  const plain = best().script.devices.map((device) => ({ ...device, skewMs: 0 }));
  await tryOut({ ...best().script, devices: plain });
  await tryOut({
    ...best().script,
    devices: best().script.devices.map((device) => ({ ...device, disk: 'linux' as const })),
  });
  const { devices, acts } = best().script;
  const needed = devices.filter(({ name }, index) => index < 2 || acts.some(({ actor }) => actor === name));
  if (needed.length < devices.length) await tryOut({ ...best().script, devices: needed });
  const simpler: ((act: Act) => Act)[] = [
    (act) => ({ ...act, sizeBytes: Math.min(act.sizeBytes, 5) }),
    (act) => ({ ...act, common: 1 }),
    (act) => ({ ...act, afterMs: act.afterMs < 1_000 ? 0 : Math.floor(act.afterMs / 1_000) * 1_000 }),
  ];
  for (const simplify of simpler) await tryOut({ ...best().script, acts: best().script.acts.map(simplify) });
}
