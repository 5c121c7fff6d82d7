import type { Figure } from '../figure.ts';

/** The inputs of a part of the client's bench. */
export type ClientBenchContext = {
  /** Factor on the sizes: 1 is the whole thing. */
  readonly scale: number;
  readonly say: (text: string) => void;
};

/** One part: it creates its own data, and leaves nothing behind. */
export type ClientBench = (context: ClientBenchContext) => Promise<readonly Figure[]>;
