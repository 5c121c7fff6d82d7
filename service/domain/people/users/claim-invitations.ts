import type { CollaborationRecord } from '../../../ports/metadata/sharing/collaborations.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';

/** Highest priority first. */
const worth: readonly CollaborationRecord['status'][] = ['accepted', 'pending', 'rejected'];

/**
 * Assigns the invitations of an email address to the user who now has it. Invitations to items that the user owns, and to items and
 * hubs that the user already collaborates on, are dropped.
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
  await tx.hubs.claimInvitations(address, userId);
}
