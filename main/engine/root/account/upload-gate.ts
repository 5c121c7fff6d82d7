import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import type { UploadRoom } from '../../execute/transfer/transfer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Applies when the service is out of space: new content of the whole account waits, everything else continues (SPEC P73, edge case 107).
 * A file of at most half the refused size is still tried, so that a huge file does not block small ones and refusals stay rare. Of all others,
 * one at a time is a probe. It begins when its turn in the line of uploads comes, and not before: those ahead of it may take hours. Uploads that
 * shared the room until neither had enough say nothing about one of them alone: once the last has ended, one is tried at once.
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

export function createUploadGate(clock: Clock, random: Random): UploadGate {
  const shortage = createShortage(clock, random);
  const rivals = createRivals(shortage.fits);
  let openings = 0;
  let probe: object | null = null;

  /** How long an upload that does not fit waits, in milliseconds; 0: it may be the probe. */
  const waitMs = (): number => (probe === null ? shortage.waitMs() : LONGEST_WAIT_MS);

  const noteEnded = (own: object, wasRefused: boolean, sizeBytes: number): void => {
    const wasProbe = probe === own;
    if (wasProbe) probe = null;
    rivals.end(own);
    if (wasRefused) {
      shortage.note(sizeBytes, wasProbe);
      if (!wasProbe) rivals.noteRefused();
    }
    if (!rivals.haveEnded()) return;
    shortage.retryNow();
    openings += 1;
  };

  /** The room as one upload sees it. */
  const roomOf = (own: object): UploadRoom => ({
    mayStart: (sizeBytes) => {
      if (!shortage.fits(sizeBytes) && probe !== own) {
        if (waitMs() > 0) return false;
        probe = own;
      }
      rivals.begin(own, sizeBytes);
      return true;
    },
    // Files of half its size will hardly take the room that it needs. Its equals wait for its end: there may be room for one of them only.
    accepted: (sizeBytes) => {
      if (probe === own && shortage.widen(sizeBytes)) openings += 1;
    },
  });

  return {
    get openings() {
      return openings;
    },
    tryNow: shortage.retryNow,
    async pass(upload) {
      const retryAfterMs = shortage.fits(upload.sizeBytes) ? 0 : waitMs();
      if (retryAfterMs > 0) return { is: 'full', retryAfterMs };
      const own = {};
      let wasRefused = false;
      try {
        const result = await upload.send(roomOf(own));
        wasRefused = upload.isRefused(result);
        if (upload.isSent(result) && probe === own) {
          shortage.end();
          openings += 1;
        }
        return result;
      } finally {
        noteEnded(own, wasRefused, upload.sizeBytes);
      }
    },
  };
}

type Refused = { readonly smallestBytes: number; readonly retryAtMs: number };

/** The known lack of room, if any. */
function createShortage(clock: Clock, random: Random) {
  let refused: Refused | null = null;
  let failures = 0;
  return {
    fits: (sizeBytes: number): boolean => refused === null || sizeBytes * 2 <= refused.smallestBytes,
    /** Until the next probe, in milliseconds. */
    waitMs: (): number => Math.max(0, (refused?.retryAtMs ?? 0) - clock.nowMs()),
    note(sizeBytes: number, wasProbe: boolean): void {
      // Many uploads in flight fail from one cause: they count as one failure, and only a failed probe extends the wait.
      if (refused === null || wasProbe) failures += 1;
      const nextMs = clock.nowMs() + Math.min(backoffMs(failures, random.fraction()), LONGEST_WAIT_MS);
      const retryAtMs = wasProbe ? nextMs : (refused?.retryAtMs ?? nextMs);
      refused = { smallestBytes: Math.min(sizeBytes, refused?.smallestBytes ?? sizeBytes), retryAtMs };
    },
    /** There is room for a file of this size; true if that was not known. */
    widen(sizeBytes: number): boolean {
      if (refused === null || sizeBytes <= refused.smallestBytes) return false;
      refused = { ...refused, smallestBytes: sizeBytes };
      return true;
    },
    retryNow(): void {
      if (refused !== null) refused = { ...refused, retryAtMs: clock.nowMs() };
    },
    end(): void {
      refused = null;
      failures = 0;
    },
  };
}

/** The uploads that have begun. Those that do not fit by now may have taken the room of each other. */
function createRivals(fits: (sizeBytes: number) => boolean) {
  const begun = new Map<object, number>();
  let wasShared = false;
  const remain = (): boolean => [...begun.values()].some((sizeBytes) => !fits(sizeBytes));
  return {
    begin(own: object, sizeBytes: number): void {
      begun.set(own, sizeBytes);
    },
    end(own: object): void {
      begun.delete(own);
    },
    /** One has ended, refused, beside those that remain. */
    noteRefused(): void {
      wasShared ||= remain();
    },
    /** True once for each refusal beside others, as soon as none of those remains. */
    haveEnded(): boolean {
      if (!wasShared || remain()) return false;
      wasShared = false;
      return true;
    },
  };
}
