import { CliError } from '../cli-error.ts';

const units: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000, G: 1_000_000_000 };
/** Below this speed no transfer would finish. */
const LEAST = 1024;

/** Parses `500k`, `2M`, `1.5M` into bytes per second; `none` is null: unlimited. */
export function readSpeed(flag: string, text: string): number | null {
  if (text === 'none') return null;
  const match = /^(\d{1,6}(?:\.\d{1,3})?)([kMG])$/.exec(text);
  const bytesPerSecond = Math.round(Number(match?.[1]) * (units[match?.[2] ?? ''] ?? Number.NaN));
  if (!(bytesPerSecond >= LEAST)) {
    throw new CliError(
      'usage',
      `Invalid ${flag}: "${text}".`,
      'Usage: bytes per second with a unit, at least 2k: 500k, 2M, 1G, or none.',
    );
  }
  return bytesPerSecond;
}
