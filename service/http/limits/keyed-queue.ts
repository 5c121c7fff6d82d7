/** Runs works with the same key one at a time, in order of arrival; other keys do not wait. */
export interface KeyedQueue {
  /** Runs `work` in its turn, or returns null at once if too many works of the key are waiting. */
  take<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

/** @param mayWait maximum works of one key that may wait or run. */
export function createKeyedQueue(mayWait: number): KeyedQueue {
  const byKey = new Map<string, { last: Promise<unknown>; count: number }>();
  return {
    async take(key, work) {
      const line = byKey.get(key) ?? { last: Promise.resolve(), count: 0 };
      if (line.count >= mayWait) return null;
      byKey.set(key, line);
      line.count += 1;
      const mine = line.last.then(work);
      // The next one waits until this one ends, in success or failure.
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
