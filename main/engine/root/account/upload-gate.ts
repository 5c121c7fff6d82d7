import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import type { UploadRoom } from '../../execute/transfer/transfer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Applies when the service is out of space: new content of the whole account waits, everything else continues (SPEC P73, edge case 107).
 * A file of at most half the refused size is still tried, so that a huge file does not block small ones and refusals stay rare. Of all others,
 * one at a time is a probe. It begins when its turn in the line of uploads comes, and not before: those ahead of it may take hours.
 */
export type UploadGate = {
  /** Sends, or returns `full` with the time of the next try without asking the service. */
  pass<Result>(upload: Upload<Result>): Promise<Result | Full>;
  /** Increments whenever there is more room: waiting uploads may resume at once. */
  readonly openings: number;
  /** Retries now: the user asked, or something was deleted. */
  tryNow(): void;
};

type Upload<Result> = {
  readonly sizeBytes: number;
  readonly send: (room: UploadRoom) => Promise<Result>;
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
  let probe: object | null = null;

  const fits = (sizeBytes: number): boolean => refused === null || sizeBytes * 2 <= refused.smallestBytes;

  /** How long an upload that does not fit waits, in milliseconds; 0: it may be the probe. */
  const waitMs = (): number =>
    probe === null ? Math.max(0, (refused?.retryAtMs ?? 0) - clock.nowMs()) : LONGEST_WAIT_MS;

  const noteRefused = (sizeBytes: number, wasProbe: boolean): void => {
    // Many uploads in flight fail from one cause: they count as one failure, and only a failed probe extends the wait.
    if (refused === null || wasProbe) failures += 1;
    const nextMs = clock.nowMs() + Math.min(backoffMs(failures, random.fraction()), LONGEST_WAIT_MS);
    const retryAtMs = wasProbe ? nextMs : (refused?.retryAtMs ?? nextMs);
    refused = { smallestBytes: Math.min(sizeBytes, refused?.smallestBytes ?? sizeBytes), retryAtMs };
  };

  const noteSent = (): void => {
    refused = null;
    failures = 0;
    openings += 1;
  };

  /** The room as one upload sees it. */
  const roomOf = (own: object): UploadRoom => ({
    mayStart: (sizeBytes) => {
      if (fits(sizeBytes) || probe === own) return true;
      if (waitMs() > 0) return false;
      probe = own;
      return true;
    },
    // Files of half its size will hardly take the room that it needs. Its equals wait for its end: there may be room for one of them only.
    accepted: (sizeBytes) => {
      if (probe !== own || refused === null || sizeBytes <= refused.smallestBytes) return;
      refused = { ...refused, smallestBytes: sizeBytes };
      openings += 1;
    },
  });

  return {
    get openings() {
      return openings;
    },
    tryNow: () => {
      if (refused !== null) refused = { ...refused, retryAtMs: clock.nowMs() };
    },
    async pass(upload) {
      const retryAfterMs = fits(upload.sizeBytes) ? 0 : waitMs();
      if (retryAfterMs > 0) return { is: 'full', retryAfterMs };
      const own = {};
      try {
        const result = await upload.send(roomOf(own));
        if (upload.isRefused(result)) noteRefused(upload.sizeBytes, probe === own);
        else if (upload.isSent(result) && probe === own) noteSent();
        return result;
      } finally {
        if (probe === own) probe = null;
      }
    },
  };
}
