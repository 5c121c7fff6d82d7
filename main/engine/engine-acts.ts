import { applyHeld, findHeld, type Held, type HeldItem, heldItems, heldOf } from './acts/held.ts';
import { putBackHeld } from './acts/put-back.ts';
import type { EngineRoots } from './engine-roots.ts';
import type { Answer } from './refusal.ts';

/** What a person decides about what waits for a decision, and how what was done is taken back (SPEC P45 to P54). */
export type EngineActs = {
  /** What the guard holds, the oldest first. */
  held(): readonly Held[];
  /** The list of one batch; `offset` and `limit` page. */
  heldItems(request: { readonly id: number; readonly offset: number; readonly limit: number }): Answer<{
    readonly items: readonly HeldItem[];
    readonly total: number;
  }>;
  /** `apply`: it goes on. `restore`: what was deleted or rewritten is put back, on the side where it happened. */
  decideHeld(id: number, decision: 'apply' | 'restore'): Promise<Answer<HeldDecided>>;
};

export type HeldDecided = {
  readonly released: number;
  readonly restored: number;
  readonly failed: readonly { readonly path: string; readonly message: string }[];
};

export function createEngineActs(roots: EngineRoots): EngineActs {
  return {
    held: () => roots.contexts().flatMap(heldOf),
    heldItems: ({ id, offset, limit }) => {
      const found = findHeld(roots.contexts(), id);
      if (!found.ok) return found;
      const { context, row } = found.value;
      const total = heldOf(context).find((batch) => batch.id === id)?.items ?? 0;
      return { ok: true, value: { items: heldItems(context, row, offset, limit), total } };
    },
    decideHeld: async (id, decision) => {
      const found = findHeld(roots.contexts(), id);
      if (!found.ok) return found;
      const { context, row } = found.value;
      if (decision === 'apply') {
        const released = applyHeld(context, row);
        context.told([]);
        return { ok: true, value: { released, restored: 0, failed: [] } };
      }
      const answer = await putBackHeld(context, row);
      return answer.ok ? { ok: true, value: { released: 0, ...answer.value } } : answer;
    },
  };
}
