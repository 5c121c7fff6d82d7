import { CliError } from '../cli-error.ts';

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `30m`, `2h`, `1d`, `90s` into milliseconds. */
export function readDuration(flag: string, text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unitMs = unitsMs[match?.[2] ?? ''];
  const amount = Number(match?.[1]);
  if (unitMs === undefined || amount === 0) {
    throw new CliError('usage', `Invalid ${flag}: "${text}".`, 'Usage: a number with a unit: 90s, 30m, 2h or 1d.');
  }
  return amount * unitMs;
}
