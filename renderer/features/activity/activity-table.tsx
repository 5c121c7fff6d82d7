import { Activity, ArrowUp, SearchX } from 'lucide-react';
import { type ReactNode, type UIEvent, useState } from 'react';
import { Column, Table, TableBody, TableHeader, TableLayout, Virtualizer } from 'react-aria-components';
import type { ActivityEntry, RootStatus } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/page-state.tsx';
import { texts } from '../../style/texts.ts';
import { ActivityRow, columns } from './activity-row.tsx';
import { type ActivityFilter, isFiltered } from './filter.ts';
import { useJournal } from './use-journal.ts';

const ROW_PX = 32;
/** The next page is asked for when this much or less is left below. */
const LOAD_AHEAD_PX = 40 * ROW_PX;

/** Only the rows in sight are drawn, however long the journal is. */
export function ActivityTable({
  filter,
  roots,
  selectedPath,
  onSelect,
  onClear,
}: {
  filter: ActivityFilter;
  roots: readonly RootStatus[];
  selectedPath: string | null;
  onSelect: (entry: ActivityEntry) => void;
  onClear: () => void;
}): ReactNode {
  const [isAtTop, setAtTop] = useState(true);
  const [drawing, setDrawing] = useState(0);
  const journal = useJournal(filter, isAtTop);
  const scrolled = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    setAtTop(currentTarget.scrollTop < ROW_PX);
    const leftBelow = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (leftBelow < LOAD_AHEAD_PX) journal.loadMore();
  };
  const select = (key: unknown): void => {
    const entry = journal.entries.find(({ id }) => id === key);
    if (entry !== undefined) onSelect(entry);
  };

  if (journal.error !== null && journal.entries.length === 0) {
    return (
      <Card className="min-w-0 flex-1">
        <ErrorState sentence={journal.error.message} remedy={journal.error.remedy} onRetry={journal.retry} />
      </Card>
    );
  }
  if (journal.isLoading) return <Skeleton className="min-h-64 flex-1" />;
  if (journal.entries.length === 0) return <NothingToShow isNarrowed={isFiltered(filter)} onClear={onClear} />;
  return (
    <Card className="relative flex min-h-64 min-w-0 flex-1 flex-col overflow-hidden">
      {journal.hasNewer && (
        <Button
          kind="primary"
          className="absolute top-10 left-1/2 z-10 -translate-x-1/2 rounded-full shadow-float"
          onPress={() => {
            journal.showNewer();
            setAtTop(true);
            // A new drawing begins at the top.
            setDrawing(drawing + 1);
          }}
        >
          <ArrowUp aria-hidden className="size-4" />
          {texts.activity.newer}
        </Button>
      )}
      <Virtualizer key={drawing} layout={TableLayout} layoutOptions={{ rowHeight: ROW_PX, headingHeight: ROW_PX }}>
        <Table
          aria-label={texts.activity.table}
          className="min-h-0 flex-1 overflow-auto"
          onScroll={scrolled}
          onRowAction={select}
        >
          <TableHeader columns={columns} className="border-line border-b bg-card">
            {({ id, label, isRowHeader, ...size }) => (
              <Column
                id={id}
                isRowHeader={isRowHeader}
                {...size}
                className="flex h-8 items-center truncate px-3 text-left font-medium text-dim text-small"
              >
                {label}
              </Column>
            )}
          </TableHeader>
          <TableBody items={journal.entries} dependencies={[roots, selectedPath]}>
            {(entry) => (
              <ActivityRow
                entry={entry}
                rootName={roots.find((root) => root.id === entry.rootId)?.name ?? ''}
                isSelected={entry.path === selectedPath}
              />
            )}
          </TableBody>
        </Table>
      </Virtualizer>
    </Card>
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
