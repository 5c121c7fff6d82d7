import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { type Item, nameOf } from '../../state/items/item.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { type List, useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { TOP, useWalk, WALK_PAGE, WalkHead, WalkList } from './folder-walk.tsx';

/** The chosen item: its type, id and name. */
export type ChosenItem = Pick<Item, 'type' | 'id'> & { readonly name: string };

/**
 * Chooses an item of the service by browsing: a click opens a folder or chooses any other item; a button chooses the open folder. The top folder
 * cannot be chosen.
 */
export function ItemDialog({
  title,
  types,
  isPending,
  refused,
  onItem,
  onClose,
}: {
  title: string;
  types: readonly Item['type'][];
  isPending: boolean;
  refused: { readonly message: string; readonly remedy: string } | null;
  onItem: (item: ChosenItem) => void;
  onClose: () => void;
}): ReactNode {
  const walk = useWalk();
  const { folderId, name, isKnown } = walk;
  const listing = useItems(folderId);
  const shown = listing.entries.filter(({ type }) => type === 'folder' || types.includes(type));
  const press = (item: Item): void => {
    if (isPending) return;
    if (item.type === 'folder') walk.open(item.id);
    else onItem({ type: item.type, id: item.id, name: nameOf(item) });
  };
  const { up, inHere, nothingInHere, chooseThis } = texts.manage;
  return (
    <Dialog title={title} onClose={onClose}>
      <WalkHead walk={walk} up={up} />
      <WalkList
        label={inHere}
        isPending={listing.isPending}
        items={shown}
        nothing={nothingInHere}
        height="h-56"
        onPress={press}
      />
      {listing.hasMore && <Button onPress={listing.more}>{texts.actions.more}</Button>}
      <ErrorMessage error={listing.error} />
      <ErrorMessage error={refused} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        {types.includes('folder') && (
          <Button
            kind="primary"
            isDisabled={folderId === TOP || !isKnown}
            isBusy={isPending}
            onPress={() => onItem({ type: 'folder', id: folderId, name })}
          >
            {chooseThis}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The items of a folder, with the fields that choosing needs. */
function useItems(folderId: string): List<Item> {
  return useList<Item>({
    key: [SERVICE, 'listFolderItems', folderId, 'choose'],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listFolderItems', {
        params: { folder_id: folderId },
        query: { fields: 'type,id,name', limit: WALK_PAGE, usemarker: true, sort: 'name', direction: 'ASC', ...marker },
      }),
    ),
  });
}
