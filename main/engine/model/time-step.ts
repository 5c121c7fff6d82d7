import type { Fingerprint } from './entry.ts';

/** The steps in which disks count modification times: FAT 2 s, HFS+ and ext3 1 s, exFAT 10 ms. */
const STEPS_NS = [2_000_000_000n, 1_000_000_000n, 10_000_000n] as const;
const NS_PER_MS = 1_000_000n;

/**
 * How long from `nowMs` on an edit may still leave this modification time as it is, in milliseconds. The time itself shows the disk's step. It
 * may be up to one step ahead: Windows rounds the times of FAT up.
 */
export function timeStepLeftMs({ mtimeNs }: Pick<Fingerprint, 'mtimeNs'>, nowMs: number): number {
  const began = BigInt(mtimeNs);
  const step = STEPS_NS.find((one) => began % one === 0n) ?? 0n;
  const isNow = began - step <= BigInt(Math.trunc(nowMs)) * NS_PER_MS;
  return isNow ? Math.max(0, Number((began + step) / NS_PER_MS) - nowMs) : 0;
}
