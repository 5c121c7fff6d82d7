import type { ByteRange } from '../../ports/blob-store.ts';

/** Records of downloads, previews and failed sign-ins that are being written while the people who asked are answered already. */
export interface UseLog {
  /** Takes over the recording of a use: nobody waits for it but `settled`. */
  note(recorded: Promise<void>): void;
  /** Resolves when all that was noted so far is recorded. */
  settled(): Promise<void>;
  /**
   * True when these bytes begin a use, false when they go on with one: a later range counts as part of a download only for a reader
   * who lately began to read that content here. Otherwise all but the first byte could be fetched without a record.
   */
  begins(opening: Opening): boolean;
}

/** Bytes that are about to leave. `reader` names who reads which content; `now` is in milliseconds since the epoch. */
export interface Opening {
  readonly reader: string;
  /** Absent for all of it. */
  readonly range: ByteRange | undefined;
  readonly now: number;
}

/** After this pause a further range counts as another download, in milliseconds. */
const goesOnWithinMs = 3_600_000;

/** Readers that are remembered; beyond that, the one who has read nothing for longest is forgotten. */
const readersKept = 10_000;

/** A log of one process; whoever closes the store waits for it to settle before. */
export function createUseLog(): UseLog {
  const running = new Set<Promise<void>>();
  const lastReadAt = new Map<string, number>();
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
    begins: ({ reader, range, now }) => {
      const goesOn = range !== undefined && range.start > 0 && now - (lastReadAt.get(reader) ?? 0) < goesOnWithinMs;
      lastReadAt.delete(reader);
      lastReadAt.set(reader, now);
      const [longest] = lastReadAt.keys();
      if (lastReadAt.size > readersKept && longest !== undefined) lastReadAt.delete(longest);
      return !goesOn;
    },
  };
}
