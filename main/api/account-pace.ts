import { ApiError } from './api-error.ts';

/** Time and random numbers for the client; the engine's clock and random fit. */
export type Timing = {
  nowMs(): number;
  /** Resolves after `ms`, or early (without an error) when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  fraction(): number;
};

/**
 * One rate limiter for the whole account (edge case 102): after a 429 or 503, no request is sent before the time that the service asks for, and
 * then not all at once.
 */
export interface AccountPace {
  /**
   * Resolves when a request may be sent. Rejects with `rate_limit_exceeded` at once if that is later than a caller should wait; the caller schedules its
   * own retry.
   */
  ready(signal: AbortSignal | undefined): Promise<void>;
  /** The service asked to slow down; without a time (null), the pause doubles with each such answer in a row. */
  slowDown(status: 429 | 503, retryAfterMs: number | null): void;
  /** The service answers again. */
  answered(): void;
  /** Ends a pause that a 503 asked for: a gateway of another network may have sent it. A 429 comes from the service, and its pause stays. */
  forgetUnavailable(): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_OWN_PAUSE_MS = 60_000;
/** Waiting requests start spread over this time. */
const SPREAD_MS = 500;

export function createAccountPace(timing: Timing, longestWaitMs: number): AccountPace {
  const open = { fromMs: 0, untilMs: 0 };
  let closed = { 429: open, 503: open };
  let refusalsInARow = 0;
  /** A clock that was set back to before the pause says nothing about its end, so the pause is over. */
  const leftOf = ({ fromMs, untilMs }: typeof open): number => {
    const nowMs = timing.nowMs();
    return nowMs < fromMs ? 0 : untilMs - nowMs;
  };
  const leftMs = (): number => Math.max(leftOf(closed[429]), leftOf(closed[503]));
  return {
    async ready(signal) {
      for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) {
        if (waitMs > longestWaitMs) throw stillLimited(waitMs);
        await timing.sleep(waitMs + timing.fraction() * SPREAD_MS, signal);
        signal?.throwIfAborted();
      }
    },
    slowDown(status, retryAfterMs) {
      const ownPauseMs =
        Math.min(FIRST_PAUSE_MS * 2 ** refusalsInARow, LONGEST_OWN_PAUSE_MS) * (0.5 + timing.fraction());
      refusalsInARow += 1;
      const pauseMs = Math.max(leftOf(closed[status]), retryAfterMs ?? ownPauseMs);
      const fromMs = timing.nowMs();
      closed = { ...closed, [status]: { fromMs, untilMs: fromMs + pauseMs } };
    },
    answered() {
      refusalsInARow = 0;
    },
    forgetUnavailable() {
      closed = { ...closed, 503: open };
    },
  };
}

/** Not an answer of the service, so without a status: no caller may take it for another request to slow down. */
function stillLimited(waitMs: number): ApiError {
  return new ApiError({
    status: null,
    code: 'rate_limit_exceeded',
    message: { code: 'wait_before_request', args: { seconds: Math.ceil(waitMs / 1000) } },
    retryAfterMs: waitMs,
  });
}
