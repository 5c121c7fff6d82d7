import type { Clock } from '../../ports/clock.ts';
import type { MetadataStore } from '../../ports/metadata-store.ts';

/*
 * A clock can be wrong for minutes: after a start without a network, or after someone set it. Such a minute must neither end retentions nor
 * empty the trash. So the service notes the time now and then. After a leap of more than a day, jobs destroy nothing until the service
 * has run for another day, counted by a clock that nobody can set; and no change gets a time from before the clock was last trusted.
 */

const dayMs = 24 * 3600 * 1000;

/** Time between two looks at the clock, in milliseconds. */
const lookEveryMs = 10 * 60_000;

const settingName = 'clock_trust';

/** Whether the clock can be trusted. */
export interface ClockTrust {
  /** The time of a change: `now`, or the time at which the clock was last trusted if that is later. In milliseconds since the epoch. */
  timeOf(now: number): number;
  /** True if what has expired by the clock may be destroyed. */
  mayDestroy(): Promise<boolean>;
}

/** The last look at the clock. Times are in milliseconds since the epoch. */
interface Look {
  readonly seenAt: number;
  /** How long the service has to run until the clock is trusted again, in milliseconds; 0 while it is trusted. */
  readonly doubtMs: number;
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
  let isFirst = true;
  const look = async (now: number): Promise<Look> => {
    const passedMs = elapsed() - lookedAt;
    if (!isFirst && last !== null && passedMs < lookEveryMs && !isLeap(last, now)) return last;
    [lookedAt, isFirst] = [elapsed(), false];
    return store.transaction(async (tx) => {
      const next = nextLook(lookIn(await tx.setting(settingName)), now, passedMs);
      await tx.putSetting(settingName, JSON.stringify(next));
      return next;
    }, 'apart');
  };
  return {
    timeOf: (now) => Math.max(now, last?.trustedAt ?? 0),
    mayDestroy: async () => {
      last = await look(clock.now());
      return last.doubtMs === 0;
    },
  };
}

/** A database without a look is new, or from an earlier version. */
function nextLook(known: Look | null, now: number, passedMs: number): Look {
  if (known === null) return { seenAt: now, doubtMs: 0, trustedAt: now };
  // Of several processes, each counts only the time since the last look of any.
  const countedMs = Math.min(passedMs, Math.max(0, now - known.seenAt));
  const doubtMs = isLeap(known, now) ? dayMs : Math.max(0, known.doubtMs - countedMs);
  return { seenAt: now, doubtMs, trustedAt: doubtMs === 0 ? now : known.trustedAt };
}

function isLeap({ seenAt }: Look, now: number): boolean {
  return Math.abs(now - seenAt) > dayMs;
}

/** The setting holds what `mayDestroy` wrote. */
function lookIn(text: string | null): Look | null {
  return text === null ? null : (JSON.parse(text) as Look);
}
