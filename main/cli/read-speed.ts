import { CliError } from './cli-error.ts';

const units: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000, G: 1_000_000_000 };
/** Slower than this no transfer comes to an end. */
const LEAST = 1024;

/** `500k`, `2M`, `1.5M` as bytes a second; `none` is null: no limit. */
export function readSpeed(flag: string, text: string): number | null {
  if (text === 'none') return null;
  const match = /^(\d{1,6}(?:\.\d{1,3})?)([kMG])$/.exec(text);
  const bytesPerSecond = Math.round(Number(match?.[1]) * (units[match?.[2] ?? ''] ?? Number.NaN));
  if (!(bytesPerSecond >= LEAST)) {
    throw new CliError(
      'usage',
      `${flag} cannot be "${text}".`,
      'Usage: bytes a second with their unit, 2k at least: 500k, 2M, 1G; or none.',
    );
  }
  return bytesPerSecond;
}
