/** Runs at most `width` tasks in parallel. Keeps the first failure (a value) and the first error (thrown). */
export interface TaskLane<Failure> {
  failure(): Failure | null;
  /** A task has failed or thrown, so the others are in vain. */
  hasFailed(): boolean;
  /** Resolves when another task may start; throws if one threw. */
  room(): Promise<void>;
  /** Resolves when all tasks have ended; throws if one threw. */
  empty(): Promise<void>;
  /** Resolves when no task runs, whatever the results. */
  settled(): Promise<void>;
  /** Starts a task; `after` runs when it ends, whatever the result. */
  start(task: () => Promise<Failure | void>, after: () => void): void;
  /** Starts a task that takes no room from the others. */
  startBeside(task: () => Promise<Failure | void>): void;
}

export function createTaskLane<Failure>(width: number): TaskLane<Failure> {
  const running = new Set<Promise<void>>();
  const beside = new Set<Promise<void>>();
  let failure: Failure | null = null;
  let thrown: { readonly error: unknown } | null = null;
  const meet = () => {
    if (thrown) throw thrown.error;
  };
  const settled = async () => {
    // A task may start another one.
    while (running.size + beside.size > 0) await Promise.all([...running, ...beside]);
  };
  const run = (tasks: Set<Promise<void>>, task: () => Promise<Failure | void>, after: () => void) => {
    const ending: Promise<void> = task()
      .then((reason) => {
        if (reason) failure ??= reason;
      })
      .catch((error: unknown) => {
        thrown ??= { error };
      })
      .finally(() => {
        tasks.delete(ending);
        after();
      });
    tasks.add(ending);
  };
  return {
    failure: () => failure,
    hasFailed: () => failure !== null || thrown !== null,
    async room() {
      while (running.size >= width) await Promise.race(running);
      meet();
    },
    async empty() {
      await settled();
      meet();
    },
    settled,
    start: (task, after) => run(running, task, after),
    startBeside: (task) => run(beside, task, () => undefined),
  };
}
