/** Amounts as people read them. */

export const count = (amount: number): string => amount.toLocaleString('en-US');

export const counted = (amount: number, one: string, many: string): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Powers of ten, three figures at most: `3.1 GB`. */
export function bytes(amount: number): string {
  let value = amount;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const figures = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(figures).replace(/\.0$/, '')} ${UNITS[unit] ?? ''}`;
}

/** `about 4 minutes`; what is nearly over is `a few seconds`. */
export function duration(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${counted(minutes, 'minute', 'minutes')}`;
  return `about ${counted(Math.round(minutes / 60), 'hour', 'hours')}`;
}

/** A sentence as a title: without its full stop. */
export const headline = (sentence: string): string => sentence.replace(/\.$/, '');

/** `at 15:20` today, `on Saturday at 06:00` later; in the time zone of this computer. */
export function atTime(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return `at ${time}`;
  return `on ${at.toLocaleDateString('en-US', { weekday: 'long' })} at ${time}`;
}

export const lastName = (path: string): string => path.split(/[/\\]/).findLast((name) => name !== '') ?? path;
