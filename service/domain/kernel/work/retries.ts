/** Pauses before the next attempts, in milliseconds; an attempt after the last one is final. */
const pausesMs = [1, 10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000);

/** Things that failed in this process, and when each may be attempted again. A restart forgets them, so that they are due at once. */
export interface Retries {
  /** Those that wait, or are due and not done yet. */
  ids(): Iterable<string>;
  isDue(id: string, now: number): boolean;
  /** Notes a failure, and lets the thing wait longer than the last time. False if it has failed too often: then it is forgotten. */
  postpone(id: string, now: number): boolean;
  forget(id: string): void;
  /** Forgets all but these. */
  keepOnly(ids: ReadonlySet<string>): void;
}

/** Starts without any failures. */
export function createRetries(): Retries {
  const failures = new Map<string, { readonly count: number; readonly dueAt: number }>();
  return {
    ids: () => failures.keys(),
    isDue: (id, now) => now >= (failures.get(id)?.dueAt ?? now),
    postpone: (id, now) => {
      const count = failures.get(id)?.count ?? 0;
      const pauseMs = pausesMs[count];
      if (pauseMs === undefined) failures.delete(id);
      else failures.set(id, { count: count + 1, dueAt: now + pauseMs });
      return pauseMs !== undefined;
    },
    forget: (id) => void failures.delete(id),
    keepOnly: (ids) => {
      for (const id of failures.keys()) if (!ids.has(id)) failures.delete(id);
    },
  };
}
