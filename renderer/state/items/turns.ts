/** Lets a few run at a time; the others wait in their order. */
export type Turns = {
  /** Calls `begin` when a place is free, now or later. The returned function frees the place, or leaves the queue; calling it again has no effect. */
  readonly take: (begin: () => void) => () => void;
};

export function createTurns(atOnce: number): Turns {
  const waiting = new Set<() => void>();
  let running = 0;
  const next = (): void => {
    for (const begin of waiting) {
      if (running >= atOnce) return;
      waiting.delete(begin);
      running += 1;
      begin();
    }
  };
  return {
    take(begin) {
      let isOver = false;
      const own = (): void => begin();
      waiting.add(own);
      next();
      return () => {
        if (isOver) return;
        isOver = true;
        if (waiting.delete(own)) return;
        running -= 1;
        next();
      };
    },
  };
}
