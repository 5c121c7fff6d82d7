import { Activity, ArrowUp, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState, ErrorState } from '../../components/feedback/page-state.tsx';
import { RowsSkeleton } from '../../components/feedback/rows-skeleton.tsx';
import { Card } from '../../components/layout/card.tsx';
import type { Root } from '../../state/bridge/roots.ts';
import { texts } from '../../texts/texts.ts';
import { ActivityDays } from './activity-days.tsx';
import { type ActivityFilter, hidesParts, isFiltered } from './filter.ts';
import { useJournal } from './use-journal.ts';

/** The filtered journal, or a placeholder: loading, an error, or the empty state. */
export function ActivityTable({
  filter,
  roots,
  onSelect,
  onClear,
}: {
  filter: ActivityFilter;
  roots: readonly Root[];
  onSelect: (item: Pick<ActivityEntry, 'path' | 'rootId'>) => void;
  onClear: () => void;
}): ReactNode {
  const [isAtTop, setAtTop] = useState(true);
  const [drawing, setDrawing] = useState(0);
  const journal = useJournal(filter, isAtTop);
  const showNewer = (): void => {
    journal.showNewer();
    setAtTop(true);
    // A new drawing starts at the top.
    setDrawing(drawing + 1);
  };

  if (journal.error !== null && journal.entries.length === 0) {
    return (
      <Card className="min-w-0 flex-1">
        <ErrorState sentence={journal.error.message} remedy={journal.error.remedy} onRetry={journal.retry} />
      </Card>
    );
  }
  if (journal.isLoading) return <RowsSkeleton />;
  if (journal.entries.length === 0) return <NothingToShow isNarrowed={isFiltered(filter)} onClear={onClear} />;
  return (
    <div className="relative flex min-h-64 min-w-0 flex-1 flex-col">
      {journal.hasNewer && (
        <Button
          kind="primary"
          className="absolute inset-x-0 top-10 z-10 mx-auto w-fit rounded-full shadow-float"
          onPress={showNewer}
        >
          <ArrowUp aria-hidden className="size-4" />
          {texts.activity.newer}
        </Button>
      )}
      <ActivityDays
        key={drawing}
        entries={journal.entries}
        hasMore={journal.hasMore}
        roots={roots}
        isPartial={hidesParts(filter)}
        onSelect={onSelect}
        onScroll={setAtTop}
        onNearEnd={journal.loadMore}
      />
    </div>
  );
}

function NothingToShow({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }): ReactNode {
  return (
    <Card className="min-w-0 flex-1">
      {isNarrowed ? (
        <EmptyState icon={SearchX} title={texts.activity.noMatch} detail={texts.activity.noMatchDetail}>
          <Button onPress={onClear}>{texts.activity.clear}</Button>
        </EmptyState>
      ) : (
        <EmptyState icon={Activity} title={texts.activity.empty} detail={texts.activity.emptyDetail} />
      )}
    </Card>
  );
}
