import type { Deed, StepKind } from '../../model/plan/step.ts';
import type { JournalTable, NewJournalEntry } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';

type Known = { readonly root: Pick<RootStore, 'id' | 'syncedByItem'>; readonly journal: JournalTable };

/** The steps that begin to sync an item of the service. */
const BEGIN: ReadonlySet<StepKind> = new Set(['download', 'create-local-folder', 'adopt']);
/** Rules that remove an item from this disk while the service keeps it. */
const KEPT_THERE: ReadonlySet<string> = new Set(['P66', 'P86']);
/** Rules that give up local content for that of the service, which comes instead: no delete, and the undo brings that content beside it. */
export const GIVEN_UP: ReadonlySet<string> = new Set(['P46', 'P49']);

/**
 * An item that was deleted and is synced again under its id undoes its delete, whoever restored it (SPEC P50). Without this, its Undo would bring
 * the kept copy back next to it. Called before the new agreement is recorded.
 */
export function returnOf({ root, journal }: Known, { kind, itemId }: Deed): Pick<NewJournalEntry, 'kind' | 'undoes'> {
  if (!BEGIN.has(kind) || typeof itemId !== 'string' || root.syncedByItem(itemId) !== undefined) return { kind };
  const removal = journal.removalOf(root.id, itemId);
  if (removal === undefined || GIVEN_UP.has(removal.rule) || journal.isUndone(removal.id)) return { kind };
  const isRestored = kind !== 'adopt' && !KEPT_THERE.has(removal.rule);
  return { kind: isRestored ? 'restore-remote' : kind, undoes: removal.id };
}
