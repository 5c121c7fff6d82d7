/**
 * Tasks of one piece of work side by side, at most `width`. The first failure (a value) or error (thrown) is kept, and whoever asks
 * for room or for the end meets the error.
 */
export interface TaskLane<Failure> {
  failure(): Failure | null;
  fail(reason: Failure): void;
  /** Resolves when another task may start. */
  room(): Promise<void>;
  /** Resolves when all have ended well or with a failure. */
  empty(): Promise<void>;
  /** Resolves when none runs, however they ended. */
  settled(): Promise<void>;
  /** Starts a task; `after` runs when it has ended in any way. */
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
