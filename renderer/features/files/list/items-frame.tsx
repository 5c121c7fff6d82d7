import { FolderX, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FilesView } from '../../../../preload/ipc/shapes/window-choices.ts';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState, ErrorState, LeftOut, RestRefused } from '../../../components/feedback/page-state.tsx';
import { RowsSkeleton } from '../../../components/feedback/rows-skeleton.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import type { Item } from '../../../state/items/item.ts';
import type { List } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';
import { noListFilters } from './filters.ts';
import type { Search } from './shown-items.ts';

/** The table, or a placeholder: loading, an error, or the empty state. */
export function ItemsFrame({
  listing,
  search,
  view,
  empty,
  children,
}: {
  listing: List<Item>;
  search: Search;
  view: FilesView;
  /** In place of the rows of an empty folder. */
  empty: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { entries, error } = listing;
  if (listing.isPending) return <RowsSkeleton />;
  if (entries.length > 0 && view === 'grid') {
    return (
      // Tiles are cards themselves. Their outlines reach beyond them.
      <div
        data-tiles=""
        className="group/frame relative -m-1 flex min-h-64 min-w-0 flex-1 flex-col rounded-card group-data-drop-target/page:outline-2 group-data-drop-target/page:outline-accent"
      >
        {children}
        <LeftOut count={listing.leftOut} />
        <RestRefused error={error} onRetry={listing.again} />
      </div>
    );
  }
  if (entries.length > 0) {
    return (
      <Card className="relative flex min-h-64 min-w-0 flex-1 flex-col overflow-hidden group-data-drop-target/page:outline-2 group-data-drop-target/page:outline-accent">
        {children}
        <LeftOut count={listing.leftOut} />
        <RestRefused error={error} onRetry={listing.again} />
      </Card>
    );
  }
  return (
    <Card className="min-w-0 flex-1 group-data-drop-target/page:outline-2 group-data-drop-target/page:outline-accent">
      {error === null ? (
        <Nothing search={search} empty={empty} leftOut={listing.leftOut} />
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

/** Why there is no row, and what would show one. */
function Nothing({ search, empty, leftOut }: { search: Search; empty: ReactNode; leftOut: number }): ReactNode {
  const { noMatch, noMatchDetail, noMatchFiltered, clearFilters, clearSearch } = texts.files;
  if (search.isFiltered) {
    return (
      <EmptyState icon={SearchX} tone="mute" title={noMatch} detail={noMatchFiltered}>
        <Button onPress={() => search.setFilters(noListFilters)}>{clearFilters}</Button>
      </EmptyState>
    );
  }
  if (leftOut > 0) return <EmptyState icon={FolderX} title={texts.files.unsupported(leftOut)} />;
  if (!search.isOn) return empty;
  return (
    <EmptyState icon={SearchX} tone="mute" title={texts.palette.noMatch(search.word.trim())} detail={noMatchDetail}>
      {search.place === 'folder' && search.hasPlaces && (
        <Button onPress={() => search.setPlace('everywhere')}>{texts.files.searchEverywhere}</Button>
      )}
      <Button kind="ghost" onPress={() => search.setWord('')}>
        {clearSearch}
      </Button>
    </EmptyState>
  );
}
