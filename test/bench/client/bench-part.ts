import type { Figure } from '../figure.ts';

/** What a part of the client's bench is told. */
export type ClientBenchContext = {
  /** Factor on the sizes: 1 is the whole thing. */
  readonly scale: number;
  readonly say: (text: string) => void;
};

/** One part: it makes what it needs, and leaves nothing behind. */
export type ClientBench = (context: ClientBenchContext) => Promise<readonly Figure[]>;
