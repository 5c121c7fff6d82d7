import type { ByteRange } from '../../ports/blob-store.ts';
import { Refusal } from '../refusal.ts';

/**
 * Records of downloads and previews. Bytes leave after their record is durable, so each record that waits has a request that waits
 * for it: nothing queues behind an answer, and nothing is lost in a crash.
 */
export interface UseLog {
  /**
   * Resolves once these bytes belong to a recorded use. `record` writes a new record, unless they go on with a use: a later range
   * counts as part of a use only for a reader who lately began to read that content here. Otherwise all but the first byte could
   * be fetched without a record.
   * @throws what `record` throws, and `Refusal` `unavailable` while too many records wait. Then no byte may leave.
   */
  recorded(opening: Opening, record: () => Promise<void>): Promise<void>;
  /** Takes over a record that no answer waits for, such as that of a failed sign-in: an answer that took longer would tell of it. */
  note(recorded: Promise<void>): void;
  /** Resolves when all that was noted so far is recorded. */
  settled(): Promise<void>;
  figures(): UseLogFigures;
}

/** What an operator watches. */
export interface UseLogFigures {
  readonly waiting: number;
  /** Records that the store did not take, or that were refused, since the start. */
  readonly failed: number;
}

/** Bytes that are about to leave. `reader` names who reads which content; `now` is in milliseconds since the epoch. */
export interface Opening {
  readonly reader: string;
  /** Absent for all of it. */
  readonly range: ByteRange | undefined;
  readonly now: number;
}

interface Use {
  readonly lastReadAt: number;
  readonly isRecorded: Promise<void>;
}

/** After this pause a further range counts as another download, in milliseconds. */
const goesOnWithinMs = 3_600_000;

/** Readers that are remembered; beyond that, the one who has read nothing for longest is forgotten. */
const readersKept = 10_000;

/** A log of one process; whoever closes the store waits for it to settle before. */
export function createUseLog({ mostWaiting = 2_000 } = {}): UseLog {
  const running = new Set<Promise<void>>();
  const uses = new Map<string, Use>();
  let failed = 0;
  const track = (recorded: Promise<void>) => {
    const settled = recorded.catch(() => {
      failed += 1;
    });
    running.add(settled);
    void settled.then(() => running.delete(settled));
  };
  const keep = (reader: string, use: Use) => {
    uses.delete(reader);
    uses.set(reader, use);
    const [longest] = uses.keys();
    if (uses.size > readersKept && longest !== undefined) uses.delete(longest);
  };
  return {
    recorded: async ({ reader, range, now }, record) => {
      const earlier = uses.get(reader);
      if (earlier && range && range.start > 0 && now - earlier.lastReadAt < goesOnWithinMs) {
        keep(reader, { ...earlier, lastReadAt: now });
        return earlier.isRecorded;
      }
      if (running.size >= mostWaiting) {
        failed += 1;
        throw new Refusal('unavailable', 'Too many downloads wait to be recorded. Try again shortly.', {
          retryAfterSeconds: 5,
        });
      }
      const isRecorded = record();
      track(isRecorded);
      keep(reader, { lastReadAt: now, isRecorded });
      try {
        await isRecorded;
      } catch (error) {
        // Nothing began, so nothing can go on with it.
        if (uses.get(reader)?.isRecorded === isRecorded) uses.delete(reader);
        throw error;
      }
    },
    note: track,
    settled: async () => {
      await Promise.all(running);
    },
    figures: () => ({ waiting: running.size, failed }),
  };
}
