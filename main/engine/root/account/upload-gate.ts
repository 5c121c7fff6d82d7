import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Applies when the service is out of space: new content of the whole account waits, everything else continues (SPEC P73, edge case 107).
 * A file of at most half the refused size is still tried, so that a huge file does not block small ones and refusals stay rare. All others wait
 * for a probe, which is retried periodically.
 */
export type UploadGate = {
  /** Sends, or returns `full` with the time of the next try without asking the service. */
  pass<Result>(upload: Upload<Result>): Promise<Result | Full>;
  /** Whether a queued upload may still start; checked again when its turn comes. */
  mayStart(sizeBytes: number): boolean;
  /** The service has opened a session for a file of this size: there is room, long before its last byte has arrived. */
  accepted(sizeBytes: number): void;
  /** Increments whenever there is room again: waiting uploads may resume at once. */
  readonly openings: number;
  /** Retries now: the user asked, or something was deleted. */
  tryNow(): void;
};

type Upload<Result> = {
  readonly sizeBytes: number;
  /** Once it aborts, the upload no longer waits: `send` finds that it is cancelled. */
  readonly signal: AbortSignal;
  readonly send: () => Promise<Result>;
  readonly isRefused: (result: Result) => boolean;
  readonly isSent: (result: Result) => boolean;
};

export type Full = { readonly is: 'full'; readonly retryAfterMs: number };

/** Users who have freed space expect a quick retry. */
const LONGEST_WAIT_MS = 5 * 60_000;

type Refused = { readonly smallestBytes: number; readonly retryAtMs: number };

export function createUploadGate(clock: Clock, random: Random): UploadGate {
  let refused: Refused | null = null;
  let failures = 0;
  let openings = 0;
  let probe: PromiseWithResolvers<void> | null = null;

  const note = (sizeBytes: number, isRefused: boolean, isSent: boolean, wasProbe: boolean): void => {
    if (isRefused) {
      // Many uploads in flight fail from one cause: they count as one failure, and only a failed probe extends the wait.
      if (refused === null || wasProbe) failures += 1;
      const nextMs = clock.nowMs() + Math.min(backoffMs(failures, random.fraction()), LONGEST_WAIT_MS);
      const retryAtMs = wasProbe ? nextMs : (refused?.retryAtMs ?? nextMs);
      refused = { smallestBytes: Math.min(sizeBytes, refused?.smallestBytes ?? sizeBytes), retryAtMs };
    } else if (isSent && wasProbe) open();
  };

  const open = (): void => {
    refused = null;
    failures = 0;
    openings += 1;
  };

  const send = async <Result>(upload: Upload<Result>, isProbe: () => boolean): Promise<Result> => {
    const result = await upload.send();
    note(upload.sizeBytes, upload.isRefused(result), upload.isSent(result), isProbe());
    return result;
  };

  const fits = (sizeBytes: number): boolean => refused === null || sizeBytes * 2 <= refused.smallestBytes;

  return {
    mayStart: (sizeBytes) => fits(sizeBytes) || probe !== null,
    accepted: (sizeBytes) => {
      if (fits(sizeBytes)) return;
      open();
      probe?.resolve();
      probe = null;
    },
    get openings() {
      return openings;
    },
    tryNow: () => {
      if (refused !== null) refused = { ...refused, retryAtMs: clock.nowMs() };
    },
    async pass(upload) {
      for (;;) {
        if (refused === null || fits(upload.sizeBytes) || upload.signal.aborted) return send(upload, () => false);
        if (probe !== null) {
          await endOf(probe.promise, upload.signal);
          continue;
        }
        const waitMs = refused.retryAtMs - clock.nowMs();
        if (waitMs > 0) return { is: 'full', retryAfterMs: waitMs };
        // Set before sending, because the probe itself may call `mayStart` right away.
        const own = Promise.withResolvers<void>();
        const isProbe = (): boolean => probe === own;
        probe = own;
        try {
          return await send(upload, isProbe);
        } finally {
          if (isProbe()) probe = null;
          own.resolve();
        }
      }
    },
  };
}

/** Resolves when the probe ends or is accepted, or at the abort. */
const endOf = (probe: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    void probe.then(end);
  });
