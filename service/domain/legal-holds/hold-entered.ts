import type { AncestorRecord } from '../../ports/metadata/items.ts';
import type { LegalHoldTarget } from '../../ports/metadata/legal-holds.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import type { Arrival } from '../change/arrival.ts';
import { heldBetween, takesIn } from './hold-scope.ts';

/** Where a hold lies that takes in what comes below these folders of this owner, beside one on the item itself. */
export function heldTargets(ownerId: string, ancestors: readonly AncestorRecord[]): readonly LegalHoldTarget[] {
  return [
    ...ancestors.map(({ id }) => ({ type: 'folder' as const, id })),
    { type: 'user', id: ownerId },
    { type: 'ownership', id: ownerId },
  ];
}

/**
 * Puts on hold what comes to where something is held: below a folder, in a file, to a person. What was held before stays held
 * wherever it goes; only a release lifts a hold.
 */
export async function holdEntered(tx: MetadataWrites, { item, ancestors, scope }: Arrival): Promise<void> {
  const targets: LegalHoldTarget[] = [
    ...heldTargets(item.ownerId, ancestors),
    { type: item.kind === 'file' ? 'file' : 'folder', id: item.id },
  ];
  for (const { id, policyId, target } of await tx.legalHolds.listActiveOn(targets)) {
    const policy = await tx.legalHolds.getPolicy(policyId);
    if (policy && takesIn(policy, target)) await tx.legalHolds.hold(id, scope, heldBetween(policy, target));
  }
}
