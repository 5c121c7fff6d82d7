import type { Direction, HeldBatch, Lately, PlanSettings } from '../../model/plan/plan.ts';
import type { StepAction } from '../../model/plan/step.ts';
import type { Trees } from '../../model/tree.ts';
import type { Draft } from '../outcome.ts';
import { keyOf } from '../step-key.ts';
import { nearHeld } from './near-held.ts';

export type Guarded = { readonly passed: readonly Draft[]; readonly held: readonly HeldBatch[] };

type Risky = Danger & { readonly draft: Draft };

type Danger = { readonly what: HeldBatch['what']; readonly direction: HeldBatch['direction']; readonly nodes: number };

/**
 * Holds deletes and rewrites that are too many to be intentional, one batch per direction, until the user decides (edge cases 75
 * to 77). Too many means above both limits: a count, and a share of all synced items, together with those that were carried out lately: a slow
 * disk is noticed in portions. Released items pass and are not counted
 * again. Held items stay held until released, with the items in them and around them, even when few remain: a half-made decision, an
 * interrupted restore, or an edit that keeps a held folder is not a release (SPEC P46). Filling an empty file is not a rewrite; otherwise a
 * program that creates many files and then fills them would need the user. All other steps proceed.
 */
export function guard(trees: Trees, drafts: readonly Draft[], settings: PlanSettings): Guarded {
  const risky = drafts.flatMap((draft) => {
    const danger = dangerOf(draft);
    return danger === null || isAmong(draft.action, settings.released) ? [] : [{ draft, ...danger }];
  });
  if (risky.length === 0) return { passed: drafts, held: [] };
  const isHeld = {
    'to-local': nearHeld(trees, settings.held, 'local'),
    'to-remote': nearHeld(trees, settings.held, 'remote'),
  };
  const dangers = risky.filter(({ draft: { action, item } }) => !isLost(trees, action) || isHeld['to-local'](item));
  const held: HeldBatch[] = [];
  const stopped = new Set<Draft>();
  for (const what of ['deletes', 'rewrites'] as const) {
    for (const direction of ['to-remote', 'to-local'] as const) {
      const batch = dangers.filter((one) => one.what === what && one.direction === direction);
      if (batch.length === 0) continue;
      const kept = isTooMany(batch, settings)
        ? batch
        : batch.filter(({ draft: { item, action } }) => isHeld[direction](item) || isTaken(action, settings));
      if (kept.length === 0) continue;
      for (const { draft } of kept) stopped.add(draft);
      const steps = kept.map(({ draft: { action, rule } }) => ({ ...action, key: keyOf(action), rule, after: [] }));
      held.push({ what, direction, steps, nodes: nodesOf(kept) });
    }
  }
  return { passed: drafts.filter((draft) => !stopped.has(draft)), held };
}

function dangerOf({ action, item }: Draft): Danger | null {
  switch (action.kind) {
    case 'trash-remote':
      return { what: 'deletes', direction: 'to-remote', nodes: action.subtree };
    case 'trash-local':
      // Items that leave by the user's choice stay on the service: not a delete (SPEC P66). An emptied folder takes nothing along (P86).
      return action.staysThere === true || action.subtree === 0
        ? null
        : { what: 'deletes', direction: 'to-local', nodes: action.subtree };
    case 'upload-version':
      return item.remote?.content?.sizeBytes === 0 ? null : { what: 'rewrites', direction: 'to-remote', nodes: 1 };
    case 'download-version':
      return action.expect.sizeBytes === 0 ? null : { what: 'rewrites', direction: 'to-local', nodes: 1 };
    default:
      return null;
  }
}

/** No longer shared: its owner keeps it, so that is no delete (SPEC P70). */
const isLost = (trees: Trees, action: StepAction): boolean =>
  action.kind === 'trash-local' && trees.wasLost(action.itemId);

/** Of one kind and direction. */
function isTooMany(batch: readonly Risky[], { guard: { items, share }, lately, syncedCount }: PlanSettings): boolean {
  const [first] = batch;
  if (first === undefined) return false;
  const before = lately[first.direction];
  const again = batch.filter(({ draft: { action } }) => isAgain(action, before)).length;
  // Deleted items are no longer among the synced ones.
  const isDelete = first.what === 'deletes';
  const all = nodesOf(batch) + (isDelete ? before.deleted : before.rewritten.size - again);
  return all > items && all > share * (syncedCount + (isDelete ? before.deleted : 0));
}

const isAgain = (action: StepAction, { rewritten }: Lately[Direction]): boolean =>
  (action.kind === 'upload-version' || action.kind === 'download-version') && rewritten.has(action.itemId);

const nodesOf = (dangers: readonly Danger[]): number => dangers.reduce((sum, { nodes }) => sum + nodes, 0);

function isAmong(action: StepAction, nodes: PlanSettings['held']): boolean {
  return (
    ('localId' in action && nodes.localIds.has(action.localId)) ||
    ('itemId' in action && nodes.itemIds.has(action.itemId))
  );
}

/** A virus scanner took it: perhaps an unwanted delete (SPEC P39). */
const isTaken = (action: StepAction, { taken }: PlanSettings): boolean =>
  action.kind === 'trash-remote' && taken.has(action.localId);
