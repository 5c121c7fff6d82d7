import { scriptOf } from '../script.ts';
import { simulate } from '../simulate.ts';
import type { Plant } from '../world/device/device.ts';
import type { ServiceHost } from '../world/service/service-host.ts';

/**
 * Finds the first seed in which the simulator detects a planted bug, and the broken rule; null: not within `seeds`. Skips seeds that also fail
 * without the bug. The service does not support idempotency keys: most bugs concern what the engine does without them.
 */
export async function catchBug(
  host: ServiceHost,
  make: () => Plant,
  seeds: number,
): Promise<{ readonly seed: number; readonly rule: string } | null> {
  for (let seed = 1; seed <= seeds; seed++) {
    const script = { ...scriptOf(seed), knowsKeys: false };
    const { violations } = await simulate(host, script, { plant: make() });
    const [first] = violations;
    if (first === undefined) continue;
    const isClean = (await simulate(host, script)).violations.length === 0;
    if (isClean) return { seed, rule: first.rule };
  }
  return null;
}
