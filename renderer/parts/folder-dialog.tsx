import { ArrowUp, Folder } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { InlineError } from '../components/inline-error.tsx';
import { Skeleton } from '../components/page-state.tsx';
import { type Item, keyOf, nameOf } from '../state/item.ts';
import { callService, useService } from '../state/service.ts';
import { useServicePages } from '../state/service-pages.ts';
import { texts } from '../style/texts.ts';

/** A folder to put something into, and what it is called on the screen. */
export type ChosenFolder = { readonly id: string; readonly name: string };

const TOP = '0';
const PAGE_SIZE = 1000;

/** Chooses a folder of the service by walking down to it, also the top folder. `without`: what is moved cannot go into itself. */
export function FolderDialog({
  title,
  action,
  without = [],
  isPending,
  error,
  onFolder,
  onClose,
}: {
  title: string;
  action: string;
  without?: readonly Item[];
  isPending: boolean;
  error: { readonly message: string; readonly remedy: string } | null;
  onFolder: (folder: ChosenFolder) => void;
  onClose: () => void;
}): ReactNode {
  const [folderId, setFolderId] = useState(TOP);
  const folder = useService('getFolder', {
    params: { folder_id: folderId },
    query: { fields: 'id,type,name,parent', limit: 1 },
  });
  const barred = new Set(without.map(keyOf));
  const parentId = folder.data?.parent?.id;
  const name = folderId === TOP ? texts.files.top : (folder.data?.name ?? texts.files.loading);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex items-center gap-2">
        <Button
          kind="quiet"
          icon
          aria-label={texts.files.above}
          isDisabled={parentId === undefined}
          onPress={() => parentId !== undefined && setFolderId(parentId)}
        >
          <ArrowUp aria-hidden className="size-4" />
        </Button>
        <span className="truncate font-semibold">{name}</span>
      </div>
      <Folders key={folderId} folderId={folderId} barred={barred} onOpen={setFolderId} />
      {error !== null && <InlineError sentence={error.message} remedy={error.remedy} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        <Button kind="primary" isDisabled={isPending} onPress={() => onFolder({ id: folderId, name })}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

function Folders({
  folderId,
  barred,
  onOpen,
}: {
  folderId: string;
  barred: ReadonlySet<string>;
  onOpen: (folderId: string) => void;
}): ReactNode {
  // Folders come first: what is behind the first file needs not be read.
  const listing = useServicePages<Item>(['folders to choose', folderId], async (bridge, marker) => {
    const page = await callService(bridge, 'listFolderItems', {
      params: { folder_id: folderId },
      query: {
        fields: 'type,id,name',
        limit: PAGE_SIZE,
        usemarker: true,
        sort: 'name',
        direction: 'ASC',
        ...(marker === null ? {} : { marker }),
      },
    });
    const hasOthers = page.entries.some(({ type }) => type !== 'folder');
    return { entries: page.entries, next: hasOthers || !('next_marker' in page) ? null : (page.next_marker ?? null) };
  });
  const folders = listing.entries.filter((item) => item.type === 'folder' && !barred.has(keyOf(item)));
  if (listing.isPending) return <Skeleton className="h-48" />;
  return (
    <>
      {listing.error !== null && <InlineError sentence={listing.error.message} remedy={listing.error.remedy} />}
      <ListBox
        aria-label={texts.files.table}
        items={folders}
        onAction={(key) => {
          const item = folders.find((one) => keyOf(one) === key);
          if (item !== undefined) onOpen(item.id);
        }}
        renderEmptyState={() => <p className="p-4 text-dim">{texts.files.noFolders}</p>}
        className="h-48 overflow-auto rounded-control border border-line p-1 outline-none"
      >
        {(item) => (
          <ListBoxItem
            id={keyOf(item)}
            textValue={nameOf(item)}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 data-focused:bg-accent-bg data-hovered:bg-hover"
          >
            <Folder aria-hidden className="size-4 shrink-0 text-dim" />
            <span className="truncate">{nameOf(item)}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {listing.hasMore && <Button onPress={listing.more}>{texts.actions.more}</Button>}
    </>
  );
}
