import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { type Item, keyOf } from '../../state/items/item.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { useWalk, WALK_PAGE, WalkHead, WalkList } from './folder-walk.tsx';

/** A destination folder and its display name. */
export type ChosenFolder = { readonly id: string; readonly name: string };

/** Chooses a folder of the service by browsing, including the top folder. `without`: a folder cannot be moved into itself. */
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
  const walk = useWalk();
  const { folderId, name, isKnown } = walk;
  const barred = new Set(without.map(keyOf));
  return (
    <Dialog title={title} onClose={onClose}>
      <WalkHead walk={walk} up={texts.files.above} />
      <Folders folderId={folderId} barred={barred} onOpen={walk.open} />
      <ErrorMessage error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{isPending ? texts.actions.close : texts.actions.cancel}</Button>
        <Button
          kind="primary"
          isDisabled={!isKnown}
          isBusy={isPending}
          onPress={() => onFolder({ id: folderId, name })}
        >
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
  // Folders come first, so stop reading at the first file.
  const listing = useList<Item>({
    key: [SERVICE, 'listFolderItems', folderId, 'folders'],
    read: async (bridge, marker) => {
      const page = await callService(bridge, 'listFolderItems', {
        params: { folder_id: folderId },
        query: {
          fields: 'type,id,name',
          limit: WALK_PAGE,
          usemarker: true,
          sort: 'name',
          direction: 'ASC',
          ...(marker === null ? {} : { marker }),
        },
      });
      const hasOthers = page.entries.some(({ type }) => type !== 'folder');
      return { entries: page.entries, next: hasOthers || !('next_marker' in page) ? null : (page.next_marker ?? null) };
    },
  });
  const folders = listing.entries.filter((item) => item.type === 'folder' && !barred.has(keyOf(item)));
  return (
    <>
      <ErrorMessage error={listing.error} />
      <WalkList
        label={texts.files.table}
        isPending={listing.isPending}
        items={folders}
        nothing={texts.files.noFolders}
        height="h-48"
        onPress={({ id }) => onOpen(id)}
      />
      {listing.hasMore && <Button onPress={listing.more}>{texts.actions.more}</Button>}
    </>
  );
}
