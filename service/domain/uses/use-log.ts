import type { Caller, Service } from '../service.ts';
import { type ItemUse, recordUse } from './record-use.ts';

/** What is told of downloads and previews while the people who asked for them are served already. */
export interface UseLog {
  /** Records a use without keeping the caller waiting for it. */
  note(service: Service, caller: Caller, use: ItemUse): void;
  /** Resolves when all that was noted so far is recorded. */
  settled(): Promise<void>;
}

/** A log of one process; whoever closes the store waits for it to settle before. */
export function createUseLog(): UseLog {
  const running = new Set<Promise<void>>();
  return {
    note: (service, caller, use) => {
      // A record that the store does not take costs an entry in a log of reads and nothing else: whoever read was served, and a store
      // that takes nothing more is told of by every change that it refuses.
      const recorded = recordUse(service, caller, use).catch(() => undefined);
      running.add(recorded);
      void recorded.then(() => running.delete(recorded));
    },
    settled: async () => {
      await Promise.all(running);
    },
  };
}
