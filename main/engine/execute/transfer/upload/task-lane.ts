/**
 * Runs at most `width` tasks in parallel. Keeps the first failure (a value) and the first error (thrown); `room` and `empty`
 * throw the error.
 */
export interface TaskLane<Failure> {
  failure(): Failure | null;
  fail(reason: Failure): void;
  /** Resolves when another task may start. */
  room(): Promise<void>;
  /** Resolves when all tasks have ended; throws if one threw. */
  empty(): Promise<void>;
  /** Resolves when no task runs, whatever the results. */
  settled(): Promise<void>;
  /** Starts a task; `after` runs when it ends, whatever the result. */
  start(task: () => Promise<Failure | void>, after: () => void): void;
}

export function createLane<Failure>(width: number): TaskLane<Failure> {
  const running = new Set<Promise<void>>();
  let failure: Failure | null = null;
  let thrown: { readonly error: unknown } | null = null;
  const meet = () => {
    if (thrown) throw thrown.error;
  };
  const settled = async () => {
    await Promise.all(running);
  };
  return {
    failure: () => failure,
    fail(reason) {
      failure ??= reason;
    },
    async room() {
      while (running.size >= width) await Promise.race(running);
      meet();
    },
    async empty() {
      await settled();
      meet();
    },
    settled,
    start(task, after) {
      const run: Promise<void> = task()
        .then((reason) => {
          if (reason) failure ??= reason;
        })
        .catch((error: unknown) => {
          thrown ??= { error };
        })
        .finally(() => {
          running.delete(run);
          after();
        });
      running.add(run);
    },
  };
}
