import PQueue from 'p-queue';

/** Commands of the user on one root, one after another. Nothing is planned meanwhile, so that no plan sees one half done (SPEC P47). */
export type ActsInProgress = {
  /** True from the moment a command is given. */
  readonly areAny: boolean;
  /**
   * Runs a command when those before it have ended; null: the work on the root ended before its turn. `signal`: the work on the root is to
   * end, so the command ends after its current item.
   */
  run<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value | null>;
  /** Drops the waiting commands; resolves when the running one has ended. */
  close(): Promise<void>;
};

export function createActsInProgress(): ActsInProgress {
  const closing = new AbortController();
  const queue = new PQueue({ concurrency: 1 });
  return {
    get areAny() {
      return queue.size + queue.pending > 0;
    },
    run: (work) => queue.add(async () => (closing.signal.aborted ? null : work(closing.signal))),
    close: async () => {
      closing.abort();
      await queue.onIdle();
    },
  };
}
