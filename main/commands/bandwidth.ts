import type { CommandWorld, HandlersOf } from './command-world.ts';

/** How fast bytes of files may go; what is set holds at once and over a restart. */
export function bandwidthCommands({ bandwidth }: CommandWorld): HandlersOf<'bandwidth.get' | 'bandwidth.set'> {
  return {
    'bandwidth.get': async () => ({ ok: true, value: bandwidth.plan() }),
    'bandwidth.set': async (plan) => {
      bandwidth.setPlan(plan);
      return { ok: true, value: bandwidth.plan() };
    },
  };
}
