import { Check, ChevronRight, LoaderCircle, Minus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import { texts } from '../../texts/texts.ts';
import { FileIcon } from '../files/file-icon.tsx';
import { type Choices, type Folders, type State, stateOf, toggled } from './choices.ts';
import type { Selection } from './use-selection.ts';

const checked = { synced: 'true', not_synced: 'false', partially_synced: 'mixed' } as const;

type TreeRow = { readonly id: string; readonly level: number; readonly position: number; readonly of: number };

/**
 * The service's folders with their three states, as a tree (WAI-ARIA, Tree View): arrows move and expand, Space toggles, Home and End jump to the
 * ends. A level is loaded when it is expanded.
 */
export function SelectionTree({
  selection,
  choices,
  onChoices,
  isBusy = false,
}: {
  selection: Selection;
  choices: Choices;
  onChoices: (choices: Choices) => void;
  isBusy?: boolean;
}): ReactNode {
  const [active, setActive] = useState<string | null>(null);
  const items = useRef(new Map<string, HTMLElement>());
  const { folders } = selection;
  if (folders === null) return null;
  const rows = rowsOf(folders, selection.open);
  const current = rows.some(({ id }) => id === active) ? active : (rows[0]?.id ?? null);
  const go = (id: string | undefined): void => {
    if (id === undefined) return;
    setActive(id);
    items.current.get(id)?.focus();
  };
  const tick = (id: string): void => {
    if (!isBusy) onChoices(toggled(folders, choices, id));
  };
  const pressed = (event: KeyboardEvent, row: TreeRow): void => {
    const step = keySteps({ rows, row, selection, folders, go, tick })[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step();
  };
  const clicked = (event: MouseEvent, { id }: TreeRow): void => {
    setActive(id);
    const isOnArrow = event.target instanceof Element && event.target.closest('[data-arrow]') !== null;
    if (isOnArrow) selection.setOpen(id, !selection.open.has(id));
    else tick(id);
  };
  return (
    <div role="tree" aria-label={texts.selection.tree} aria-multiselectable className="grid divide-y divide-line">
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          folders={folders}
          state={stateOf(folders, choices, row.id)}
          isOpen={selection.open.has(row.id)}
          isCurrent={row.id === current}
          isBusy={isBusy}
          hold={(element) => {
            if (element === null) items.current.delete(row.id);
            else items.current.set(row.id, element);
          }}
          onKey={(event) => pressed(event, row)}
          onClick={(event) => clicked(event, row)}
          onFocus={() => setActive(row.id)}
        />
      ))}
    </div>
  );
}

type Keys = {
  readonly rows: readonly TreeRow[];
  readonly row: TreeRow;
  readonly selection: Selection;
  readonly folders: Folders;
  readonly go: (id: string | undefined) => void;
  readonly tick: (id: string) => void;
};

function keySteps({ rows, row, selection, folders, go, tick }: Keys): Readonly<Record<string, () => void>> {
  const at = rows.findIndex(({ id }) => id === row.id);
  const folder = folders.byId.get(row.id);
  const isOpen = selection.open.has(row.id);
  const inward = (): void => {
    if (folder?.hasFolders !== true) return;
    if (isOpen) go(folders.below.get(row.id)?.[0]);
    else selection.setOpen(row.id, true);
  };
  const outward = (): void => {
    if (isOpen) selection.setOpen(row.id, false);
    else if (folder !== undefined && folder.parentId !== folders.rootId) go(folder.parentId);
  };
  const isRightToLeft = document.dir === 'rtl';
  return {
    ArrowDown: () => go(rows[at + 1]?.id),
    ArrowUp: () => go(rows[at - 1]?.id),
    ArrowRight: isRightToLeft ? outward : inward,
    ArrowLeft: isRightToLeft ? inward : outward,
    Home: () => go(rows[0]?.id),
    End: () => go(rows.at(-1)?.id),
    ' ': () => tick(row.id),
    Enter: () => tick(row.id),
  };
}

function Row({
  row,
  folders,
  state,
  isOpen,
  isCurrent,
  isBusy,
  hold,
  onKey,
  onClick,
  onFocus,
}: {
  row: TreeRow;
  folders: Folders;
  state: State;
  isOpen: boolean;
  isCurrent: boolean;
  isBusy: boolean;
  hold: (element: HTMLElement | null) => void;
  onKey: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onFocus: () => void;
}): ReactNode {
  const folder = folders.byId.get(row.id);
  if (folder === undefined) return null;
  const isLoading = isOpen && !folders.below.has(row.id);
  return (
    <div
      ref={hold}
      role="treeitem"
      aria-checked={checked[state]}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.of}
      aria-busy={isLoading || undefined}
      aria-disabled={isBusy || undefined}
      {...(folder.hasFolders ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isCurrent ? 0 : -1}
      onKeyDown={onKey}
      onClick={onClick}
      onFocus={onFocus}
      className="flex min-h-10 cursor-default items-center gap-2 pe-4 -outline-offset-2 hover:bg-hover"
      style={{ paddingInlineStart: `${1 + (row.level - 1) * 1.75}rem` }}
    >
      <Tick state={state} />
      <Arrow hasFolders={folder.hasFolders} isOpen={isOpen} isLoading={isLoading} />
      <FileIcon type={folder.isShared ? 'shared' : 'folder'} />
      <span dir="auto" className={classNames('min-w-0 truncate', state === 'not_synced' && 'text-dim')}>
        {folder.name}
      </span>{' '}
      {folder.isShared && <span className="shrink-0 text-dim text-small">{texts.selection.shared}</span>}{' '}
      <span className="ms-auto shrink-0 text-dense text-dim tabular-nums">{texts.selection.size(folder.bytes)}</span>
    </div>
  );
}

const Tick = ({ state }: { state: State }): ReactNode => (
  <span
    aria-hidden
    className={classNames(
      'grid size-4 shrink-0 place-items-center rounded-tick border',
      state === 'not_synced' ? 'border-edge bg-field' : 'border-accent bg-accent text-on-accent',
    )}
  >
    {state === 'synced' && <Check className="size-3" strokeWidth={3} />}
    {state === 'partially_synced' && <Minus className="size-3" strokeWidth={3} />}
  </span>
);

function Arrow({
  hasFolders,
  isOpen,
  isLoading,
}: {
  hasFolders: boolean;
  isOpen: boolean;
  isLoading: boolean;
}): ReactNode {
  const shape = 'grid size-7 shrink-0 place-items-center rounded-control text-dim';
  if (!hasFolders) return <span aria-hidden className={shape} />;
  return (
    <span aria-hidden data-arrow className={classNames(shape, 'hover:bg-mute-bg')}>
      {isLoading ? (
        <LoaderCircle className="turning size-4" />
      ) : (
        <ChevronRight className={classNames('size-4', isOpen ? 'rotate-90' : 'rtl:rotate-180')} />
      )}
    </span>
  );
}

/** The visible rows in page order. */
function rowsOf(folders: Folders, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (parentId: string, level: number): void => {
    const children = folders.below.get(parentId) ?? [];
    for (const [index, id] of children.entries()) {
      rows.push({ id, level, position: index + 1, of: children.length });
      if (open.has(id)) walk(id, level + 1);
    }
  };
  walk(folders.rootId, 1);
  return rows;
}
