import { type RefObject, useEffect, useState } from 'react';

type Measured = { readonly id: string; readonly label: string; readonly count?: number | null };

/**
 * The tabs of a strip that fit beside a button for the others. The selected one is always among them. `strip` is the element whose width counts;
 * its tabs carry their id in `data-tab`.
 */
export function useFittingTabs<Tab extends Measured>(
  strip: RefObject<HTMLElement | null>,
  tabs: readonly Tab[],
  selected: string,
): readonly Tab[] {
  const [measured, setMeasured] = useState<Measurement | null>(null);
  // Tabs with other words have other widths. All of them are drawn once, before the browser paints.
  const words = tabs.map(({ id, label, count }) => `${id} ${label} ${count ?? ''}`).join('\n');
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    // The first call comes when the tabs are laid out, before the browser paints.
    const resized = new ResizeObserver(() => {
      const drawn = [...element.querySelectorAll<HTMLElement>('[data-tab]')];
      const widths = drawn.map((tab) => [tab.dataset['tab'] ?? '', tab.offsetWidth] as const);
      setMeasured((before) => {
        const known = before?.words === words ? before.widths : [];
        return { words, widths: new Map([...known, ...widths]), roomPx: element.clientWidth };
      });
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, [strip, words]);
  const isMeasured = measured?.words === words && tabs.every(({ id }) => measured.widths.has(id));
  return isMeasured ? fittingTabs(tabs, selected, measured) : tabs;
}

type Measurement = {
  readonly words: string;
  /** By id. */
  readonly widths: ReadonlyMap<string, number>;
  readonly roomPx: number;
};

/** Width of the button for the other tabs, with a margin. */
const MORE_PX = 32;
/** Between two tabs, and at both ends of the strip together. */
const GAP_PX = 2;
const ENDS_PX = 20;

function fittingTabs<Tab extends Measured>(
  tabs: readonly Tab[],
  selected: string,
  { roomPx, widths }: Pick<Measurement, 'roomPx' | 'widths'>,
): readonly Tab[] {
  const needed = (shown: readonly Tab[]): number =>
    ENDS_PX + shown.reduce((sum, { id }) => sum + (widths.get(id) ?? 0), 0) + GAP_PX * (shown.length - 1);
  if (needed(tabs) <= roomPx) return tabs;
  const chosen = tabs.filter(({ id }) => id === selected);
  const others = tabs.filter(({ id }) => id !== selected);
  while (others.length > 0 && needed([...others, ...chosen]) > roomPx - MORE_PX) others.pop();
  return tabs.filter((tab) => others.includes(tab) || chosen.includes(tab));
}
