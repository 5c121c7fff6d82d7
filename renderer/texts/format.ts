import { formatWords } from './format-words.ts';
import { dateFormat, numberFormat } from './intl.ts';
import { type Language, language } from './language.ts';

/**
 * Numbers, sizes and times as people read them, in the language of the texts unless another is named. Pure: `nowMs` arrives as an
 * argument.
 */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_MS = 86_400_000;

export function formatCount(count: number, inLanguage: Language = language): string {
  return numberFormat(inLanguage, 3).format(count);
}

/** Decimal units, as disks and services count them: `38.4 GB`, `412 GB`, `0 B`. */
export function formatBytes(bytes: number, inLanguage: Language = language): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 99.95 ? 1 : 0;
  return `${numberFormat(inLanguage, digits).format(value)} ${UNITS[unit]}`;
}

/** A part of a size, with the unit once: `12 of 48 MB`, `900 kB of 48 MB`. */
export function formatPart(done: number, total: number): { readonly done: string; readonly total: string } {
  const [part, all] = [formatBytes(done), formatBytes(total)];
  const [, unit = ''] = all.split(/\s/);
  return { done: part.endsWith(` ${unit}`) ? part.slice(0, -unit.length - 1) : part, total: all };
}

/** `0.43` -> `43 %`: rounded down, so that 100 % means done. */
export function formatPercent(share: number, inLanguage: Language = language): string {
  return `${numberFormat(inLanguage, 0).format(Math.floor(Math.min(1, Math.max(0, share)) * 100))}\u00a0%`;
}

export function formatRate(bytesPerSecond: number, inLanguage: Language = language): string {
  return `${formatBytes(bytesPerSecond, inLanguage)}/s`;
}

/** `/home/ann/Tandem` -> `~/Tandem`; null `homePath`: paths are shown whole. */
export function formatPath(path: string, homePath: string | null): string {
  if (homePath === null || homePath === '/' || homePath === '') return path;
  if (path === homePath) return '~';
  return path.startsWith(`${homePath}/`) ? `~${path.slice(homePath.length)}` : path;
}

/** One unit is enough to plan by: `8 s`, `4 min`, `2 h`, `3 d`. */
export function formatDuration(seconds: number, inLanguage: Language = language): string {
  const { duration } = formatWords[inLanguage];
  if (seconds < MINUTE_S) return duration(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < HOUR_S) return duration(Math.round(seconds / MINUTE_S), 'minute');
  if (seconds < 48 * HOUR_S) return duration(Math.round(seconds / HOUR_S), 'hour');
  return duration(Math.round((seconds * 1000) / DAY_MS), 'day');
}

/** `just now`, `14 min ago`, `14:02` today, `yesterday 14:02`, `9 Nov 14:02` this year, `9 Nov 2025` before. */
export function formatWhen(atMs: number, nowMs: number, inLanguage: Language = language): string {
  const { justNow, ago, duration } = formatWords[inLanguage];
  const seconds = Math.round((nowMs - atMs) / 1000);
  // Pages look at the clock once a minute: a number of seconds would stand still.
  if (seconds < MINUTE_S) return justNow;
  if (seconds < HOUR_S) return ago(duration(Math.floor(seconds / MINUTE_S), 'minute'));
  return formatMoment(atMs, nowMs, true, inLanguage);
}

/** How long ago, in words: `5 minutes ago`, `2 days ago`; the date after a month. */
export function formatAge(atMs: number, nowMs: number, inLanguage: Language = language): string {
  const seconds = Math.round((nowMs - atMs) / 1000);
  if (seconds < MINUTE_S) return formatWords[inLanguage].justNow;
  const days = Math.floor((nowMs - atMs) / DAY_MS);
  if (days > MONTH_DAYS) return formatMoment(atMs, nowMs, false, inLanguage);
  const words = new Intl.RelativeTimeFormat(inLanguage);
  if (seconds < HOUR_S) return words.format(-Math.floor(seconds / MINUTE_S), 'minute');
  return days < 1 ? words.format(-Math.floor(seconds / HOUR_S), 'hour') : words.format(-days, 'day');
}

const MONTH_DAYS = 30;

/** As `formatWhen`, without words that age within minutes, and with a capital unless it is part of a sentence. */
export function formatMoment(
  atMs: number,
  nowMs: number,
  isInSentence = false,
  inLanguage: Language = language,
): string {
  const { yesterday, dayOfYear } = formatWords[inLanguage];
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const dayBefore = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (at.toDateString() === dayBefore.toDateString()) {
    return `${isInSentence ? yesterday.toLowerCase() : yesterday} ${formatTime(atMs, inLanguage)}`;
  }
  if (at.getFullYear() !== now.getFullYear()) return dayOfYear(at);
  return formatUntil(atMs, nowMs, false, inLanguage);
}

/** A moment to wait for: always with its time, since "until 1 Jan 2027" says little on New Year's Eve. The day only if it is another one. */
export function formatUntil(atMs: number, nowMs: number, withSeconds = false, inLanguage: Language = language): string {
  const { day, dayOfYear } = formatWords[inLanguage];
  const at = new Date(atMs);
  const now = new Date(nowMs);
  const time = dateFormat(inLanguage, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(withSeconds ? { second: '2-digit' } : {}),
  }).format(at);
  if (at.toDateString() === now.toDateString()) return time;
  return `${at.getFullYear() === now.getFullYear() ? day(at) : dayOfYear(at)} ${time}`;
}

/** `just now`, `14 min ago`, today's time, or the day alone: for a column whose title says the rest, with a `nowMs` of each minute. */
export function formatBriefly(atMs: number, nowMs: number, inLanguage: Language = language): string {
  const seconds = (nowMs - atMs) / 1000;
  if (seconds < MINUTE_S) return formatWords[inLanguage].justNow;
  if (seconds < HOUR_S) return formatWhen(atMs, nowMs, inLanguage);
  const { day, dayOfYear } = formatWords[inLanguage];
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  if (at.toDateString() === now.toDateString()) return formatTime(atMs, inLanguage);
  return at.getFullYear() === now.getFullYear() ? day(at) : dayOfYear(at);
}

/** `18 Nov 2026`, whenever that is. */
export function formatDate(atMs: number, inLanguage: Language = language): string {
  return formatWords[inLanguage].dayOfYear(new Date(atMs));
}

/** `18 Nov 2026, 16:20`, whenever that is. */
export function formatDateTime(atMs: number, inLanguage: Language = language): string {
  return dateFormat(inLanguage === 'en' ? 'en-GB' : inLanguage, { dateStyle: 'medium', timeStyle: 'short' }).format(
    atMs,
  );
}

/** How a picture was exposed: `1/250 s · f/2.8`; null values are left out. */
export function formatExposure(
  { seconds, aperture }: Readonly<Record<'seconds' | 'aperture', number | null>>,
  inLanguage: Language = language,
): string {
  const { format } = numberFormat(inLanguage, 1);
  const shown = [
    seconds === null ? null : `${seconds < 0.3 ? `1/${format(Math.round(1 / seconds))}` : format(seconds)} s`,
    aperture === null ? null : `f/${format(aperture)}`,
  ];
  return shown.filter((part) => part !== null).join(' · ');
}

/** `23 mm` */
export const formatFocalLength = (focalMm: number, inLanguage: Language = language): string =>
  `${numberFormat(inLanguage, 1).format(focalMm)} mm`;

/** `14:02`, where the day stands elsewhere. */
export function formatTime(atMs: number, inLanguage: Language = language): string {
  return dateFormat(inLanguage, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);
}

/** `Friday 20 November`; with the year where it is another one. */
export function formatDay(atMs: number, nowMs: number, inLanguage: Language = language): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return dateFormat(inLanguage === 'en' ? 'en-GB' : inLanguage, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(atMs);
}

/** The whole date and time, for titles and screen readers. */
export function formatExactly(atMs: number, inLanguage: Language = language): string {
  return dateFormat(inLanguage, { dateStyle: 'full', timeStyle: 'medium' }).format(atMs);
}

/** Milliseconds until tomorrow morning at six, local time: what "until tomorrow" means to someone who is awake at midnight. */
export function untilTomorrowMs(nowMs: number): number {
  const morning = new Date(nowMs);
  if (morning.getHours() >= 6) morning.setDate(morning.getDate() + 1);
  morning.setHours(6, 0, 0, 0);
  return morning.getTime() - nowMs;
}
