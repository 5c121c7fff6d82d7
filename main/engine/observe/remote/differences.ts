import type { RemoteEntry } from '../../model/entry.ts';
import { type ItemId, isNewerSequence } from '../../model/ids.ts';
import type { Pace } from '../../ports/pace.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isAnother } from './another-item.ts';
import type { ListedFolder } from './list-tree.ts';

/**
 * How a listing differs from the tree about an item.
 * - `untold`: the service has it, or a later state of it.
 * - `forgotten`: the service does not have it, or has an earlier state of it.
 */
export type Difference = 'untold' | 'forgotten';

export type Differences = ReadonlyMap<ItemId, Difference>;

type Tree = Pick<
  RootStore,
  'remote' | 'remoteTakenAt' | 'remoteChildren' | 'remoteChildCount' | 'goneSequence' | 'goneTakenAt'
>;

/** Compares a listed folder with the tree, except for items observed since the request. Writes nothing. */
export async function differencesIn(root: Tree, listed: ListedFolder, pace: Pace): Promise<Differences> {
  const found = new Map<ItemId, Difference>();
  const { folder, entries } = listed;
  let known = 0;
  for (let at = 0; at < entries.length; at += pace.most) {
    const portion = entries.slice(at, at + pace.most);
    await pace.turnFor(portion.length);
    for (const entry of portion) {
      const row = root.remote(entry.id);
      if (row?.parentId === folder) known += 1;
      const difference = isNews(root, listed, entry.id)
        ? null
        : differenceOf(root, row, { ...entry, parentId: folder });
      if (difference !== null) found.set(entry.id, difference);
    }
  }
  // The children are read only if there are more of them than the listing shows.
  const isShort = root.remoteChildCount(folder) > known;
  for (const id of isShort ? absentFrom(root, listed) : []) found.set(id, 'forgotten');
  return found;
}

const isNews = (root: Tree, { takenAt }: ListedFolder, id: ItemId): boolean =>
  root.remoteTakenAt(id) > takenAt || root.goneTakenAt(id) > takenAt;

function differenceOf(root: Tree, row: RemoteEntry | undefined, entry: RemoteEntry): Difference | null {
  if (row === undefined) {
    const gone = root.goneSequence(entry.id);
    return gone === undefined || isNewerSequence(entry.sequenceId, gone) ? 'untold' : 'forgotten';
  }
  if (isNewerSequence(row.sequenceId, entry.sequenceId) || isAnother(row, entry)) return 'forgotten';
  return isSame(row, entry) ? null : 'untold';
}

/** A later state that differs in nothing that is synced needs no event. */
const isSame = (row: RemoteEntry, entry: RemoteEntry): boolean =>
  row.parentId === entry.parentId &&
  row.name === entry.name &&
  row.content?.sha1 === entry.content?.sha1 &&
  row.canUpload === entry.canUpload &&
  row.canRename === entry.canRename &&
  row.canDelete === entry.canDelete &&
  row.canDownload === entry.canDownload;

function absentFrom(root: Tree, listed: ListedFolder): readonly ItemId[] {
  const shown = new Set(listed.entries.map(({ id }) => id));
  const children = root.remoteChildren(listed.folder).map(({ id }) => id);
  return children.filter((id) => !shown.has(id) && !isNews(root, listed, id));
}
