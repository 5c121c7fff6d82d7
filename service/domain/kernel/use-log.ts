import { say } from '../../../contract/rules/say.ts';
import type { ByteRange } from '../../ports/blob-store.ts';
import { Refusal } from '../refusal.ts';

/**
 * Records downloads and previews. Content is sent only after its record is durable, so every pending record has a waiting request:
 * nothing queues up after responses, and a crash loses nothing.
 */
export interface UseLog {
  /**
   * Resolves once these bytes belong to a recorded use. `record` writes a new record, unless the bytes continue a use: a later
   * range counts towards a use only for a reader who recently began to read that content here. Otherwise all but the first byte
   * could be fetched without a record.
   * @throws the errors of `record`, and `Refusal` `unavailable` while too many records are pending. Then no byte may be sent.
   */
  recorded(opening: Opening, record: () => Promise<void>): Promise<void>;
  /** Tracks a record that no response waits for, such as that of a failed sign-in, where a slower response would be revealing. */
  note(recorded: Promise<void>): void;
  /** Resolves when all records so far are written. */
  settled(): Promise<void>;
  figures(): UseLogFigures;
}

/** Figures for the operator. */
export interface UseLogFigures {
  readonly waiting: number;
  /** Records since the start that the store did not accept or that were refused. */
  readonly failed: number;
}

/** Content about to be sent. `reader` identifies who reads which content; `now` is in milliseconds since the epoch. */
export interface Opening {
  readonly reader: string;
  /** Absent for the whole content. */
  readonly range: ByteRange | undefined;
  readonly now: number;
}

interface Use {
  readonly lastReadAt: number;
  readonly isRecorded: Promise<void>;
}

/** A range after this pause counts as another download, in milliseconds. */
export const goesOnWithinMs = 3_600_000;

/** Maximum readers remembered; beyond that, the least recently active one is forgotten. */
const readersKept = 10_000;

/** The log of one process; let it settle before closing the store. */
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
        throw new Refusal('unavailable', say`Too many downloads are waiting to be recorded. Try again shortly.`, {
          retryAfterSeconds: 5,
        });
      }
      const isRecorded = record();
      track(isRecorded);
      keep(reader, { lastReadAt: now, isRecorded });
      try {
        await isRecorded;
      } catch (error) {
        // Nothing began, so nothing can continue it.
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
