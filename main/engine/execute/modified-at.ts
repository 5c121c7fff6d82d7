import type { Fingerprint } from '../model/entry.ts';

/** The modification time sent with an upload, in milliseconds since the epoch; negative before it (edge case 53). */
export function modifiedAtMs({ mtimeNs }: Fingerprint): number {
  const ns = BigInt(mtimeNs);
  const ms = ns / 1_000_000n;
  return Number(ns < 0n && ns % 1_000_000n !== 0n ? ms - 1n : ms);
}
