import { FolderOpen, FolderX, SearchX } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/page-state.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { type Item, keyOf, nameOf } from '../../state/item.ts';
import { hrefOf } from '../../state/route.ts';
import { useFreshService } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { Crumbs } from './crumbs.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { FilesGrid } from './files-grid.tsx';
import { ItemMenu } from './item-menu.tsx';
import { NewFolderButton } from './new-folder-button.tsx';
import { UndoBar } from './undo-bar.tsx';
import { type Listing, type Order, useFolder, useFolderItems } from './use-folder.ts';

const TOP = '0';

/** The folders and files of the service, one folder at a time; the address keeps which. */
export function FilesPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const folderId = parameters.get('folder') ?? TOP;
  // What was chosen in one folder means nothing in the next.
  return <FolderView key={folderId} folderId={folderId} />;
}

function FolderView({ folderId }: { folderId: string }): ReactNode {
  useFreshService();
  const [order, setOrder] = useState<Order>({ by: 'name', direction: 'ASC' });
  const [word, setWord] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [trashed, setTrashed] = useState<readonly Item[]>([]);
  const folder = useFolder(folderId);
  const listing = useFolderItems(folderId, order);
  const shown = useMemo(() => narrowed(listing.entries, word), [listing.entries, word]);
  const chosen = listing.entries.filter((item) => selected.has(keyOf(item)));
  const open = (item: Item): void => {
    if (item.type === 'folder') window.location.hash = hrefOf('files', { folder: item.id });
    else setSelected(new Set([keyOf(item)]));
  };
  const [only] = chosen;
  return (
    <div
      className="flex min-h-0 flex-1 flex-col gap-4 px-4 py-6 md:px-8"
      data-drop-folder={folder.data?.id}
      data-drop-name={folder.data?.name}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Crumbs folder={folder.data} />
        <NewFolderButton parentId={folderId} isDisabled={folder.data?.permissions?.can_upload === false} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SearchBox label={texts.files.find} value={word} onChange={setWord} />
        <ItemMenu chosen={chosen} onTrashed={setTrashed} onDone={() => setSelected(new Set())} />
      </div>
      <UndoBar trashed={trashed} onDone={() => setTrashed([])} />
      <div className="flex min-h-96 flex-1 flex-col gap-4 lg:flex-row">
        <Entries listing={listing} shown={shown} isNarrowed={word !== ''}>
          <FilesGrid
            items={shown}
            order={order}
            selected={selected}
            onOrder={setOrder}
            onSelect={setSelected}
            onOpen={open}
            onNearEnd={listing.more}
          />
        </Entries>
        {only !== undefined && chosen.length === 1 && (
          <DetailsPanel key={keyOf(only)} item={only} onClose={() => setSelected(new Set())} />
        )}
      </div>
    </div>
  );
}

/** The table, or what stands in its place: loading, a refusal, nothing to show. */
function Entries({
  listing,
  shown,
  isNarrowed,
  children,
}: {
  listing: Listing;
  shown: readonly Item[];
  isNarrowed: boolean;
  children: ReactNode;
}): ReactNode {
  if (listing.isPending) return <Skeleton className="min-h-64 flex-1" />;
  if (listing.error !== null && listing.entries.length === 0) {
    return (
      <Card className="min-w-0 flex-1">
        {listing.error.code === 'not_found' ? (
          <EmptyState icon={FolderX} title={texts.files.gone}>
            <a href={hrefOf('files')} className="text-accent underline">
              {texts.files.toTop}
            </a>
          </EmptyState>
        ) : (
          <ErrorState sentence={listing.error.message} remedy={listing.error.remedy} onRetry={listing.again} />
        )}
      </Card>
    );
  }
  if (shown.length > 0) {
    return <Card className="flex min-h-64 min-w-0 flex-1 flex-col overflow-hidden">{children}</Card>;
  }
  return (
    <Card className="min-w-0 flex-1">
      {isNarrowed ? (
        <EmptyState icon={SearchX} title={texts.files.noMatch} />
      ) : (
        <EmptyState icon={FolderOpen} title={texts.files.empty} detail={texts.files.emptyDetail} />
      )}
    </Card>
  );
}

function narrowed(items: readonly Item[], word: string): readonly Item[] {
  const wanted = word.toLocaleLowerCase();
  return wanted === '' ? items : items.filter((item) => nameOf(item).toLocaleLowerCase().includes(wanted));
}
