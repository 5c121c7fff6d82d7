import { rescuedIn } from '../../model/names/rescue-name.ts';
import { factsAfter } from '../../store/history/journal-facts.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import type { Notice } from './invitation-notice.ts';

/** The notice about local-only items that were moved out of a root (SPEC P70); null: none. */
export function rescueNotice(entries: readonly JournalEntry[], rootPaths: ReadonlyMap<number, string>): Notice | null {
  const rescued = entries.filter(({ kind, itemKind }) => kind === 'rescue' && itemKind === 'file');
  const [first] = rescued;
  const root = first === undefined ? undefined : rootPaths.get(first.rootId);
  if (first === undefined || root === undefined) return null;
  const place = rescuedIn(factsAfter(first).text('rescuedTo') ?? '', first.path, root);
  const args = { path: first.path, more: rescued.length - 1, ...place };
  return {
    id: `rescue ${first.id}`,
    kind: 'attention',
    title: { code: 'rescued', args: {} },
    body: { code: 'rescued_details', args },
    invitation: null,
  };
}
