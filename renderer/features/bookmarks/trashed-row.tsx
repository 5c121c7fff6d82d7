import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListRow } from '../../components/collection/list-row.tsx';
import { Button } from '../../components/controls/button.tsx';
import type { Done } from '../../parts/toasts.tsx';
import { nameOf } from '../../state/items/item.ts';
import { restore, trash } from '../../state/items/item-actions.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Bookmark } from './bookmark.ts';

/** A bookmark in the service's trash, with a restore action. Permanent deletion is on the Trash page. */
export function TrashedRow({ bookmark, onTell }: { bookmark: Bookmark; onTell: (done: Done) => void }): ReactNode {
  const back = useServiceAction((bridge) => restore(bridge, bookmark));
  const name = nameOf(bookmark);
  return (
    <ListRow icon={Globe} error={back.error}>
      <div className="min-w-0 flex-[1_1_14rem]">
        <p dir="auto" className="w-fit max-w-full truncate">
          {name}
        </p>
        <p dir="ltr" className="w-fit max-w-full truncate text-dim text-small">
          {bookmark.url}
        </p>
      </div>
      <Button
        aria-label={texts.bookmarks.restoreOf(name)}
        isDisabled={back.isPending}
        onPress={() =>
          back.mutate(undefined, {
            onSuccess: ({ id, name: folder }) =>
              onTell({
                sentence: texts.trash.restored(name, id === '0' ? texts.files.top : folder),
                undo: (bridge) => trash(bridge, { ...bookmark, etag: undefined }),
              }),
          })
        }
      >
        {texts.bookmarks.restore}
      </Button>
    </ListRow>
  );
}
