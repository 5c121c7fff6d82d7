import type { CommandWorld, HandlersOf } from './command-world.ts';

/** How much may go at once without a question. What is held already waits for its answer all the same (SPEC P46). */
export function guardCommands({ guard }: CommandWorld): HandlersOf<'guard.set'> {
  return {
    'guard.set': async (limits) => {
      guard.set(limits);
      return { ok: true, value: guard.limits() };
    },
  };
}
