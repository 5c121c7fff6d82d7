import type { RetentionRecord } from '../../ports/metadata/retention.ts';

/** Milliseconds of one day of a retention. */
export const dayMs = 24 * 3600 * 1000;

/** When one policy lets go of a version, in milliseconds since the epoch: so many days after its upload. Infinity: never. */
export function retainedUntil({ startsAt, lengthDays }: Pick<RetentionRecord, 'startsAt' | 'lengthDays'>): number {
  return lengthDays === null ? Number.POSITIVE_INFINITY : startsAt + lengthDays * dayMs;
}

/**
 * When the last of several policies lets go of what they retain, not before what its owner extended it to. Null when nothing
 * retains it: an extension by itself keeps nothing.
 */
export function retainedByAll(
  retentions: readonly Pick<RetentionRecord, 'startsAt' | 'lengthDays'>[],
  extendedUntil: number | undefined,
): number | null {
  if (retentions.length === 0) return null;
  return Math.max(extendedUntil ?? 0, ...retentions.map(retainedUntil));
}
