import type { RetentionTarget } from '../../ports/metadata/retention.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import type { Arrival } from '../change/arrival.ts';

/** Where a policy lies that takes in what comes below these folders. */
export function retainedTargets(
  enterpriseId: string,
  folders: readonly { readonly id: string }[],
): readonly RetentionTarget[] {
  return [...folders.map(({ id }) => ({ type: 'folder' as const, id })), { type: 'enterprise', id: enterpriseId }];
}

/**
 * Brings under retention what comes to where something is retained: below a folder, or into the enterprise. What is retained
 * stays so wherever it goes.
 */
export async function retainEntered(
  tx: MetadataWrites,
  enterpriseId: string,
  { item, ancestors, scope }: Arrival,
): Promise<void> {
  const targets = retainedTargets(enterpriseId, [...ancestors, ...(item.kind === 'folder' ? [item] : [])]);
  for (const { id } of await tx.retention.listActiveOn(targets)) await tx.retention.retain(id, scope);
}
