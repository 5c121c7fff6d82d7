/** Six days: within them, a weekday names one day. */
const WEEKDAY_MS = 6 * 24 * 3_600_000;

/** What a date needs so that it means one day only: the weekday, or the day and month, with the year when it is another one. */
export function dayParts(at: Date, nowMs: number): Intl.DateTimeFormatOptions {
  if (Math.abs(at.getTime() - nowMs) < WEEKDAY_MS) return { weekday: 'long' };
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) };
}
