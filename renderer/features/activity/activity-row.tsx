import { ArrowDown, ArrowUp, Circle, CopyPlus, FolderPlus, type LucideIcon, MoveRight, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Cell, Row } from 'react-aria-components';
import type { ActivityEntry } from '../../../preload/ipc/status.ts';
import { classNames } from '../../style/class-names.ts';
import { formatBytes, formatExactly, formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';
import { UndoButton } from './undo-button.tsx';

export type ColumnId = keyof typeof texts.activity.columns;

export type ColumnEntry = {
  readonly id: ColumnId;
  readonly isRowHeader?: boolean;
  /** Pixels; a column without one shares what is left. */
  readonly width?: number;
  readonly minWidth?: number;
};

export const wideColumns: readonly ColumnEntry[] = [
  { id: 'time', width: 116 },
  { id: 'what', minWidth: 200 },
  { id: 'path', isRowHeader: true, minWidth: 220 },
  { id: 'folder', width: 130 },
  { id: 'size', width: 92 },
  { id: 'undo', width: 84 },
];

/** On a narrow window an icon says what, and the rest of a row stands in its explanation. */
export const narrowColumns: readonly ColumnEntry[] = [
  { id: 'what', width: 56, minWidth: 56 },
  { id: 'path', isRowHeader: true, minWidth: 160 },
  { id: 'time', width: 104 },
];

/** By the kind of step; one that is not known here is drawn by a plain mark, its sentence says the rest. */
const icons: Readonly<Record<string, LucideIcon>> = {
  upload: ArrowUp,
  'upload-version': ArrowUp,
  download: ArrowDown,
  'download-version': ArrowDown,
  'move-remote': MoveRight,
  'move-local': MoveRight,
  'create-remote-folder': FolderPlus,
  'create-local-folder': FolderPlus,
  'trash-remote': Trash2,
  'trash-local': Trash2,
  'set-aside': CopyPlus,
};

type RowContent = {
  readonly entry: ActivityEntry;
  readonly rootName: string;
  readonly isNarrow: boolean;
  readonly nowMs: number;
};

export function ActivityRow({
  columns,
  isSelected,
  ...content
}: RowContent & { columns: readonly ColumnEntry[]; isSelected: boolean }): ReactNode {
  return (
    <Row
      id={content.entry.id}
      columns={columns}
      // Its cells are kept by column; an entry changes when it is taken back.
      dependencies={[content.entry]}
      className={classNames(
        'cursor-default border-line border-b outline-none data-focus-visible:-outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-accent',
        isSelected ? 'bg-accent-bg' : 'data-hovered:bg-hover',
      )}
    >
      {({ id }) => (
        <Cell className={classNames('flex h-8 items-center gap-2 px-3 text-dense', id === 'size' && 'justify-end')}>
          {cellOf(id, content)}
        </Cell>
      )}
    </Row>
  );
}

function cellOf(id: ColumnId, { entry, rootName, isNarrow, nowMs }: RowContent): ReactNode {
  switch (id) {
    case 'time':
      return (
        <time
          dateTime={new Date(entry.atMs).toISOString()}
          title={formatExactly(entry.atMs)}
          className="truncate text-dim tabular-nums"
        >
          {formatMoment(entry.atMs, nowMs, true)}
        </time>
      );
    case 'what':
      return <What entry={entry} isNarrow={isNarrow} />;
    case 'path':
      return isNarrow ? (
        <NameFirst path={entry.path} />
      ) : (
        <Truncated
          text={entry.fromPath === null ? entry.path : `${entry.path} (${texts.activity.from(entry.fromPath)})`}
        />
      );
    case 'folder':
      return <Truncated text={rootName} />;
    case 'size':
      return <span className="tabular-nums">{entry.bytes === null ? '–' : formatBytes(entry.bytes)}</span>;
    case 'undo':
      return <UndoButton entry={entry} />;
  }
}

function What({ entry, isNarrow }: { entry: ActivityEntry; isNarrow: boolean }): ReactNode {
  const Icon = icons[entry.kind] ?? Circle;
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <span className={isNarrow ? 'sr-only' : 'truncate'} title={entry.sentence}>
        {entry.sentence}
      </span>
    </>
  );
}

/** Where there is little room the end of a path says most: its name stands first, its folder after it. */
function NameFirst({ path }: { path: string }): ReactNode {
  const slash = path.lastIndexOf('/');
  return (
    <span className="truncate" title={path}>
      {path.slice(slash + 1)}
      {slash > 0 && <span className="text-dim text-small">{`  ${path.slice(0, slash)}`}</span>}
    </span>
  );
}

function Truncated({ text }: { text: string }): ReactNode {
  return (
    <span className="truncate" title={text}>
      {text}
    </span>
  );
}
