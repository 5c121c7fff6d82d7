/** The effect of a key or a click in a multi-select list; pure, so that it is the same for both. */

/** The focused row, and the anchor of a range selection. */
export type GridPlace = { readonly active: number; readonly anchor: number };

export type GridInput = { readonly shift: boolean; readonly toggle: boolean };

export type GridStep = {
  readonly place: GridPlace;
  /** Null: the selection is unchanged. */
  readonly selected: ReadonlySet<string> | null;
};

export type GridRows = {
  readonly count: number;
  /** Null: that row is not loaded yet. */
  readonly keyAt: (index: number) => string | null;
  readonly selected: ReadonlySet<string>;
};

/** A click selects one row; with Shift the range from the anchor; with Control or Command it toggles one row. */
export function press(rows: GridRows, place: GridPlace, index: number, { shift, toggle }: GridInput): GridStep {
  if (shift) return { place: { active: index, anchor: place.anchor }, selected: range(rows, place.anchor, index) };
  const key = rows.keyAt(index);
  const next = { active: index, anchor: index };
  if (toggle) return { place: next, selected: key === null ? null : toggled(rows.selected, key) };
  return { place: next, selected: new Set(key === null ? [] : [key]) };
}

export type GridSize = {
  readonly count: number;
  /** Number of visible rows. */
  readonly page: number;
  /** Items per row; 1 in a table. */
  readonly perLine: number;
  /** The first items, which end with a line of their own; default none. */
  readonly low?: number;
};

/** The target row of a key; null: none. */
export function target(key: string, active: number, { count, page, perLine, low = 0 }: GridSize): number | null {
  const within = (index: number): number => Math.max(0, Math.min(count - 1, index));
  const empty = (perLine - (low % perLine)) % perLine;
  /** Up or down, with the empty places at the end of the last low line. */
  const across = (by: number): number => {
    const place = (active < low ? active : active + empty) + by;
    return within(place < low ? place : Math.max(low - 1, place - empty));
  };
  switch (key) {
    case 'ArrowDown':
      return across(perLine);
    case 'ArrowUp':
      return across(-perLine);
    case 'ArrowRight':
      return perLine > 1 ? within(active + 1) : null;
    case 'ArrowLeft':
      return perLine > 1 ? within(active - 1) : null;
    case 'PageDown':
      return across(page);
    case 'PageUp':
      return across(-page);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    default:
      return null;
  }
}

/** A navigation key selects the target row; with Shift the range up to it; with Control or Command nothing. */
export function move(rows: GridRows, place: GridPlace, index: number, { shift, toggle }: GridInput): GridStep {
  if (toggle && !shift) return { place: { active: index, anchor: place.anchor }, selected: null };
  return press(rows, place, index, { shift, toggle: false });
}

/** The next row whose text starts with the typed letters, wrapping around; null if no loaded row matches. */
export function typed(
  text: string,
  from: number,
  count: number,
  textAt: (index: number) => string | null,
): number | null {
  const wanted = text.toLocaleLowerCase();
  for (let step = 0; step < count; step++) {
    const index = (from + step) % count;
    const candidate = textAt(index);
    if (candidate?.toLocaleLowerCase().startsWith(wanted) === true) return index;
  }
  return null;
}

function range(rows: GridRows, one: number, other: number): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let index = Math.min(one, other); index <= Math.max(one, other); index++) {
    const key = rows.keyAt(index);
    if (key !== null) keys.add(key);
  }
  return keys;
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}
