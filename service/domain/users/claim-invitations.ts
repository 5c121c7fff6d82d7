import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';

/** What is worth most comes first. */
const worth: readonly CollaborationRecord['status'][] = ['accepted', 'pending', 'rejected'];

/**
 * Gives the invitations of an address to a person who has it from now on. Of what the person owns, or is in already, an invitation
 * would be one too many: it is dropped.
 */
export async function claimInvitations(tx: MetadataWrites, address: string, userId: string): Promise<void> {
  await tx.collaborations.claimInvitations(address, userId);
  const all = [...(await tx.collaborations.listOfUser(userId))];
  all.sort((one, other) => worth.indexOf(one.status) - worth.indexOf(other.status));
  const kept = new Set<string>();
  for (const { id, itemId } of all) {
    const item = await tx.items.get(itemId);
    if (kept.has(itemId) || item?.ownerId === userId) await tx.collaborations.delete(id);
    kept.add(itemId);
  }
}
