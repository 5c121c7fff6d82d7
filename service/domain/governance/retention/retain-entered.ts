import type { RetentionTarget } from '../../../ports/metadata/governance/retention.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { type Arrival, newTargets } from '../../kernel/arrival.ts';
import { dayMs } from '../../kernel/keeping/retained-until.ts';

/** The targets whose policies apply to content below these folders. */
export function retainedTargets(
  enterpriseId: string,
  folders: readonly { readonly id: string }[],
): readonly RetentionTarget[] {
  return [...folders.map(({ id }) => ({ type: 'folder' as const, id })), { type: 'enterprise', id: enterpriseId }];
}

/** The time of an arrival, in milliseconds since the epoch: both are the same while the clock is trusted. */
export interface ArrivalTimes {
  readonly surelyNow: number;
  readonly latestNow: number;
}

/**
 * Retains arriving content if its location is retained and its former one was not: a folder, or the enterprise. Existing retentions follow
 * content wherever it goes. No retention that is over is added: the next disposition would delete an old file because someone moved it, and a lifted
 * retention would come back. While the clock is in doubt, one that is over only by the later time is added, and deletes nothing at its end.
 */
export async function retainEntered(
  tx: MetadataWrites,
  enterpriseId: string,
  arrival: Arrival,
  { surelyNow, latestNow }: ArrivalTimes,
): Promise<void> {
  const { scope } = arrival;
  const targets = newTargets(arrival, ({ item, ancestors }) =>
    retainedTargets(enterpriseId, [...ancestors, ...(item.kind === 'folder' ? [item] : [])]),
  );
  for (const { id, lengthDays } of await tx.retention.listActiveOn(targets)) {
    const lengthMs = (lengthDays ?? 0) * dayMs;
    const uploads = { after: surelyNow - lengthMs, doubtfulUntil: latestNow - lengthMs };
    await tx.retention.retain(id, scope, lengthDays === null ? null : uploads);
  }
}
