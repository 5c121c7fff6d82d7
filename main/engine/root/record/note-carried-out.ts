import type { JournalDraft, StepDone } from '../../execute/step-result.ts';
import { nodesOf } from '../../execute/subject.ts';
import type { Deed } from '../../model/plan/step.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { RootContext } from '../root-context.ts';

type Context = Pick<RootContext, 'root' | 'carriedOut'> & { readonly parts: Pick<RootContext['parts'], 'clock'> };

/** Counts what the guard counts too (SPEC P31). Call before it is recorded: released nodes are released once. */
export function noteCarriedOut({ root, carriedOut, parts }: Context, deed: Deed, { journal }: StepDone): void {
  if (journal === null) return;
  const nowMs = parts.clock.nowMs();
  const nodes = nodesOf(deed);
  const { itemId } = nodes;
  switch (deed.kind) {
    case 'upload':
    case 'create-remote-folder':
      return carriedOut.made('to-remote');
    case 'download':
    case 'create-local-folder':
      return carriedOut.made('to-local');
    case 'trash-remote':
      if (root.isReleased(nodes)) return;
      return carriedOut.deleted('to-remote', countOf(journal.before), nowMs);
    case 'trash-local':
      // Still there, or no longer shared: no delete.
      if (itemId === null || root.remote(itemId) !== undefined || root.wasLost(itemId)) return;
      if (root.isReleased(nodes)) return;
      return carriedOut.deleted('to-local', countOf(journal.before), nowMs);
    case 'upload-version':
      if (itemId === null || isFilled(root, nodes) || root.isReleased(nodes)) return;
      return carriedOut.rewritten('to-remote', itemId, nowMs);
    case 'download-version':
      if (itemId === null || isFilled(root, nodes) || root.isReleased(nodes)) return;
      return carriedOut.rewritten('to-local', itemId, nowMs);
    default:
  }
}

/** A folder counts with everything in it that was synced. */
const countOf = (before: JournalDraft['before']): number => Number(before?.['nodes'] ?? 1);

/** Until now the file was empty: nothing is replaced. */
function isFilled(root: RootStore, { localId, itemId }: ReturnType<typeof nodesOf>): boolean {
  const byLocal = localId === null ? undefined : root.syncedByLocal(localId);
  const row = byLocal ?? (itemId === null ? undefined : root.syncedByItem(itemId));
  return row?.content?.sizeBytes === 0;
}
