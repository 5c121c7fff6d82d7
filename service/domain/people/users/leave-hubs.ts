import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { otherAdmin } from '../../access/enterprise/administration.ts';
import type { Change } from '../../change/change.ts';

/**
 * Removes a user or group that is about to be deleted from all hubs. A hub keeps a co-owner: an administrator of the enterprise takes
 * the place of its last one.
 */
export async function leaveHubs(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  granteeType: 'user' | 'group',
  granteeId: string,
): Promise<void> {
  const coOwned = await tx.hubs.deleteCollaborationsOf(granteeType, granteeId);
  const admin = await otherAdmin(tx, granteeId);
  if (admin === null) return;
  for (const hubId of coOwned) {
    if ((await tx.hubs.countCoOwners(hubId)) === 0) await makeCoOwner(tx, hubId, admin.id, now);
  }
}

async function makeCoOwner(tx: MetadataWrites, hubId: string, userId: string, now: number): Promise<void> {
  const grantee = { granteeType: 'user' as const, granteeId: userId, inviteKey: null };
  const granted = { role: 'co-owner' as const, status: 'accepted' as const, modifiedAt: now };
  const known = await tx.hubs.findCollaboration(hubId, grantee);
  if (known) return tx.hubs.updateCollaboration({ ...known, ...granted });
  const id = await tx.allocateId();
  await tx.hubs.insertCollaboration({ id, hubId, ...grantee, ...granted, createdBy: userId, createdAt: now });
}
