import type { RetentionRecord } from '../../../ports/metadata/governance/retention.ts';

/** Milliseconds per day of a retention. */
export const dayMs = 24 * 3600 * 1000;

/**
 * When one policy's retention of a version expires, in milliseconds since the epoch: a number of days after its upload. Infinity:
 * never.
 */
export function retainedUntil({ startsAt, lengthDays }: Pick<RetentionRecord, 'startsAt' | 'lengthDays'>): number {
  return lengthDays === null ? Number.POSITIVE_INFINITY : startsAt + lengthDays * dayMs;
}

/**
 * When the last of several retentions expires, but not before the owner's extension. Null if nothing retains it: an extension alone
 * keeps nothing.
 */
export function retainedByAll(
  retentions: readonly Pick<RetentionRecord, 'startsAt' | 'lengthDays'>[],
  extendedUntil: number | undefined,
): number | null {
  if (retentions.length === 0) return null;
  return Math.max(extendedUntil ?? 0, ...retentions.map(retainedUntil));
}
