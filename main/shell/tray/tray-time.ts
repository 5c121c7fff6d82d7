/** Milliseconds from `now` to the next six in the morning, on the clock of this place: what "until tomorrow" means at midnight too. */
export function untilTomorrowMs(now: Date): number {
  const day = now.getHours() < 6 ? now.getDate() : now.getDate() + 1;
  return new Date(now.getFullYear(), now.getMonth(), day, 6).getTime() - now.getTime();
}
