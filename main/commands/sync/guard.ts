import type { CommandWorld, HandlersOf } from '../command-world.ts';

/** How many items may be deleted at once without a question. Batches already held keep waiting for a decision (SPEC P46). */
export function guardCommands({ guard }: CommandWorld): HandlersOf<'guard.set'> {
  return {
    'guard.set': async (change) => {
      const known = guard.limits();
      const { items = known.items, share = known.share } = change;
      guard.set({ items, share });
      return { ok: true, value: guard.limits() };
    },
  };
}
