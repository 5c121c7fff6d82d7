import { ArrowUp, Folder } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { Skeleton } from '../../components/page-state.tsx';
import type { CommandRefused } from '../../state/bridge.ts';
import { type Item, keyOf, nameOf } from '../../state/item.ts';
import { texts } from '../../style/texts.ts';
import { useFolder, useFolderItems } from './use-folder.ts';

/** Chooses a folder of the service by walking down to it. `without`: what is moved cannot go into itself. */
export function FolderDialog({
  title,
  action,
  without,
  isPending,
  error,
  onFolder,
  onClose,
}: {
  title: string;
  action: string;
  without: readonly Item[];
  isPending: boolean;
  error: CommandRefused | null;
  onFolder: (folderId: string) => void;
  onClose: () => void;
}): ReactNode {
  const [folderId, setFolderId] = useState('0');
  const folder = useFolder(folderId);
  const listing = useFolderItems(folderId, { by: 'name', direction: 'ASC' });
  const barred = new Set(without.map(keyOf));
  const folders = listing.entries.filter((item) => item.type === 'folder' && !barred.has(keyOf(item)));
  const parentId = folder.data?.parent?.id;
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
        <span className="truncate font-semibold">
          {folderId === '0' ? texts.files.top : (folder.data?.name ?? texts.files.loading)}
        </span>
      </div>
      <Folders items={folders} isPending={listing.isPending} onOpen={setFolderId} />
      {error !== null && <InlineError sentence={error.message} remedy={error.remedy} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        <Button kind="primary" isDisabled={isPending} onPress={() => onFolder(folderId)}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

function Folders({
  items,
  isPending,
  onOpen,
}: {
  items: readonly Item[];
  isPending: boolean;
  onOpen: (folderId: string) => void;
}): ReactNode {
  if (isPending) return <Skeleton className="h-48" />;
  return (
    <ListBox
      aria-label={texts.files.table}
      items={items}
      onAction={(key) => {
        const item = items.find((one) => keyOf(one) === key);
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
  );
}
