const CONTROLS = 'a[href], button:not(:disabled), [tabindex="0"]';
/** These use the arrows themselves. */
const OWN_ARROWS =
  'input, textarea, select, [contenteditable], [role="combobox"], [aria-haspopup="true"], [role="radio"]';

/** Marks an element as a row for `rowKeys`. */
export const listRow = { 'data-row': '' } as const;

/**
 * The `ref` of a list whose rows carry `listRow`: Up and Down move between rows and keep the place within the row, Left and Right move
 * within it, Home and End go to the first and last row. Tab still reaches everything.
 */
export function rowKeys(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const onKeyDown = (event: KeyboardEvent) => moveBetweenRows(list, event);
  list.addEventListener('keydown', onKeyDown);
  return () => list.removeEventListener('keydown', onKeyDown);
}

function moveBetweenRows(list: HTMLElement, event: KeyboardEvent): void {
  const { target, key } = event;
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (event.defaultPrevented || hasModifier || !(target instanceof Element) || target.matches(OWN_ARROWS)) return;
  const rows = [...list.querySelectorAll('[data-row]')];
  const at = rows.findIndex((row) => row.contains(target));
  const row = rows[at];
  if (row === undefined) return;
  const place = controlsOf(row).findIndex((control) => control.contains(target));
  const next = nextControl(key, { rows, at, row, place });
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

type Position = {
  readonly rows: readonly Element[];
  readonly at: number;
  readonly row: Element;
  /** Among the row's controls. */
  readonly place: number;
};

function nextControl(key: string, { rows, at, row, place }: Position): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return atPlace(rows[at + 1], place);
    case 'ArrowUp':
      return atPlace(rows[at - 1], place);
    case 'Home':
      return atPlace(rows[0], place);
    case 'End':
      return atPlace(rows.at(-1), place);
    case 'ArrowRight':
      return controlsOf(row)[place + 1];
    case 'ArrowLeft':
      return place > 0 ? controlsOf(row)[place - 1] : undefined;
    default:
      return undefined;
  }
}

function atPlace(row: Element | undefined, place: number): HTMLElement | undefined {
  if (row === undefined) return undefined;
  const controls = controlsOf(row);
  return controls[Math.min(Math.max(place, 0), controls.length - 1)];
}

const controlsOf = (row: Element): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];
