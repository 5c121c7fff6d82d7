/**
 * How fast bytes of files may go, for each direction: always as fast as can be, or at most so fast, or otherwise in certain hours.
 * Speeds are bytes a second; null: no limit.
 */
export type BandwidthPlan = { readonly up: DirectionPlan; readonly down: DirectionPlan };

export type DirectionPlan = {
  readonly bytesPerSecond: number | null;
  /** The first that holds decides; in none of them `bytesPerSecond` does. */
  readonly hours: readonly BandwidthHours[];
};

/** On these weekdays (0: Sunday) from one minute of the day up to another; `fromMinute` behind `toMinute`: over midnight. */
export type BandwidthHours = {
  readonly weekdays: readonly number[];
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly bytesPerSecond: number | null;
};

/** A moment of the week in the person's time zone: the weekday (0: Sunday) and the minute of the day. */
export type WeekTime = { readonly weekday: number; readonly minute: number };

export const UNLIMITED: BandwidthPlan = {
  up: { bytesPerSecond: null, hours: [] },
  down: { bytesPerSecond: null, hours: [] },
};

/** What holds at a time; null: no limit. */
export function limitAt(plan: DirectionPlan, time: WeekTime): number | null {
  const now = plan.hours.find((hours) => holdsAt(hours, time));
  return now === undefined ? plan.bytesPerSecond : now.bytesPerSecond;
}

/** Hours over midnight belong to the weekday on which they begin. */
function holdsAt({ weekdays, fromMinute, toMinute }: BandwidthHours, { weekday, minute }: WeekTime): boolean {
  if (fromMinute < toMinute) return weekdays.includes(weekday) && minute >= fromMinute && minute < toMinute;
  const before = (weekday + 6) % 7;
  return (weekdays.includes(weekday) && minute >= fromMinute) || (weekdays.includes(before) && minute < toMinute);
}
