import { ArrowUp, File, Folder, Globe, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { InlineError } from '../components/inline-error.tsx';
import { Skeleton } from '../components/page-state.tsx';
import { type Item, keyOf, nameOf } from '../state/item.ts';
import { callService, useService, useServiceList } from '../state/service.ts';
import { texts } from '../style/texts.ts';

/** What can be chosen: a type of item with its id and its name. */
export type ChosenItem = Pick<Item, 'type' | 'id'> & { readonly name: string };

const TOP = '0';
const PAGE_SIZE = 1000;
const icons: Readonly<Record<Item['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

/**
 * Chooses an item of the service by walking down to it: a folder is opened by a press and chosen by the button, everything else is
 * chosen by a press. The top folder cannot be chosen.
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
  const [folderId, setFolderId] = useState(TOP);
  const { folder, listing } = useChoices(folderId);
  const shown = listing.entries.filter(({ type }) => type === 'folder' || types.includes(type));
  const parentId = folder?.parent?.id;
  const press = (item: Item): void => {
    if (item.type === 'folder') setFolderId(item.id);
    else onItem({ type: item.type, id: item.id, name: nameOf(item) });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex items-center gap-2">
        <Button
          kind="quiet"
          icon
          aria-label={texts.manage.up}
          isDisabled={parentId === undefined}
          onPress={() => parentId !== undefined && setFolderId(parentId)}
        >
          <ArrowUp aria-hidden className="size-4" />
        </Button>
        <span className="truncate font-semibold">
          {folderId === TOP ? texts.files.top : (folder?.name ?? texts.files.loading)}
        </span>
      </div>
      {listing.isPending ? <Skeleton className="h-56" /> : <Entries items={shown} onPress={press} />}
      {listing.total > listing.entries.length && <Button onPress={listing.more}>{texts.actions.more}</Button>}
      {listing.error !== null && <InlineError sentence={listing.error.message} remedy={listing.error.remedy} />}
      {refused !== null && <InlineError sentence={refused.message} remedy={refused.remedy} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        {types.includes('folder') && (
          <Button
            kind="primary"
            isDisabled={isPending || folderId === TOP || folder?.id !== folderId}
            onPress={() => onItem({ type: 'folder', id: folderId, name: folder?.name ?? '' })}
          >
            {texts.manage.chooseThis}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** A folder and what is in it, as far as choosing needs to know. */
function useChoices(folderId: string) {
  const folder = useService('getFolder', {
    params: { folder_id: folderId },
    query: { fields: 'id,type,name,parent', limit: 1 },
  }).data;
  const listing = useServiceList<Item>(['items to choose', folderId], async (bridge, offset) => {
    const page = await callService(bridge, 'listFolderItems', {
      params: { folder_id: folderId },
      query: { fields: 'type,id,name', limit: PAGE_SIZE, offset, sort: 'name', direction: 'ASC' },
    });
    return { entries: page.entries, total: 'total_count' in page ? page.total_count : page.entries.length };
  });
  return { folder, listing };
}

function Entries({ items, onPress }: { items: readonly Item[]; onPress: (item: Item) => void }): ReactNode {
  return (
    <ListBox
      aria-label={texts.manage.inHere}
      items={items}
      onAction={(key) => {
        const item = items.find((one) => keyOf(one) === key);
        if (item !== undefined) onPress(item);
      }}
      renderEmptyState={() => <p className="p-4 text-dim">{texts.manage.nothingInHere}</p>}
      className="h-56 overflow-auto rounded-control border border-line p-1 outline-none"
    >
      {(item) => {
        const Icon = icons[item.type];
        return (
          <ListBoxItem
            id={keyOf(item)}
            textValue={nameOf(item)}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 data-focused:bg-accent-bg data-hovered:bg-hover"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-dim" />
            <span className="truncate">{nameOf(item)}</span>
          </ListBoxItem>
        );
      }}
    </ListBox>
  );
}
