import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { isShareKey, keyMeant } from '../../texts/keys.ts';
import { type GridInput, type GridRows, type GridStep, move, press, target, typed } from './grid-moves.ts';
import { useDoublePress } from './use-double-press.ts';
import type { RowScroller } from './use-row-window.ts';
import { focusRow, useStanding } from './use-standing.ts';

export type GridBehaviour<Row> = {
  /** Number of all rows, including those not loaded yet. */
  readonly count: number;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly textOf: (row: Row) => string;
  readonly selected: ReadonlySet<string>;
  /** `menu`: only to mark the row that a menu is about. */
  readonly onSelect: (keys: ReadonlySet<string>, by?: 'menu') => void;
  readonly onSelectAll: () => void;
  readonly onOpen: (row: Row) => void;
  /** The key of the row to begin at, as soon as it is loaded; default: the first one. */
  readonly first?: string | null;
  /** Where that row was, to begin there if it is gone by now; null: only the row will do. */
  readonly firstIndex?: number | null;
  /** How far that row is below the top of what is visible, in pixels; null: it is only brought into view. */
  readonly firstAwayPx?: number | null;
  /** The list is at that row, or the person has scrolled elsewhere meanwhile. */
  readonly onBegun?: () => void;
  /** The person went to a row, or scrolled: the current row, where it is, and how far below the top of what is visible. */
  readonly onPlace?: (key: string, index: number, awayPx: number) => void;
  /** How many rows can be selected; `none`: a click opens a row, and `selected` is the open one. */
  readonly chooses?: 'several' | 'one' | 'none';
  /** Handles other keys on a row, and Space. Returns true if handled. */
  readonly onKey?: (key: string, row: Row | undefined) => boolean;
  /** Opens the menu of the selection after a right-click or the menu key; unless several can be selected, or with `menuOf`, that of the row. */
  readonly onMenu?: (at: MenuPoint, row: Row) => void;
  /** The menu is about its row alone, and leaves the selection as it is. */
  readonly menuOf?: 'row';
  /** Does the most frequent action, after a press on its mark. */
  readonly onQuick?: (row: Row) => void;
  /** Ctrl or Cmd with Shift and S. */
  readonly onShareKey?: (row: Row | undefined) => void;
  /** Ctrl or Cmd with C. */
  readonly onCopy?: (row: Row | undefined) => void;
};

/** In window pixels. */
export type MenuPoint = { readonly x: number; readonly y: number };

type Scroller = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly reveal: RowScroller['reveal'];
  /** Where a row is in the list, in pixels. */
  readonly topOf: (index: number) => number;
  readonly rowPx: number;
  /** Items per row; default 1. */
  readonly perLine?: number;
  /** The first items, which end with a row of their own; default none. */
  readonly low?: number;
};

/** The row of an event target; null: none. */
export function rowIndexAt(at: EventTarget | null): number | null {
  const row = at instanceof Element ? at.closest<HTMLElement>('[data-row]') : null;
  return row === null ? null : Number(row.dataset['row']);
}

/** Mouse and keyboard behaviour of a grid: select, move, open, find by typing. One row is the tab stop. */
export function useGrid<Row>(grid: GridBehaviour<Row>, at: Scroller) {
  const { scroller, reveal, rowPx, perLine = 1, low = 0 } = at;
  const { count, rows, keyOf, textOf, selected, onSelect, chooses = 'several' } = grid;
  const { active, from, stand, scrolled } = useStanding(grid, at);
  const focus = useRowFocus(scroller, active);
  const word = useTypedWord();
  const known: GridRows = { count, selected, keyAt: (index) => textAt(rows, index, keyOf) };
  const take = ({ place: next, selected: chosen }: GridStep, by?: 'menu'): void => {
    stand(next);
    if (chosen !== null && chooses !== 'none') onSelect(chosen, by);
  };
  const goTo = (index: number, input: GridInput): void => {
    // The place is reported with the row in view.
    reveal(index);
    take(move(known, from, index, input));
    focus.later(index);
  };
  const openRow = (index: number | null): void => openAt(grid, index);
  const doublePress = useDoublePress((key) => openRow(rows.findIndex((row) => keyOf(row) === key)));
  const inputOf = (event: Modifiers): GridInput => (chooses === 'several' ? modifiersOf(event) : alone);
  const choose = (index: number, input: GridInput): void => take(press(known, from, index, input));
  const find = (letter: string): void => {
    const found = word.find(letter, active, rows.length, (index) => textAt(rows, index, textOf));
    if (found !== null) goTo(found, alone);
  };
  /** Selects the row first, unless it is part of the selection, or a selected row has a panel. */
  const openMenu = (index: number, at: MenuPoint): void => {
    const row = rows[index];
    if (row === undefined) return;
    if (chooses !== 'several' || grid.menuOf === 'row') stand({ active: index, anchor: index });
    else if (!selected.has(keyOf(row))) take(press(known, from, index, alone), 'menu');
    grid.onMenu?.(at, row);
  };
  const onSpace = (event: KeyboardEvent): void => {
    if (isAlone(event) && grid.onKey?.(' ', rows[active]) === true) return;
    if (chooses === 'none') openRow(active);
    else choose(active, { ...inputOf(event), toggle: !event.shiftKey });
  };
  /** Returns true if the key was handled. */
  const onRowKey = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const size = { count, page: perLine * pageOf(scroller.current, rowPx), perLine, low };
    const to = target(key, active, size);
    if (to !== null) goTo(to, inputOf(event));
    else if (isMenuKey(event)) openMenu(active, pointOf(event.target));
    else if (key === 'Enter') openRow(active);
    else if (key === ' ' && !word.isOpen()) onSpace(event);
    else if (key !== ' ' && isOtherKey(grid, event, rows[active])) return true;
    else if (key.length === 1 && !isCommand(event)) find(key);
    else return false;
    return true;
  };
  return {
    active,
    /** For the scroll event. */
    scrolled,
    ...pointerOf(grid, { choose, openRow, openMenu, inputOf, awaitSecond: doublePress.await }),
    ...focus.handlers((index) => stand({ ...from, active: index }), word.end),
    onKeyDown(event: KeyboardEvent) {
      if (event.altKey || rowIndexAt(event.target) === null || isForCell(event)) return;
      if (onRowKey(event)) event.preventDefault();
    },
  };
}

type RowActs = {
  readonly choose: (index: number, input: GridInput) => void;
  readonly openRow: (index: number | null) => void;
  readonly openMenu: (index: number, at: MenuPoint) => void;
  readonly inputOf: (event: Modifiers) => GridInput;
  /** Opens the row of this key at the second press of a double-click. */
  readonly awaitSecond: (key: string) => void;
};

/** Mouse behaviour: a click selects, a double-click opens, a right-click opens the menu. */
function pointerOf<Row>({ rows, keyOf, chooses = 'several', onMenu, onQuick }: GridBehaviour<Row>, acts: RowActs) {
  return {
    onClick(event: MouseEvent) {
      const index = rowIndexAt(event.target);
      if (index === null) return;
      if (isOn(event.target, 'menu')) {
        acts.openMenu(index, pointOf(event.target));
        return;
      }
      const row = rows[index];
      if (isOn(event.target, 'quick')) {
        if (row !== undefined) onQuick?.(row);
        return;
      }
      const opensRow = isOn(event.target, 'open');
      if (isInCell(event.target) && !opensRow) return;
      const input = acts.inputOf(event);
      if (opensRow) {
        // The row opens itself, in this window. With a modifier, a click on its name selects it.
        event.preventDefault();
        if (!input.toggle && !input.shift) {
          acts.openRow(index);
          return;
        }
      }
      acts.choose(index, { ...input, toggle: input.toggle || isOn(event.target, 'tick') });
      if (chooses === 'none') acts.openRow(index);
      else if (event.detail === 1 && row !== undefined && !isOn(event.target, 'tick')) acts.awaitSecond(keyOf(row));
    },
    onContextMenu(event: MouseEvent) {
      const index = rowIndexAt(event.target);
      if (index === null || onMenu === undefined) return;
      event.preventDefault();
      acts.openMenu(index, { x: event.clientX, y: event.clientY });
    },
  };
}

/** Rows per page of the list. */
const pageOf = (scroller: HTMLElement | null, rowPx: number): number =>
  Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowPx) - 2);

const alone: GridInput = { shift: false, toggle: false };

type Modifiers = { readonly shiftKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean };

const isCommand = (event: Modifiers): boolean => event.ctrlKey || event.metaKey;

/** Modifiers have no effect on a single selection. */
const modifiersOf = (event: Modifiers): GridInput => ({ shift: event.shiftKey, toggle: isCommand(event) });

function openAt<Row>({ rows, onOpen }: GridBehaviour<Row>, index: number | null): void {
  const row = index === null ? undefined : rows[index];
  if (row !== undefined) onOpen(row);
}

/** Keys that affect all rows or are handled by the page. */
function isOtherKey<Row>(
  { selected, onSelect, onSelectAll, chooses = 'several', onKey, onCopy, onShareKey }: GridBehaviour<Row>,
  event: KeyboardEvent,
  row: Row | undefined,
): boolean {
  const { key } = event;
  // A key that is held down acts once.
  const once = (act: (at: Row | undefined) => void): void => (event.repeat ? undefined : act(row));
  if (isShareKey(event) && onShareKey !== undefined) once(onShareKey);
  else if (isCommand(event) && key.toLowerCase() === 'a' && chooses === 'several') onSelectAll();
  else if (isCommand(event) && key.toLowerCase() === 'c' && onCopy !== undefined && isNoTextSelected()) once(onCopy);
  else if (key === 'Escape' && selected.size > 0) onSelect(new Set());
  else return onKey?.(keyMeant(event), row) === true;
  return true;
}

const isNoTextSelected = (): boolean => String(getSelection() ?? '') === '';

const isAlone = (event: Modifiers): boolean => !event.shiftKey && !isCommand(event);

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** A point below the element that requested the menu. */
function pointOf(at: EventTarget): MenuPoint {
  if (!(at instanceof Element)) return { x: 0, y: 0 };
  const { left, bottom } = at.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** On a marked part of a row: the tick that selects it, its most frequent action, the button of its menu, or the link that opens it. */
const isOn = (at: EventTarget, part: 'tick' | 'quick' | 'menu' | 'open'): boolean =>
  at instanceof Element && at.closest(`[data-part="${part}"]`) !== null;

/** True inside an interactive element of a row. */
const isInCell = (at: EventTarget): boolean => at instanceof Element && at.closest('button, a, input') !== null;

const isForCell = ({ key, target: at }: KeyboardEvent): boolean => (key === 'Enter' || key === ' ') && isInCell(at);

function textAt<Row>(rows: readonly Row[], index: number, text: (row: Row) => string): string | null {
  const row = rows[index];
  return row === undefined ? null : text(row);
}

/** Keeps the focus position: when the focused row disappears, or another row reuses its elements, the row at its place gets the focus. */
function useRowFocus(scroller: RefObject<HTMLElement | null>, active: number) {
  const has = useRef(false);
  useEffect(() => {
    if (!has.current) return;
    const { activeElement } = document;
    const holder = rowIndexAt(activeElement);
    if (activeElement === document.body || (holder !== null && holder !== active)) focusRow(scroller, active);
  });
  return {
    handlers: (onRow: (index: number) => void, onLeave: () => void) => ({
      onFocus(event: { readonly target: EventTarget }): void {
        const index = rowIndexAt(event.target);
        has.current = index !== null;
        if (index !== null && index !== active) onRow(index);
      },
      onBlur({ relatedTarget }: { readonly relatedTarget: EventTarget | null }): void {
        has.current = false;
        if (rowIndexAt(relatedTarget) === null) onLeave();
      },
    }),
    /** In the next frame, when a row that was out of sight is rendered. */
    later: (index: number): void => void requestAnimationFrame(() => focusRow(scroller, index)),
  };
}

/** Letters typed within this time form one word. */
const WORD_MS = 700;

function useTypedWord() {
  const word = useRef({ text: '', atMs: 0 });
  const isOpen = (): boolean => Date.now() - word.current.atMs < WORD_MS;
  return {
    isOpen,
    /** Moving elsewhere ends the word, so the next space bar selects. */
    end: (): void => {
      word.current = { text: '', atMs: 0 };
    },
    /** The row that matches the word with this letter. Repeating a first letter moves to the next match. */
    find(letter: string, active: number, count: number, textOf: (index: number) => string | null): number | null {
      const text = isOpen() ? word.current.text + letter : letter;
      word.current = { text, atMs: Date.now() };
      return typed(text, text.length === 1 ? active + 1 : active, count, textOf);
    },
  };
}
