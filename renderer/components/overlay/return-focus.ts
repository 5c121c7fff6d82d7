/** Each overlay is a layer: a child of the body, as the window itself. */
const layerOf = (element: Element): Element | null => element.closest('body > *');

const isFocusLost = (): boolean => document.activeElement === document.body;

/**
 * From now on, when a dialog, menu or other overlay closes, the focus goes back to the element that had it below, before another key can
 * arrive. React Aria does so with the next frame; until then, keys would reach nothing.
 */
export function returnFocusOnClose(): void {
  /** The last focused element of each layer, the latest last. */
  let focused: readonly HTMLElement[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const layer = layerOf(target);
    focused = [...focused.filter((element) => element.isConnected && layerOf(element) !== layer), target];
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    // A click beside every control takes the focus from the element on purpose.
    queueMicrotask(() => {
      const isThere = target instanceof HTMLElement && target.isConnected && !target.matches(':disabled');
      if (isThere && isFocusLost()) focused = focused.filter((element) => element !== target);
    });
  });
  const layers = new MutationObserver(() => {
    if (!isFocusLost() || focused.at(-1)?.isConnected !== false) return;
    focused = focused.filter(({ isConnected }) => isConnected);
    focused.at(-1)?.focus({ preventScroll: true });
  });
  layers.observe(document.body, { childList: true });
}
