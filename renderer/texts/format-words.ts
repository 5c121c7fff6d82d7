import { dateFormat, unitFormat } from './intl.ts';
import type { Language } from './language.ts';

/** The words of a language around numbers and times. */
export type FormatWords = {
  readonly justNow: string;
  readonly ago: (duration: string) => string;
  readonly duration: (count: number, unit: DurationUnit) => string;
  /** As the first word of a label. */
  readonly yesterday: string;
  /** A day of this year, and one of another. */
  readonly day: (at: Date) => string;
  readonly dayOfYear: (at: Date) => string;
};
export type DurationUnit = 'second' | 'minute' | 'hour' | 'day';

const shortEnglish: Readonly<Record<DurationUnit, string>> = { second: 's', minute: 'min', hour: 'h', day: 'd' };

const englishDay = (at: Date): string => `${at.getDate()} ${dateFormat('en', { month: 'short' }).format(at)}`;

/** Small and the same for all languages in shape, so that it is no part of a catalogue that is loaded later. */
export const formatWords: Readonly<Record<Language, FormatWords>> = {
  en: {
    justNow: 'just now',
    ago: (duration) => `${duration} ago`,
    duration: (count, unit) => `${count} ${shortEnglish[unit]}`,
    yesterday: 'Yesterday',
    // The day before the month: what a table can be read by, wherever English is read.
    day: englishDay,
    dayOfYear: (at) => `${englishDay(at)} ${at.getFullYear()}`,
  },
  de: {
    justNow: 'gerade eben',
    ago: (duration) => `vor ${duration}`,
    // The short form of a day, `Tg.`, is hard to read.
    duration: (count, unit) => unitFormat('de', unit, unit === 'day' ? 'long' : 'short').format(count),
    yesterday: 'Gestern',
    day: (at) => dateFormat('de', { day: 'numeric', month: 'short' }).format(at),
    dayOfYear: (at) => dateFormat('de', { day: 'numeric', month: 'short', year: 'numeric' }).format(at),
  },
};
