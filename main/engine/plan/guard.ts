import type { HeldBatch, PlanSettings } from '../model/plan.ts';
import type { StepAction } from '../model/step.ts';
import type { Draft } from './outcome.ts';
import { keyOf } from './step-key.ts';

export type Guarded = { readonly passed: readonly Draft[]; readonly held: readonly HeldBatch[] };

type Danger = { readonly what: HeldBatch['what']; readonly direction: HeldBatch['direction']; readonly nodes: number };

/**
 * Holds deletes and rewrites that are too many to be meant, as one batch for each direction, until a person decides once
 * (edge cases 75 to 77). Too many is beyond both limits: a number, and a share of all that is synced. What a person has
 * released passes and is not counted again. Everything else flows on.
 */
export function guard(drafts: readonly Draft[], settings: PlanSettings): Guarded {
  const held: HeldBatch[] = [];
  const stopped = new Set<Draft>();
  for (const what of ['deletes', 'rewrites'] as const) {
    for (const direction of ['to-remote', 'to-local'] as const) {
      const batch = drafts.filter((draft) => {
        const danger = dangerOf(draft.action);
        return danger?.what === what && danger.direction === direction && !isReleased(draft.action, settings);
      });
      const nodes = batch.reduce((sum, draft) => sum + (dangerOf(draft.action)?.nodes ?? 0), 0);
      const { items, share } = settings.guard;
      if (nodes <= items || nodes <= share * settings.syncedCount) continue;
      for (const draft of batch) stopped.add(draft);
      const steps = batch.map(({ action, rule }) => ({ ...action, key: keyOf(action), rule, after: [] }));
      held.push({ what, direction, steps, nodes });
    }
  }
  return { passed: drafts.filter((draft) => !stopped.has(draft)), held };
}

function dangerOf(action: StepAction): Danger | null {
  switch (action.kind) {
    case 'trash-remote':
      return { what: 'deletes', direction: 'to-remote', nodes: action.subtree };
    case 'trash-local':
      return { what: 'deletes', direction: 'to-local', nodes: action.subtree };
    case 'upload-version':
      return { what: 'rewrites', direction: 'to-remote', nodes: 1 };
    case 'download-version':
      return { what: 'rewrites', direction: 'to-local', nodes: 1 };
    default:
      return null;
  }
}

function isReleased(action: StepAction, { released }: PlanSettings): boolean {
  return (
    ('localId' in action && released.localIds.has(action.localId)) ||
    ('itemId' in action && released.itemIds.has(action.itemId))
  );
}
