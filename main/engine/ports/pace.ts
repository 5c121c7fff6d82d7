import type { Clock } from './clock.ts';

/** The most nodes written between two turns of other work: a few milliseconds (E120). */
export const MOST_AT_ONCE = 100;

/** Lets other work have its turn between writes, including writes that begin side by side. */
export type Pace = {
  /** The size of a portion. */
  readonly most: number;
  /** Resolves when this many nodes, at most `most`, may be written. */
  turnFor(nodes: number): Promise<void>;
};

export function createPace(clock: Pick<Clock, 'sleep'>, most = MOST_AT_ONCE): Pace {
  let written = 0;
  let pause: Promise<void> | null = null;
  const rest = async (): Promise<void> => {
    await clock.sleep(0);
    written = 0;
    pause = null;
  };
  return {
    most,
    async turnFor(nodes) {
      while (written > 0 && written + nodes > most) await (pause ??= rest());
      written += nodes;
    },
  };
}

/** Hands them over in whole portions, except the last one. The rest, at most one portion, is left to the caller, in the turn that follows. */
export async function wholePortions<One>(
  pace: Pace,
  all: Iterable<One>,
  work: (portion: readonly One[]) => void,
): Promise<void> {
  let portion: One[] = [];
  let isMuch = false;
  for (const one of all) {
    if (portion.length === pace.most) {
      await pace.turnFor(portion.length);
      work(portion);
      isMuch = true;
      portion = [];
    }
    portion.push(one);
  }
  if (isMuch) await pace.turnFor(portion.length);
}
