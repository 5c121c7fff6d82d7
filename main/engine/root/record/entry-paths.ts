import { placeOfLocal } from '../../execute/places.ts';
import type { JournalDraft, NamedPlace } from '../../execute/step-result.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { NewJournalEntry } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';

type Described = Pick<NewJournalEntry, 'side' | 'itemKind' | 'bytes' | 'path' | 'fromPath' | 'before' | 'after'>;

/**
 * An entry as its step describes it, with the paths of this moment. Called in the transaction that records the step, while the
 * trees still have the items that it took away: so no entry names a folder as it was before an earlier entry renamed it.
 */
export function describedBy(root: RootStore, draft: JournalDraft): Described {
  const { side, itemKind, bytes, place, from, before, after, trashed = [] } = draft;
  const inTrash = {
    trash: trashed.map((one) => one.place).join('\n'),
    from: trashed.map(({ entry }) => pathOf(root, placeOfLocal(entry))).join('\n'),
  };
  const all = trashed.length === 0 ? before : { ...before, ...inTrash };
  return {
    side,
    itemKind,
    bytes,
    path: pathOf(root, place),
    fromPath: from === null ? null : pathOf(root, from),
    before: all === null ? null : JSON.stringify(all),
    after: after === null ? null : JSON.stringify(after),
  };
}

/** The path below the root. A folder that has left its tree is named as it was agreed on; only the name is left of any other. */
export function pathOf(root: RootStore, place: NamedPlace): string {
  const folder = 'localId' in place ? localPath(root, place.localId) : remotePath(root, place.itemId);
  return [folder, place.name].filter((part) => part !== undefined && part !== '').join('/');
}

const localPath = (root: RootStore, id: LocalId): string => root.localPath(id) ?? root.syncedPath(id) ?? '';

function remotePath(root: RootStore, id: ItemId): string {
  const row = root.syncedByItem(id);
  return root.remotePath(id) ?? (row === undefined ? '' : localPath(root, row.localId));
}
