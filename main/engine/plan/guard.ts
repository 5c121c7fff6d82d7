import type { HeldBatch, PlanSettings } from '../model/plan.ts';
import type { StepAction } from '../model/step.ts';
import type { Draft } from './outcome.ts';
import { keyOf } from './step-key.ts';

export type Guarded = { readonly passed: readonly Draft[]; readonly held: readonly HeldBatch[] };

type Danger = { readonly what: HeldBatch['what']; readonly direction: HeldBatch['direction']; readonly nodes: number };

/**
 * Holds deletes and rewrites that are too many to be meant, as one batch for each direction, until a person decides once
 * (edge cases 75 to 77). Too many is beyond both limits: a number, and a share of all that is synced. What a person has
 * released passes and is not counted again. What is held stays held until then, also when little of it is left: half a decision,
 * a restore that was cut off, is no release (SPEC P46). An empty file that gets its content is no rewrite: a program that makes
 * many files and fills them afterwards would wait for a person. Everything else flows on.
 */
export function guard(drafts: readonly Draft[], settings: PlanSettings): Guarded {
  const held: HeldBatch[] = [];
  const stopped = new Set<Draft>();
  for (const what of ['deletes', 'rewrites'] as const) {
    for (const direction of ['to-remote', 'to-local'] as const) {
      const batch = drafts.filter((draft) => {
        const danger = dangerOf(draft.action);
        return danger?.what === what && danger.direction === direction && !isAmong(draft.action, settings.released);
      });
      const { items, share } = settings.guard;
      const all = nodesOf(batch);
      const isTooMany = all > items && all > share * settings.syncedCount;
      const kept = isTooMany ? batch : batch.filter((draft) => isAmong(draft.action, settings.held));
      if (kept.length === 0) continue;
      for (const draft of kept) stopped.add(draft);
      const steps = kept.map(({ action, rule }) => ({ ...action, key: keyOf(action), rule, after: [] }));
      held.push({ what, direction, steps, nodes: nodesOf(kept) });
    }
  }
  return { passed: drafts.filter((draft) => !stopped.has(draft)), held };
}

function dangerOf(action: StepAction): Danger | null {
  switch (action.kind) {
    case 'trash-remote':
      return { what: 'deletes', direction: 'to-remote', nodes: action.subtree };
    case 'trash-local':
      // What leaves because a person chose so is on the service as it was: no delete (SPEC P66).
      return action.staysThere === true ? null : { what: 'deletes', direction: 'to-local', nodes: action.subtree };
    case 'upload-version':
      return action.replacesNothing === true ? null : { what: 'rewrites', direction: 'to-remote', nodes: 1 };
    case 'download-version':
      return action.expect.sizeBytes === 0 ? null : { what: 'rewrites', direction: 'to-local', nodes: 1 };
    default:
      return null;
  }
}

const nodesOf = (drafts: readonly Draft[]): number =>
  drafts.reduce((sum, draft) => sum + (dangerOf(draft.action)?.nodes ?? 0), 0);

function isAmong(action: StepAction, nodes: PlanSettings['held']): boolean {
  return (
    ('localId' in action && nodes.localIds.has(action.localId)) ||
    ('itemId' in action && nodes.itemIds.has(action.itemId))
  );
}
