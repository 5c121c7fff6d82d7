import type { Clock } from './ports/clock.ts';
import type { Random } from './ports/random.ts';
import { backoffMs } from './transfer/pace.ts';

/**
 * No room is left on the service: new content of the whole account waits, everything else goes on (SPEC P73, edge case 107). A
 * file of less than half of what was refused is still tried, so that a huge one keeps no small one back and the refusals stay
 * few; all others wait for one of them, which is tried again from time to time.
 */
export type UploadGate = {
  /** Sends, or answers `full` with the time of the next try, and nothing was asked of the service. */
  pass<Result>(upload: Upload<Result>): Promise<Result | Full>;
  /** What was in line when room ran out is asked once more when its turn comes. */
  mayStart(sizeBytes: number): boolean;
  /** Rises whenever room was found again: what waits may go on at once. */
  readonly openings: number;
  /** A person asked for it, or something was taken away. */
  tryNow(): void;
};

type Upload<Result> = {
  readonly sizeBytes: number;
  readonly send: () => Promise<Result>;
  readonly isRefused: (result: Result) => boolean;
  readonly isSent: (result: Result) => boolean;
};

export type Full = { readonly is: 'full'; readonly retryAfterMs: number };

/** People who have made room expect to see it. */
const LONGEST_WAIT_MS = 5 * 60_000;

type Refused = { readonly smallestBytes: number; readonly retryAtMs: number };

export function createUploadGate(clock: Clock, random: Random): UploadGate {
  let refused: Refused | null = null;
  let failures = 0;
  let openings = 0;
  let probe: Promise<unknown> | null = null;

  const note = (sizeBytes: number, isRefused: boolean, isSent: boolean, wasProbe: boolean): void => {
    if (isRefused) {
      // Many that were on their way fail of one cause: they count as one, and only the probe's failure makes the pause longer.
      if (refused === null || wasProbe) failures += 1;
      const waitMs = Math.min(backoffMs(failures, random.fraction()), LONGEST_WAIT_MS);
      const isNew = refused === null || wasProbe;
      const retryAtMs = isNew ? clock.nowMs() + waitMs : (refused?.retryAtMs ?? clock.nowMs() + waitMs);
      refused = { smallestBytes: Math.min(sizeBytes, refused?.smallestBytes ?? sizeBytes), retryAtMs };
    } else if (isSent && wasProbe) {
      refused = null;
      failures = 0;
      openings += 1;
    }
  };

  const send = async <Result>(upload: Upload<Result>, wasProbe: boolean): Promise<Result> => {
    const result = await upload.send();
    note(upload.sizeBytes, upload.isRefused(result), upload.isSent(result), wasProbe);
    return result;
  };

  const fits = (sizeBytes: number): boolean => refused === null || sizeBytes * 2 <= refused.smallestBytes;

  return {
    mayStart: (sizeBytes) => fits(sizeBytes) || probe !== null,
    get openings() {
      return openings;
    },
    tryNow: () => {
      if (refused !== null) refused = { ...refused, retryAtMs: clock.nowMs() };
    },
    async pass(upload) {
      for (;;) {
        if (refused === null || fits(upload.sizeBytes)) return send(upload, false);
        if (probe !== null) {
          await probe;
          continue;
        }
        const waitMs = refused.retryAtMs - clock.nowMs();
        if (waitMs > 0) return { is: 'full', retryAfterMs: waitMs };
        // Known before it is sent: it may ask at once whether it may start.
        const { promise, resolve } = Promise.withResolvers<void>();
        probe = promise;
        try {
          return await send(upload, true);
        } finally {
          probe = null;
          resolve();
        }
      }
    },
  };
}
