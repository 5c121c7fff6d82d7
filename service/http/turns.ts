/** Lets work of one key run one at a time, in the order of its coming; work of other keys does not wait for it. */
export interface Turns {
  /** Runs `work` in its turn, or gives null at once when too much of the key waits already. */
  take<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

/** @param mayWait works of one key that may wait or run at a time. */
export function createTurns(mayWait: number): Turns {
  const byKey = new Map<string, { last: Promise<unknown>; count: number }>();
  return {
    async take(key, work) {
      const line = byKey.get(key) ?? { last: Promise.resolve(), count: 0 };
      if (line.count >= mayWait) return null;
      byKey.set(key, line);
      line.count += 1;
      const mine = line.last.then(work);
      // Who comes next waits for the end, however it ends.
      line.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        line.count -= 1;
        if (line.count === 0) byKey.delete(key);
      }
    },
  };
}
