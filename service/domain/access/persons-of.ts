import type { CollaborationRecord, CollaborationRole } from '../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';

/** One user's access through one collaboration, of the user or of a group. */
export interface PersonalAccess {
  readonly userId: string;
  readonly itemId: string;
  readonly role: CollaborationRole;
  readonly isAccessOnly: boolean;
}

/** Everyone with access through these collaborations, once for each. Only groups need another query. */
export async function personsOf(
  reads: MetadataReads,
  collaborations: readonly CollaborationRecord[],
): Promise<readonly PersonalAccess[]> {
  const accepted = collaborations.filter(({ status }) => status === 'accepted');
  const groupIds = groupsIn(accepted);
  const members = groupIds.length === 0 ? [] : await reads.groups.members(groupIds);
  return accepted.flatMap(({ userId, groupId, itemId, role, isAccessOnly }) => {
    const ids =
      userId !== null ? [userId] : members.filter((member) => member.groupId === groupId).map((m) => m.userId);
    return ids.map((id) => ({ userId: id, itemId, role, isAccessOnly }));
  });
}

/** Those of these collaborations that apply to one user. Only groups need another query. */
export async function ofPerson(
  reads: MetadataReads,
  userId: string,
  collaborations: readonly CollaborationRecord[],
): Promise<readonly CollaborationRecord[]> {
  const accepted = inForce(reads, collaborations);
  const groupIds = groupsIn(accepted);
  const own = new Set(groupIds.length === 0 ? [] : await reads.groups.ofUserAmong(userId, groupIds));
  return accepted.filter((one) => one.userId === userId || (one.groupId !== null && own.has(one.groupId)));
}

/** Accepted and unexpired collaborations. An expiry takes effect at its time, even before the job has removed the collaboration. */
export function inForce(
  reads: Pick<MetadataReads, 'now'>,
  collaborations: readonly CollaborationRecord[],
): readonly CollaborationRecord[] {
  const now = reads.now();
  return collaborations.filter(({ status, expiresAt }) => {
    return status === 'accepted' && (expiresAt === null || expiresAt > now);
  });
}

function groupsIn(collaborations: readonly CollaborationRecord[]): readonly string[] {
  return [...new Set(collaborations.flatMap(({ groupId }) => (groupId === null ? [] : [groupId])))];
}
