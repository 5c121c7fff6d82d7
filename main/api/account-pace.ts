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
   * Resolves when a request may be sent, with the number of pauses so far. Rejects with `rate_limit_exceeded` at once if that is later than a caller
   * should wait; the caller schedules its own retry.
   */
  ready(signal: AbortSignal | undefined): Promise<number>;
  /**
   * The service refused a request that was sent after `pausesBefore` pauses. Without a time (null), the pause doubles with each refusal in a row. Of
   * requests in flight together, the first refusal counts: the others were sent before the pause that it began.
   */
  slowDown(status: 429 | 503, retryAfterMs: number | null, pausesBefore: number): void;
  /** The service answers again. */
  answered(): void;
  /** Ends a pause that a 503 asked for: a gateway of another network may have sent it. A 429 comes from the service, and its pause stays. */
  forgetUnavailable(): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_OWN_PAUSE_MS = 60_000;
/** Waiting requests start spread over this time. */
const SPREAD_MS = 500;

/** `isOwn`: the service named no time. */
type Pause = { readonly fromMs: number; readonly untilMs: number; readonly isOwn: boolean };

const OPEN: Pause = { fromMs: 0, untilMs: 0, isOwn: false };

export function createAccountPace(timing: Timing, longestWaitMs: number): AccountPace {
  let closed = { 429: OPEN, 503: OPEN };
  let pauses = 0;
  let refusalsInARow = 0;
  /** A clock that was set back to before the pause says nothing about its end, so the pause is over. */
  const leftOf = ({ fromMs, untilMs }: Pause): number => {
    const nowMs = timing.nowMs();
    return nowMs < fromMs ? 0 : untilMs - nowMs;
  };
  const longest = (): Pause => (leftOf(closed[429]) > leftOf(closed[503]) ? closed[429] : closed[503]);
  const ownPauseMs = (): number =>
    Math.min(FIRST_PAUSE_MS * 2 ** refusalsInARow, LONGEST_OWN_PAUSE_MS) * (0.5 + timing.fraction());
  return {
    async ready(signal) {
      for (let pause = longest(); leftOf(pause) > 0; pause = longest()) {
        const waitMs = leftOf(pause);
        if (waitMs > longestWaitMs) throw stillLimited(waitMs, pause.isOwn);
        await timing.sleep(waitMs + timing.fraction() * SPREAD_MS, signal);
        signal?.throwIfAborted();
      }
      return pauses;
    },
    slowDown(status, retryAfterMs, pausesBefore) {
      const isNew = pausesBefore === pauses;
      if (!isNew && retryAfterMs === null) return;
      const pauseMs = retryAfterMs ?? ownPauseMs();
      if (isNew) {
        pauses += 1;
        refusalsInARow += 1;
      }
      if (pauseMs <= leftOf(closed[status])) return;
      const fromMs = timing.nowMs();
      closed = { ...closed, [status]: { fromMs, untilMs: fromMs + pauseMs, isOwn: retryAfterMs === null } };
    },
    answered() {
      refusalsInARow = 0;
    },
    forgetUnavailable() {
      closed = { ...closed, 503: OPEN };
    },
  };
}

/** Not an answer of the service, so without a status: no caller may take it for another request to slow down. */
function stillLimited(waitMs: number, isOwn: boolean): ApiError {
  return new ApiError({
    status: null,
    code: 'rate_limit_exceeded',
    message: { code: isOwn ? 'paused_requests' : 'wait_before_request', args: { seconds: Math.ceil(waitMs / 1000) } },
    retryAfterMs: waitMs,
  });
}
