import { createRuleOrders, type RuleOrders } from '../acts/scope/rule-orders.ts';
import { createScopeOrders, type ScopeOrders } from '../acts/scope/scope-orders.ts';
import { rootId } from '../model/ids.ts';
import { type Answer, type Refused, rootNotFound } from '../model/refusal.ts';
import type { AccountGate } from '../root/account/account-gate.ts';
import { pauseAccount, resumeAccount } from '../root/account/account-pause.ts';
import type { EngineRoots } from '../root/account/engine-roots.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import { retryOnOrder } from '../root/waiting/retry.ts';

/** User commands besides adding and removing roots. */
export type EngineOrders = ScopeOrders &
  RuleOrders & {
    /** Null `id`: everything. Null `forMs`: until resumed. Survives a restart. */
    pause(id: number | null, forMs: number | null): Done;
    /** Null `id`: everything, also roots that were paused by themselves. */
    resume(id: number | null): Done;
    /** Retries waiting items now: one path with everything below it, or all. */
    retry(request: { readonly rootId?: number | undefined; readonly path?: string | undefined }): Done;
  };

type Done = Answer<Record<string, never>>;

export function createEngineOrders(
  parts: EngineParts,
  roots: EngineRoots,
  gate: AccountGate,
  changed: () => void,
): EngineOrders {
  const { store, clock } = parts;
  const stir = (): Done => {
    for (const { wake } of roots.contexts()) wake.ring();
    changed();
    return { ok: true, value: {} };
  };
  const pauseRoot = (id: number, untilMs: number | null): Refused | null => {
    if (roots.find(id) === undefined) return rootNotFound();
    store.setPaused(rootId(id), untilMs);
    return null;
  };
  return {
    ...createScopeOrders(parts, roots, changed),
    ...createRuleOrders(parts, roots, changed),
    pause: (id, forMs) => {
      const untilMs = forMs === null ? 0 : clock.nowMs() + forMs;
      if (id !== null) return pauseRoot(id, untilMs) ?? stir();
      pauseAccount(parts, untilMs);
      return stir();
    },
    resume: (id) => {
      if (id !== null) return pauseRoot(id, null) ?? stir();
      for (const record of roots.own()) store.setPaused(record.id, null);
      resumeAccount(parts);
      return stir();
    },
    retry: ({ rootId: wanted, path }) => {
      const chosen = roots.contexts().filter((context) => wanted === undefined || context.record.id === wanted);
      if (wanted !== undefined && chosen.length === 0) return rootNotFound();
      for (const context of chosen) retryOnOrder(context, path ?? null);
      parts.surroundings?.endPause();
      // Any other trouble came as an answer: the connections are alive, and so are the transfers on them.
      if (gate.problem?.code === 'offline') parts.surroundings?.dropConnections();
      gate.tryNow();
      return stir();
    },
  };
}
