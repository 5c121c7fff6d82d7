const GIGABYTE = 1_000_000_000;

/** How the service says "without limit". */
export const UNLIMITED = -1;

/** `50` -> 50,000,000,000 bytes; null for what is no number of gigabytes. A comma is a point to half of the world. */
export function bytesOfGigabytes(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,9})?$/.test(plain)) return null;
  return Math.round(Number(plain) * GIGABYTE);
}

/** For a field; empty when there is no limit. */
export function gigabytesOfBytes(bytes: number): string {
  return bytes < 0 ? '' : String(bytes / GIGABYTE);
}
