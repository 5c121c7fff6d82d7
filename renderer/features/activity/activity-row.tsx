import { ArrowDown, ArrowUp, Circle, CopyPlus, FolderPlus, type LucideIcon, MoveRight, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/status.ts';
import type { GridColumn } from '../../components/collection/virtual-grid.tsx';
import { formatBytes, formatExactly, formatMoment } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { UndoButton } from './undo-button.tsx';

type ColumnId = keyof typeof texts.activity.columns;

const wide: readonly (readonly [ColumnId, string])[] = [
  ['time', '7.25rem'],
  ['what', 'minmax(10rem, 1fr)'],
  ['path', 'minmax(11rem, 1fr)'],
  ['folder', '8rem'],
  ['size', '5.75rem'],
  ['undo', '6rem'],
];
/** On a narrow window an icon says what, and the rest of a row stands in its explanation. */
const narrow: readonly (readonly [ColumnId, string])[] = [
  ['what', '3.5rem'],
  ['path', 'minmax(10rem, 1fr)'],
  ['time', '6.5rem'],
];

export function activityColumns(isNarrow: boolean): readonly GridColumn[] {
  return (isNarrow ? narrow : wide).map(([id, width]) => ({
    id,
    width,
    label: texts.activity.columns[id],
    isRowHeader: id === 'path',
    isAtEnd: id === 'size',
    mayGo: id === 'folder' || id === 'size',
  }));
}

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

type Cell = {
  readonly entry: ActivityEntry;
  readonly rootName: string;
  readonly isNarrow: boolean;
  readonly nowMs: number;
  /** The row has the keyboard. */
  readonly isActive: boolean;
};

export function activityCell(id: string, { entry, rootName, isNarrow, nowMs, isActive }: Cell): ReactNode {
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
      // Its answer is about this entry alone.
      return <UndoButton key={entry.id} entry={entry} isStop={isActive} />;
    default:
      return null;
  }
}

function What({ entry, isNarrow }: { entry: ActivityEntry; isNarrow: boolean }): ReactNode {
  const Icon = icons[entry.kind] ?? Circle;
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-dim rtl:-scale-x-100" />
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
    <span dir="auto" className="truncate" title={path}>
      {path.slice(slash + 1)}
      {slash > 0 && <span className="text-dim text-small">{`  ${path.slice(0, slash)}`}</span>}
    </span>
  );
}

function Truncated({ text }: { text: string }): ReactNode {
  return (
    <span dir="auto" className="truncate" title={text}>
      {text}
    </span>
  );
}
