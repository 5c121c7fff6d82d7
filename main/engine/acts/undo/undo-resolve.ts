import type { Resolution } from '../../model/plan/conflict.ts';
import type { Answer } from '../../model/refusal.ts';
import { factsAfter, factsBefore } from '../../store/history/journal-facts.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import { type Act, changedSince } from '../act.ts';

const RESOLUTIONS: readonly Resolution[] = ['mine', 'theirs', 'both'];

/** Undoes only the decision: reopens the conflict, or resolves it again when this is undone. The moves made for it have entries of their own. */
export async function undoResolve(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { root, parts } = act.context;
  const id = factsBefore(entry).number('conflict');
  const conflict = id === null ? undefined : root.conflict(id);
  if (conflict === undefined) return changedSince(entry.path);
  const wasKept = factsAfter(entry).text('keep');
  const kept = RESOLUTIONS.find((one) => one === wasKept) ?? null;
  // An entry that reopened the conflict has no `keep`; undoing it restores the earlier decision.
  const before = kept === null ? (RESOLUTIONS.find((one) => one === factsBefore(entry).text('keep')) ?? 'both') : null;
  parts.store.transaction(() => {
    root.settleConflict(conflict.id, before, parts.clock.nowMs());
    act.note({
      kind: 'resolve',
      rule: 'P50',
      side: 'both',
      itemKind: entry.itemKind,
      path: entry.path,
      localId: entry.localId,
      itemId: entry.itemId,
      before: { conflict: conflict.id, keep: kept },
      after: { keep: before },
      undoes: entry.id,
    });
  });
  return { ok: true, value: {} };
}
