import { canShare, type Item, linkOf, may } from '../../../state/items/item.ts';
import type { FolderSync, SyncStates } from '../state/sync-states.ts';

/** The actions possible with all selected items. */
export type SharedRights = {
  /** At least one of them can be shared; the dialog says which can't. */
  readonly canShare: boolean;
  /** At least one of them has a link; the report names those without. */
  readonly hasLink: boolean;
  /** At least one of them can be downloaded; the download counts those that it leaves out. */
  readonly canDownload: boolean;
  readonly canRename: boolean;
  readonly canCopy: boolean;
  readonly canDelete: boolean;
  /** The sync states of the selected folders; null: not only folders are selected. */
  readonly folderSyncs: ReadonlySet<FolderSync> | null;
};

/** Reads each item once, because there may be a hundred thousand. A bookmark has no content, and the format has no copy of it. */
export function sharedRights(items: readonly Item[], syncOf: SyncStates['of']): SharedRights {
  const syncs = new Set<FolderSync>();
  let [canRename, canDelete] = [true, true];
  let [isAnyShared, hasLink, canDownload] = [false, false, false];
  let [bookmarks, folders] = [0, 0];
  for (const item of items) {
    isAnyShared ||= canShare(item);
    hasLink ||= linkOf(item) !== undefined;
    canDownload ||= item.type !== 'web_link' && may(item, 'can_download');
    canRename &&= may(item, 'can_rename');
    canDelete &&= may(item, 'can_delete');
    if (item.type === 'web_link') bookmarks += 1;
    if (item.type !== 'folder') continue;
    folders += 1;
    syncs.add(syncOf(item));
  }
  return {
    canShare: isAnyShared,
    hasLink,
    canDownload,
    canRename,
    canCopy: bookmarks === 0,
    canDelete,
    folderSyncs: folders === items.length ? syncs : null,
  };
}
