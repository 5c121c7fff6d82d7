/** Records of downloads, previews and failed sign-ins that are being written while the people who asked are answered already. */
export interface UseLog {
  /** Takes over the recording of a use: nobody waits for it but `settled`. */
  note(recorded: Promise<void>): void;
  /** Resolves when all that was noted so far is recorded. */
  settled(): Promise<void>;
}

/** A log of one process; whoever closes the store waits for it to settle before. */
export function createUseLog(): UseLog {
  const running = new Set<Promise<void>>();
  return {
    note: (recorded) => {
      // A record that the store does not take costs an entry in a log and nothing else: whoever read was served, and a store
      // that takes nothing more is told of by every change that it refuses.
      const settled = recorded.catch(() => undefined);
      running.add(settled);
      void settled.then(() => running.delete(settled));
    },
    settled: async () => {
      await Promise.all(running);
    },
  };
}
