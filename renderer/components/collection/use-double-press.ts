import { useEffect, useRef } from 'react';

/**
 * Opens a row at the second press of a double-click, wherever it lands. The first press selects the row, and what that opens or removes may
 * by then lie under the pointer: a panel, a button, another row. Nothing else takes notice of the second press.
 * The browser counts the presses, by their time and distance.
 */
export function useDoublePress(open: (key: string) => void) {
  const waiting = useRef<AbortController | null>(null);
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => () => waiting.current?.abort(), []);
  return {
    /** After the first press, on the row of this key. */
    await(key: string): void {
      waiting.current?.abort();
      const listening = new AbortController();
      waiting.current = listening;
      const onPress = (event: MouseEvent): void => {
        listening.abort();
        if (event.button !== 0 || event.detail !== 2) return;
        endUnnoticed(event);
        latest.current(key);
      };
      addEventListener('mousedown', onPress, { capture: true, signal: listening.signal });
    },
  };
}

/** Keeps a press, and what the browser makes of it, from every element. */
function endUnnoticed(press: MouseEvent): void {
  const rest = new AbortController();
  const end = (event: MouseEvent): void => {
    if (event.detail !== press.detail) return;
    event.preventDefault();
    event.stopPropagation();
  };
  end(press);
  // A button reacts to the `pointerdown` before, which has no count yet.
  press.target?.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
  for (const type of ['mouseup', 'click', 'dblclick'] as const) {
    addEventListener(type, end, { capture: true, signal: rest.signal });
  }
  addEventListener('mousedown', () => rest.abort(), { capture: true, signal: rest.signal });
}
