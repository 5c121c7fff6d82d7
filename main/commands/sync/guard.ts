import type { CommandWorld, HandlersOf } from '../command-world.ts';

/** How many items may be deleted at once without a question. Batches already held keep waiting for a decision (SPEC P46). */
export function guardCommands({ guard }: CommandWorld): HandlersOf<'guard.set'> {
  return {
    'guard.set': async (limits) => {
      guard.set(limits);
      return { ok: true, value: guard.limits() };
    },
  };
}
