import { type ReactNode, useCallback, useMemo } from 'react';
import type { ActivityEntry, RootStatus } from '../../../preload/ipc/status.ts';
import { VirtualGrid } from '../../components/collection/virtual-grid.tsx';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { texts } from '../../texts/texts.ts';
import { activityCell, activityColumns } from './activity-row.tsx';

/** The next page is asked for when so many rows or fewer are left below. */
const LOAD_AHEAD = 40;

const keyOf = (entry: ActivityEntry): string => String(entry.id);
const pathOf = (entry: ActivityEntry): string => entry.path;
const nothing = (): void => undefined;

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
  const columns = useMemo(() => activityColumns(isNarrow), [isNarrow]);
  // Roots are replaced with each status change, but only their names are shown.
  const names = roots.map(({ id, name }) => `${id} ${name}`).join('\n');
  const nameOf = useMemo(() => namesIn(names), [names]);
  const cell = useCallback(
    (entry: ActivityEntry, column: string, isActive: boolean): ReactNode => {
      const rootName = nameOf.get(entry.rootId) ?? '';
      return activityCell(column, { entry, rootName, isNarrow, nowMs, isActive });
    },
    [nameOf, isNarrow, nowMs],
  );
  const open = useMemo(
    () => new Set(entries.filter(({ path }) => path === selectedPath).map(keyOf)),
    [entries, selectedPath],
  );
  const seen = useCallback(
    (index: number): void => {
      if (index >= entries.length - LOAD_AHEAD) onNearEnd();
    },
    [entries.length, onNearEnd],
  );
  return (
    <VirtualGrid
      label={texts.activity.table}
      columns={columns}
      count={entries.length}
      rows={entries}
      keyOf={keyOf}
      textOf={pathOf}
      cell={cell}
      sort={null}
      onSort={nothing}
      selected={open}
      onSelect={nothing}
      onSelectAll={nothing}
      onOpen={onSelect}
      chooses="none"
      onSeen={seen}
      onTop={onScroll}
    />
  );
}

/** Lines of a number and a name: a text is the same as long as it says the same. */
function namesIn(lines: string): ReadonlyMap<number, string> {
  return new Map(lines.split('\n').map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(' ') + 1)]));
}
