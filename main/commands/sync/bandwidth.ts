import type { CommandWorld, HandlersOf } from '../command-world.ts';

/** File transfer speed limits. A change takes effect immediately and survives a restart. */
export function bandwidthCommands({ bandwidth }: CommandWorld): HandlersOf<'bandwidth.get' | 'bandwidth.set'> {
  return {
    'bandwidth.get': async () => ({ ok: true, value: bandwidth.plan() }),
    'bandwidth.set': async (plan) => {
      bandwidth.setPlan(plan);
      return { ok: true, value: bandwidth.plan() };
    },
  };
}
