import { isAmbiguous, numberText } from '../../../texts/typed-number.ts';

const GIGABYTE = 1_000_000_000;

/** The request value for no limit; the service responds with a very large number, as the public service does. */
export const UNLIMITED = -1;
const ANSWERED_UNLIMITED = 999_999_999_999_999;

/** A person's quota in bytes; `UNLIMITED` without a limit, or if the service does not report one. */
export function quotaOf(answered: number | undefined): number {
  return answered === undefined || answered >= ANSWERED_UNLIMITED ? UNLIMITED : answered;
}

/** `50` -> 50,000,000,000 bytes; null for anything that is not a number of gigabytes, or could be two. Accepts a decimal comma. */
export function bytesOfGigabytes(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (isAmbiguous(text.trim()) || !/^\d{1,7}(\.\d{1,9})?$/.test(plain)) return null;
  return Math.round(Number(plain) * GIGABYTE);
}

/** For a field; empty when there is no limit. */
export function gigabytesOfBytes(bytes: number): string {
  return bytes < 0 ? '' : numberText(bytes / GIGABYTE);
}
