import { FolderOpen, FolderX, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, RestRefused, Skeleton } from '../../../components/feedback/page-state.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import type { Item } from '../../../state/items/item.ts';
import type { FilesView } from '../../../state/preferences/files-view.ts';
import type { List } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';

/** The table, or a placeholder: loading, an error, or the empty state. */
export function ItemsFrame({
  listing,
  isFound,
  isFiltered,
  view,
  children,
}: {
  listing: List<Item>;
  isFound: boolean;
  isFiltered: boolean;
  view: FilesView;
  children: ReactNode;
}): ReactNode {
  const { entries, error } = listing;
  if (listing.isPending) return <Skeleton className="min-h-64 flex-1" />;
  if (entries.length > 0 && view === 'grid') {
    return (
      // Tiles are cards themselves. Their outlines reach beyond them.
      <div
        data-tiles=""
        className="group/frame relative -m-1 flex min-h-64 min-w-0 flex-1 flex-col rounded-card group-data-drop-target/page:outline-2 group-data-drop-target/page:outline-accent"
      >
        {children}
        <RestRefused error={error} onRetry={listing.again} />
      </div>
    );
  }
  if (entries.length > 0) {
    return (
      <Card className="relative flex min-h-64 min-w-0 flex-1 flex-col overflow-hidden group-data-drop-target/page:outline-2 group-data-drop-target/page:outline-accent">
        {children}
        <RestRefused error={error} onRetry={listing.again} />
      </Card>
    );
  }
  return (
    <Card className="min-w-0 flex-1 group-data-drop-target/page:outline-2 group-data-drop-target/page:outline-accent">
      {error === null ? (
        <Nothing isFound={isFound} isFiltered={isFiltered} />
      ) : error.code === 'not_found' ? (
        <EmptyState icon={FolderX} title={texts.files.gone}>
          <a href={hrefOf('files')} className="text-accent underline">
            {texts.files.toTop}
          </a>
        </EmptyState>
      ) : (
        <ErrorState sentence={error.message} remedy={error.remedy} onRetry={listing.again} />
      )}
    </Card>
  );
}

function Nothing({ isFound, isFiltered }: { isFound: boolean; isFiltered: boolean }): ReactNode {
  const { noMatch, noMatchDetail, noMatchFiltered, empty, emptyDetail } = texts.files;
  if (isFiltered) return <EmptyState icon={SearchX} tone="mute" title={noMatch} detail={noMatchFiltered} />;
  return isFound ? (
    <EmptyState icon={SearchX} title={noMatch} detail={noMatchDetail} />
  ) : (
    <EmptyState icon={FolderOpen} title={empty} detail={emptyDetail} />
  );
}
