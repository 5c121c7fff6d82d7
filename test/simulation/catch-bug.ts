import { scriptOf } from './script.ts';
import { simulate } from './simulate.ts';
import type { Plant } from './world/device.ts';
import type { ServiceHost } from './world/service-host.ts';

/**
 * In which seed the simulator first sees that something is wrong, and by which rule; null: not within `seeds`. A seed in which something
 * is wrong without the bug as well says nothing about it. The service knows no idempotency keys: most bugs are planted in what the engine
 * does without them.
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
