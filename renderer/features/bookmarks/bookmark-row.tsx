import { ExternalLink, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { folderOf, nameOf } from '../../state/item.ts';
import { restore, trash } from '../../state/item-actions.ts';
import { openLink } from '../../state/open-link.ts';
import { hrefOf } from '../../state/route.ts';
import { useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import type { Bookmark } from './bookmark.ts';

/** One bookmark: where it leads, where it lies, and what can be done with it. */
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
        <p dir="auto" className="w-fit max-w-full truncate font-medium" title={name}>
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
          kind="quiet"
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
