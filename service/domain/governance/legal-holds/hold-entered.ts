import type { LegalHoldTarget } from '../../../ports/metadata/governance/legal-holds.ts';
import type { AncestorRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { type Arrival, newTargets } from '../../kernel/arrival.ts';
import { heldBetween, takesIn } from './hold-scope.ts';

/** The targets whose holds apply to content below these folders of this owner, besides a hold on the item itself. */
export function heldTargets(ownerId: string, ancestors: readonly AncestorRecord[]): readonly LegalHoldTarget[] {
  return [
    ...ancestors.map(({ id }) => ({ type: 'folder' as const, id })),
    { type: 'user', id: ownerId },
    { type: 'ownership', id: ownerId },
  ];
}

/**
 * Puts arriving content on hold if its location is held and its former one was not: a folder, a file or a user. Existing holds follow
 * content wherever it goes; only a release lifts them.
 */
export async function holdEntered(tx: MetadataWrites, arrival: Arrival): Promise<void> {
  const { scope } = arrival;
  const targets = newTargets<LegalHoldTarget>(arrival, ({ item, ancestors }) => [
    ...heldTargets(item.ownerId, ancestors),
    { type: item.kind === 'file' ? 'file' : 'folder', id: item.id },
  ]);
  for (const { id, policyId, target } of await tx.legalHolds.listActiveOn(targets)) {
    const policy = await tx.legalHolds.getPolicy(policyId);
    if (policy && takesIn(policy, target)) await tx.legalHolds.hold(id, scope, heldBetween(policy, target));
  }
}
