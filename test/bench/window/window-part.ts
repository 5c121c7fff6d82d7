import type { Figure } from '../figure.ts';
import type { WindowPlace } from './window-place.ts';

/** The inputs of a part of the window's bench. */
export type WindowBenchContext = {
  readonly place: WindowPlace;
  /** Factor on the numbers of items: 1 is the whole thing. */
  readonly scale: number;
  readonly say: (text: string) => void;
};

/** One part; it opens pages of its own, and closes them. */
export type WindowBench = (context: WindowBenchContext) => Promise<readonly Figure[]>;
