import type { Clock } from '../../ports/clock.ts';

/** A pause that ends by itself if it has an end. */
type TimedPause = {
  /** In place of an earlier one. Null: until `end`; otherwise milliseconds since the epoch. */
  begin(untilMs: number | null): void;
  end(): void;
  /** Nothing ends it by itself any longer. */
  close(): void;
};

/** Timers stop while the computer sleeps, and the clock may be set in between. */
const LONGEST_WAIT_MS = 15_000;

export function createTimedPause(
  clock: Pick<Clock, 'nowMs' | 'sleep'>,
  changed: (isPaused: boolean) => void,
): TimedPause {
  let waiting = new AbortController();
  const end = (): void => {
    waiting.abort();
    changed(false);
  };
  const endAt = async (untilMs: number, { signal }: AbortController): Promise<void> => {
    while (!signal.aborted && clock.nowMs() < untilMs) {
      await clock.sleep(Math.min(untilMs - clock.nowMs(), LONGEST_WAIT_MS), signal);
    }
    if (!signal.aborted) end();
  };
  return {
    begin: (untilMs) => {
      waiting.abort();
      waiting = new AbortController();
      changed(true);
      if (untilMs !== null) void endAt(untilMs, waiting);
    },
    end,
    close: () => waiting.abort(),
  };
}
