import { ExternalLink, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListRow } from '../../components/collection/list-row.tsx';
import { Button } from '../../components/controls/button.tsx';
import type { Done } from '../../parts/toasts.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { folderOf, nameOf } from '../../state/items/item.ts';
import { restore, trash } from '../../state/items/item-actions.ts';
import { openLink } from '../../state/items/open-link.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Bookmark } from './bookmark.ts';

/** One bookmark: its target, its location, and its actions. */
export function BookmarkRow({
  bookmark,
  onEdit,
  onTell,
}: {
  bookmark: Bookmark;
  onEdit: () => void;
  onTell: (done: Done) => void;
}): ReactNode {
  const open = useServiceAction((bridge) => openLink(bridge, bookmark.url ?? ''));
  const remove = useServiceAction((bridge) => trash(bridge, bookmark));
  const name = nameOf(bookmark);
  const folder = folderOf(bookmark);
  const error = open.error ?? remove.error;
  const removed = (): void =>
    onTell({ sentence: texts.bookmarks.deleted(name), undo: (bridge) => restore(bridge, bookmark) });
  return (
    <ListRow icon={Globe} error={error}>
      <div className="min-w-0 flex-[1_1_14rem]">
        <p dir="auto" className="w-fit max-w-full truncate" title={name}>
          {name}
        </p>
        <p dir="ltr" className="w-fit max-w-full truncate text-dim text-small" title={bookmark.url}>
          {bookmark.url}
        </p>
      </div>
      {folder !== null && (
        <a
          href={hrefOf('files', { folder: folder.id })}
          dir="auto"
          className="max-w-48 truncate text-dim text-small hover:underline"
        >
          {folder.id === '0' ? texts.files.top : folder.name}
        </a>
      )}
      <div className="flex flex-wrap gap-2">
        <Button aria-label={texts.bookmarks.openOf(name)} onPress={() => open.mutate(undefined)}>
          <ExternalLink aria-hidden className="size-4" />
          {texts.bookmarks.open}
        </Button>
        <Button aria-label={texts.bookmarks.editOf(name)} onPress={onEdit}>
          {texts.bookmarks.edit}
        </Button>
        <Button
          kind="ghost"
          aria-label={texts.bookmarks.deleteOf(name)}
          isDisabled={remove.isPending}
          onPress={() => remove.mutate(undefined, { onSuccess: removed })}
        >
          {texts.bookmarks.delete}
        </Button>
      </div>
    </ListRow>
  );
}
