import type { RetentionTarget } from '../../../ports/metadata/governance/retention.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import type { Arrival } from '../../kernel/arrival.ts';
import { dayMs } from '../../kernel/retained-until.ts';

/** The targets whose policies apply to content below these folders. */
export function retainedTargets(
  enterpriseId: string,
  folders: readonly { readonly id: string }[],
): readonly RetentionTarget[] {
  return [...folders.map(({ id }) => ({ type: 'folder' as const, id })), { type: 'enterprise', id: enterpriseId }];
}

/**
 * Retains arriving content if its location is retained: a folder, or the enterprise. Existing retentions follow content wherever it
 * goes. No retention that is over at `now` is added: the next disposition would delete an old file because someone moved it, and a
 * lifted retention would come back.
 */
export async function retainEntered(
  tx: MetadataWrites,
  enterpriseId: string,
  { item, ancestors, scope }: Arrival,
  now: number,
): Promise<void> {
  const targets = retainedTargets(enterpriseId, [...ancestors, ...(item.kind === 'folder' ? [item] : [])]);
  for (const { id, lengthDays } of await tx.retention.listActiveOn(targets)) {
    await tx.retention.retain(id, scope, lengthDays === null ? null : now - lengthDays * dayMs);
  }
}
