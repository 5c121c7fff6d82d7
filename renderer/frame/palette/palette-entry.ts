import type { ReactNode } from 'react';

/** One entry of the palette and its action. */
export type PaletteEntry = {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  /** Instead of closing, the palette clears its query, or waits until the action closes it. */
  readonly ending?: 'clear' | 'wait';
  readonly run: () => void;
};

/** The icon of an entry. */
export const entryLook = {
  'aria-hidden': true,
  className: 'mx-0.75 size-4.5 shrink-0 text-dim',
  strokeWidth: 1.75,
} as const;
