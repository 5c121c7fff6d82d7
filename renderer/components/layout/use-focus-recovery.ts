import { type RefObject, useEffect } from 'react';

/**
 * Restores the keyboard focus when its element disappears or is hidden: a closed panel, a deleted row, an undo bar. The browser would move the focus to
 * the document, from where the user has to tab through the whole window. Instead it moves to the element's successor, or back to a control
 * that was disabled while the connection to Tandem was lost. One that waits for an answer keeps the focus (`Button`).
 */
export function useFocusRecovery(page: RefObject<HTMLElement | null>): void {
  useEffect(() => (page.current === null ? undefined : keepFocus(page.current)), [page]);
}

/** The focus position: the focused element and its ancestors from the inside out, each with the child on the path. */
type Stand = {
  readonly element: HTMLElement;
  readonly around: readonly { readonly element: Element; readonly childIndex: number }[];
  readonly isInGrid: boolean;
};

/** Excludes comboboxes, which would open their list on focus. */
const TABBABLE = ':is(a[href], button, input, select, textarea, [tabindex]):not([role="combobox"])';
const CURRENT_ROW = '[data-row][tabindex="0"]';
const GRID = '[role="grid"]';

function keepFocus(page: HTMLElement): () => void {
  const ends = new AbortController();
  let stand: Stand | null = null;
  /** The page itself has the focus until a row can take it. */
  let isWaiting = false;
  let frame = 0;
  const isByPointer = followInput(ends.signal);
  const isLost = (): boolean =>
    stand !== null &&
    !isByPointer() &&
    (document.activeElement === document.body || (isWaiting && document.activeElement === page));
  const settle = (): void => {
    if (stand === null || !isLost()) return;
    if (stand.element.checkVisibility()) {
      // It was disabled for a moment.
      if (!stand.element.matches(':disabled')) stand.element.focus({ preventScroll: true });
      return;
    }
    const next = successorOf(stand);
    isWaiting = next === null;
    (next ?? page).focus({ preventScroll: true });
  };
  // After two frames: a closing overlay (`returnFocusOnClose`), a list and a new page move the focus themselves.
  const look = (): void => {
    if (!isLost()) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(settle);
    });
  };
  const entered = ({ target }: FocusEvent): void => {
    if (target === page) stand = isWaiting ? stand : null;
    else if (target instanceof HTMLElement && page.contains(target)) {
      stand = standOf(target, page);
      isWaiting = false;
    } else if (target instanceof Element && page.parentElement?.contains(target) === true) stand = null;
  };
  const left = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || target !== stand?.element) return;
    // The person clicked outside on purpose.
    queueMicrotask(() => {
      const isThere = stand?.element === target && stand.element.isConnected && !stand.element.matches(':disabled');
      if (isThere && document.activeElement === document.body) stand = null;
    });
  };
  document.addEventListener('focusin', entered, { signal: ends.signal });
  document.addEventListener('focusout', left, { signal: ends.signal });
  // A closed menu may leave its button without use, and hidden.
  const changes = new MutationObserver(look);
  changes.observe(page, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'aria-expanded'],
  });
  return () => {
    ends.abort();
    changes.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** True if the pointer was used last: a person who points needs no focus recovery. */
function followInput(signal: AbortSignal): () => boolean {
  let isByPointer = false;
  for (const type of ['pointerdown', 'keydown'] as const) {
    const used = (): void => {
      isByPointer = type === 'pointerdown';
    };
    document.addEventListener(type, used, { signal, capture: true });
  }
  return () => isByPointer;
}

function standOf(element: HTMLElement, page: HTMLElement): Stand {
  const around: { element: Element; childIndex: number }[] = [];
  for (let child: Element = element; child !== page && child.parentElement !== null; child = child.parentElement)
    around.push({
      element: child.parentElement,
      childIndex: Array.prototype.indexOf.call(child.parentElement.children, child),
    });
  return { element, around, isInGrid: element.closest(GRID) !== null };
}

/** The nearest focusable element in the innermost remaining ancestor; in a grid its current row. Null: none yet. */
function successorOf({ around, isInGrid }: Stand): HTMLElement | null {
  for (const { element, childIndex } of around) {
    if (!element.isConnected) continue;
    const found = isInGrid ? element.querySelector<HTMLElement>(CURRENT_ROW) : nearestIn(element, childIndex);
    if (found !== null) return found;
  }
  return null;
}

/** The first at or after a child, otherwise the last before it. */
function nearestIn(element: Element, childIndex: number): HTMLElement | null {
  const inOrder = [...element.querySelectorAll<HTMLElement>(TABBABLE)].filter(canHaveFocus);
  const child = element.children[childIndex];
  const isAtOrAfter = (one: HTMLElement): boolean =>
    child !== undefined &&
    (child.contains(one) || (child.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  const found = inOrder.find(isAtOrAfter) ?? inOrder.at(-1) ?? null;
  return found?.closest(GRID)?.querySelector<HTMLElement>(CURRENT_ROW) ?? found;
}

const canHaveFocus = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });
