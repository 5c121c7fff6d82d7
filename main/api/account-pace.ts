import { ApiError } from './api-error.ts';

/** Time and chance as the client needs them; the engine's clock and random fit. */
export type Timing = {
  nowMs(): number;
  /** Ends after `ms`, or early (without an error) when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  fraction(): number;
};

/**
 * One limiter for the whole account (edge case 102): after 429 or 503 no request of any kind goes out before the service wants
 * to be asked again, and then not all at once.
 */
export interface AccountPace {
  /**
   * Resolves when a request may go out. Rejects with `rate_limited` at once, and nothing is sent, when that is longer away than
   * a caller should be kept waiting: the caller plans with the time instead.
   */
  ready(signal: AbortSignal | undefined): Promise<void>;
  /** The service said "not now"; without a time (null) the pause doubles with each such answer in a row. */
  slowDown(retryAfterMs: number | null): void;
  /** The service answered again. */
  answered(): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_OWN_PAUSE_MS = 60_000;
/** Those who waited start within this time of each other. */
const SPREAD_MS = 500;

export function createAccountPace(timing: Timing, longestWaitMs: number): AccountPace {
  let closedUntilMs = 0;
  let refusalsInARow = 0;
  return {
    async ready(signal) {
      for (let waitMs = closedUntilMs - timing.nowMs(); waitMs > 0; waitMs = closedUntilMs - timing.nowMs()) {
        if (waitMs > longestWaitMs) throw stillLimited(waitMs);
        await timing.sleep(waitMs + timing.fraction() * SPREAD_MS, signal);
        signal?.throwIfAborted();
      }
    },
    slowDown(retryAfterMs) {
      const ownPauseMs =
        Math.min(FIRST_PAUSE_MS * 2 ** refusalsInARow, LONGEST_OWN_PAUSE_MS) * (0.5 + timing.fraction());
      refusalsInARow += 1;
      closedUntilMs = Math.max(closedUntilMs, timing.nowMs() + (retryAfterMs ?? ownPauseMs));
    },
    answered() {
      refusalsInARow = 0;
    },
  };
}

function stillLimited(waitMs: number): ApiError {
  return new ApiError({
    status: 429,
    code: 'rate_limit_exceeded',
    message: `The service asked to wait ${Math.ceil(waitMs / 1000)} s before the next request.`,
    retryAfterMs: waitMs,
  });
}
