import type { Clock } from '../../../ports/clock.ts';
import type { MetadataStore } from '../../../ports/metadata-store.ts';

/*
 * A clock can be wrong for minutes: after a start without a network, or after someone set it. Such a minute must neither end retentions nor
 * empty the trash. So the service notes the time now and then. After a leap of more than a day it distrusts the clock until it has run for
 * some time, counted by a clock that nobody can set. Until then jobs destroy nothing, and no term is over sooner than by that counted time.
 */

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

/** Time between two looks at the clock, in milliseconds. */
const lookEveryMs = 10 * 60_000;

const settingName = 'clock_trust';

/** Whether the clock can be trusted. Times are in milliseconds since the epoch. */
export interface ClockTrust {
  /**
   * The time that has surely come, whatever the clock says: a term that protects something is over only when it ends before. Long ago
   * until the clock of a new database is trusted.
   */
  surelyNow(): number;
  /** The start of a term that starts at `now` by the clock: never before the time that has surely come. */
  termStart(now: number): number;
  /** Notes the time if the last note is old or the clock has leapt. Call it often. */
  look(): Promise<void>;
  /** True if what has expired by the clock may be destroyed. */
  mayDestroy(): Promise<boolean>;
}

/** The last look at the clock. Times are in milliseconds since the epoch. */
interface Look {
  readonly seenAt: number;
  /** How long the service has to run until the clock is trusted again, in milliseconds; 0 while it is trusted. */
  readonly doubtMs: number;
  /** When the clock was last trusted, plus the time that the service has run since. */
  readonly trustedAt: number;
}

/** @param elapsed milliseconds of a monotonic clock */
export async function openClockTrust(
  store: MetadataStore,
  clock: Clock,
  elapsed: () => number = () => performance.now(),
): Promise<ClockTrust> {
  let last = lookIn(await store.read(async (reads) => reads.setting(settingName)));
  let lookedAt = elapsed();
  let isStart = true;
  const look = async (): Promise<Look> => {
    const [now, at] = [clock.now(), elapsed()];
    const passedMs = at - lookedAt;
    if (!isStart && last !== null && passedMs < lookEveryMs && !isLeap(last, now, passedMs)) return last;
    const next = await store.transaction(async (tx) => {
      const noted = nextLook(lookIn(await tx.setting(settingName)), { now, passedMs, isStart });
      await tx.putSetting(settingName, JSON.stringify(noted));
      return noted;
    }, 'apart');
    [last, lookedAt, isStart] = [next, at, false];
    return next;
  };
  // Whole milliseconds: PostgreSQL accepts no fraction of one in a time.
  const counted = () => (last === null ? 0 : Math.floor(last.trustedAt + elapsed() - lookedAt));
  return {
    surelyNow: () => Math.min(clock.now(), counted()),
    termStart: (now) => Math.max(now, counted()),
    look: async () => void (await look()),
    mayDestroy: async () => (await look()).doubtMs === 0,
  };
}

interface Passed {
  readonly now: number;
  /** Since the last look of this process, by the monotonic clock. */
  readonly passedMs: number;
  /** True for the first look of a process. */
  readonly isStart: boolean;
}

function nextLook(known: Look | null, { now, passedMs, isStart }: Passed): Look {
  // A database without a look is new, or from an earlier version: nothing is known about its clock.
  if (known === null) return { seenAt: now, doubtMs: dayMs, trustedAt: 0 };
  // Of several processes, each counts only the time since the last look of any.
  const countedMs = Math.min(passedMs, Math.max(0, now - known.seenAt));
  const leftMs = Math.max(0, known.doubtMs - countedMs);
  const doubtMs = isLeap(known, now, countedMs) ? doubtAfterLeap(known, now, isStart, leftMs) : leftMs;
  return { seenAt: now, doubtMs, trustedAt: doubtMs === 0 ? now : known.trustedAt + countedMs };
}

/** A computer that was off for days leaps forward at each start. An hour is enough to set its clock, and the time it ran in doubt counts. */
function doubtAfterLeap({ seenAt }: Look, now: number, isStart: boolean, leftMs: number): number {
  return isStart && now > seenAt ? Math.max(leftMs, hourMs) : dayMs;
}

function isLeap({ seenAt }: Look, now: number, passedMs: number): boolean {
  return Math.abs(now - seenAt - passedMs) > dayMs;
}

/** The setting holds what `look` wrote. */
function lookIn(text: string | null): Look | null {
  return text === null ? null : (JSON.parse(text) as Look);
}
