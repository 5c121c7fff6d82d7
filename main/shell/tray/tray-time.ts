/** Milliseconds from `now` to the next 6 a.m. local time, so that "until tomorrow" also makes sense at midnight. */
export function untilTomorrowMs(now: Date): number {
  const day = now.getHours() < 6 ? now.getDate() : now.getDate() + 1;
  return new Date(now.getFullYear(), now.getMonth(), day, 6).getTime() - now.getTime();
}
