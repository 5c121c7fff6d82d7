import { ExternalLink, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import { copyAct } from '../../parts/rows/copy-act.ts';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { folderOf, nameOf } from '../../state/items/item.ts';
import { restore, trash } from '../../state/items/item-actions.ts';
import { openLink } from '../../state/items/open-link.ts';
import { texts } from '../../texts/texts.ts';
import type { Bookmark } from './bookmark.ts';
import { BookmarkDialog } from './bookmark-dialog.tsx';

/** The actions on a bookmark. */
export function bookmarkActs(bookmark: Bookmark, { onTell }: ListSteps): readonly EntryAct[] {
  const folder = folderOf(bookmark);
  const show: EntryAct = {
    id: 'show',
    icon: FolderOpen,
    label: texts.files.showInFolder,
    group: 'look',
    show: () => {
      window.location.hash = hrefOf('files', { folder: folder?.id ?? '0' });
    },
  };
  const edit: EntryAct = {
    id: 'edit',
    icon: Pencil,
    label: texts.manage.edit,
    group: 'change',
    ask: (close) => <BookmarkDialog bookmark={bookmark} onTell={onTell} onClose={close} />,
  };
  return [openAct(bookmark), ...(folder === null ? [] : [show]), copyAct(bookmark.url ?? ''), edit, trashAct(bookmark)];
}

/** Opens the bookmark in the browser. */
export const openAct = (bookmark: Bookmark): EntryAct => ({
  id: 'open',
  icon: ExternalLink,
  label: texts.bookmarks.open,
  name: texts.bookmarks.openOf(nameOf(bookmark)),
  group: 'look',
  send: async (bridge) => {
    await openLink(bridge, bookmark.url ?? '');
    return null;
  },
});

const trashAct = (bookmark: Bookmark): EntryAct => ({
  id: 'trash',
  icon: Trash2,
  label: texts.files.delete,
  group: 'remove',
  send: async (bridge) => {
    await trash(bridge, bookmark);
    return {
      sentence: texts.bookmarks.deleted(nameOf(bookmark)),
      undo: (undoing) => restore(undoing, bookmark),
    };
  },
});
