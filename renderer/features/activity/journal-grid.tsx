import type { ReactNode, UIEvent } from 'react';
import { Column, Table, TableBody, TableHeader, TableLayout, Virtualizer } from 'react-aria-components';
import type { ActivityEntry, RootStatus } from '../../../preload/ipc/status.ts';
import { useIsNarrow } from '../../state/narrow.ts';
import { useNow } from '../../state/now.ts';
import { classNames } from '../../style/class-names.ts';
import { texts } from '../../style/texts.ts';
import { ActivityRow, type ColumnEntry, narrowColumns, wideColumns } from './activity-row.tsx';

const ROW_PX = 32;
/** The next page is asked for when this much or less is left below. */
const LOAD_AHEAD_PX = 40 * ROW_PX;

/** Dense rows, of which only those in sight are drawn, however long the journal is. */
export function JournalGrid({
  entries,
  roots,
  selectedPath,
  onSelect,
  onScroll,
  onNearEnd,
}: {
  entries: readonly ActivityEntry[];
  roots: readonly RootStatus[];
  selectedPath: string | null;
  onSelect: (entry: ActivityEntry) => void;
  onScroll: (isAtTop: boolean) => void;
  onNearEnd: () => void;
}): ReactNode {
  const isNarrow = useIsNarrow();
  // Rows show a day or a time of day: a slow clock is enough to change them at midnight.
  const nowMs = useNow(60_000);
  const columns = isNarrow ? narrowColumns : wideColumns;
  const scrolled = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    onScroll(currentTarget.scrollTop < ROW_PX);
    const leftBelow = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (leftBelow < LOAD_AHEAD_PX) onNearEnd();
  };
  const select = (key: unknown): void => {
    const entry = entries.find(({ id }) => id === key);
    if (entry !== undefined) onSelect(entry);
  };
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW_PX, headingHeight: ROW_PX }}>
      <Table
        aria-label={texts.activity.table}
        className="min-h-0 flex-1 overflow-auto"
        onScroll={scrolled}
        onRowAction={select}
      >
        <TableHeader columns={columns} className="border-line border-b bg-card">
          {(column) => <Heading {...column} />}
        </TableHeader>
        <TableBody items={entries} dependencies={[roots, selectedPath, columns, nowMs]}>
          {(entry) => (
            <ActivityRow
              entry={entry}
              columns={columns}
              isNarrow={isNarrow}
              nowMs={nowMs}
              rootName={roots.find((root) => root.id === entry.rootId)?.name ?? ''}
              isSelected={entry.path === selectedPath}
            />
          )}
        </TableBody>
      </Table>
    </Virtualizer>
  );
}

function Heading({ id, isRowHeader = false, ...size }: ColumnEntry): ReactNode {
  return (
    <Column
      id={id}
      isRowHeader={isRowHeader}
      {...size}
      className={classNames(
        'flex h-8 items-center px-3 text-left font-medium text-dim text-small',
        id === 'size' && 'justify-end',
      )}
    >
      {id === 'undo' ? <span className="sr-only">{texts.activity.columns.undo}</span> : texts.activity.columns[id]}
    </Column>
  );
}
