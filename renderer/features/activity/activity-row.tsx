import { ArrowDown, ArrowUp, Circle, CopyPlus, FolderPlus, type LucideIcon, MoveRight, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Cell, Row } from 'react-aria-components';
import type { ActivityEntry } from '../../../preload/ipc/status.ts';
import { classNames } from '../../style/class-names.ts';
import { formatBytes, formatExactly, formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

type ColumnEntry = {
  readonly id: string;
  readonly label: string;
  readonly isRowHeader: boolean;
  readonly width?: number;
  readonly minWidth?: number;
};

/** Widths in pixels; the columns without one share what is left. */
export const columns: readonly ColumnEntry[] = [
  { id: 'time', label: texts.activity.columns.time, isRowHeader: false, width: 116 },
  { id: 'what', label: texts.activity.columns.what, isRowHeader: false, minWidth: 200 },
  { id: 'path', label: texts.activity.columns.path, isRowHeader: true, minWidth: 220 },
  { id: 'folder', label: texts.activity.columns.folder, isRowHeader: false, width: 130 },
  { id: 'size', label: texts.activity.columns.size, isRowHeader: false, width: 92 },
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

export function ActivityRow({
  entry,
  rootName,
  isSelected,
}: {
  entry: ActivityEntry;
  rootName: string;
  isSelected: boolean;
}): ReactNode {
  const Icon = icons[entry.kind] ?? Circle;
  const cell = 'flex h-8 items-center gap-2 px-3 text-dense';
  const path = entry.fromPath === null ? entry.path : `${entry.path} (${texts.activity.from(entry.fromPath)})`;
  return (
    <Row
      id={entry.id}
      className={classNames(
        'cursor-default border-line border-b outline-none data-focus-visible:-outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-accent',
        isSelected ? 'bg-accent-bg' : 'data-hovered:bg-hover',
      )}
    >
      <Cell className={classNames(cell, 'text-dim tabular-nums')}>
        <time dateTime={new Date(entry.atMs).toISOString()} title={formatExactly(entry.atMs)}>
          {formatMoment(entry.atMs, Date.now(), true)}
        </time>
      </Cell>
      <Cell className={cell}>
        <Icon aria-hidden className="size-4 shrink-0 text-dim" />
        <span className="truncate" title={entry.sentence}>
          {entry.sentence}
        </span>
      </Cell>
      <Cell className={cell}>
        <span className="truncate" title={path}>
          {path}
        </span>
      </Cell>
      <Cell className={classNames(cell, 'text-dim')}>
        <span className="truncate">{rootName}</span>
      </Cell>
      <Cell className={classNames(cell, 'justify-end tabular-nums')}>
        {entry.bytes === null ? '–' : formatBytes(entry.bytes)}
      </Cell>
    </Row>
  );
}
