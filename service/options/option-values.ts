import { UsageError } from './usage-error.ts';

/** Values of command line options. Each error names the option, the given value and a valid one. */

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration such as `90s`, `15m`, `12h`, `30d`, in milliseconds. */
export function readDuration(option: string, text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = match?.[2] as keyof typeof unitsMs | undefined;
  if (!match || !unit || Number(match[1]) === 0) {
    throw new UsageError(`${option} must be a duration such as 90s, 15m, 12h or 30d, not "${text}".`);
  }
  return Number(match[1]) * unitsMs[unit];
}

/** A whole number from `minimum` to `maximum`. */
export function readWholeNumber(option: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new UsageError(`${option} must be a whole number from ${minimum} to ${maximum}, not "${text}".`);
}

/** One of several words. */
export function readChoice<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new UsageError(`${option} must be one of ${words.join(', ')}, not "${text}".`);
}

/** A required option. */
export function required(option: string, text: string | undefined): string {
  if (text !== undefined && text !== '') return text;
  throw new UsageError(`${option} is missing.`);
}
