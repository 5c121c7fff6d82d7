/** Speed limits per direction: none, a fixed one, or a schedule. In bytes per second; null: no limit. */
export type BandwidthPlan = { readonly up: DirectionPlan; readonly down: DirectionPlan };

export type DirectionPlan = {
  readonly bytesPerSecond: number | null;
  /** The first matching slot applies; outside all of them, `bytesPerSecond`. */
  readonly hours: readonly BandwidthHours[];
};

/**
 * On these weekdays (0: Sunday), from one minute of the day to another; if `fromMinute` is greater than `toMinute`, past
 * midnight.
 */
export type BandwidthHours = {
  readonly weekdays: readonly number[];
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly bytesPerSecond: number | null;
};

/** A time of the week in the user's time zone: weekday (0: Sunday) and minute of the day. */
export type WeekTime = { readonly weekday: number; readonly minute: number };

export const UNLIMITED: BandwidthPlan = {
  up: { bytesPerSecond: null, hours: [] },
  down: { bytesPerSecond: null, hours: [] },
};

/** The limit in force at a time; null: no limit. */
export function limitAt(plan: DirectionPlan, time: WeekTime): number | null {
  const now = plan.hours.find((hours) => holdsAt(hours, time));
  return now === undefined ? plan.bytesPerSecond : now.bytesPerSecond;
}

/** A slot past midnight belongs to the weekday on which it starts. */
function holdsAt({ weekdays, fromMinute, toMinute }: BandwidthHours, { weekday, minute }: WeekTime): boolean {
  if (fromMinute < toMinute) return weekdays.includes(weekday) && minute >= fromMinute && minute < toMinute;
  const before = (weekday + 6) % 7;
  return (weekdays.includes(weekday) && minute >= fromMinute) || (weekdays.includes(before) && minute < toMinute);
}
