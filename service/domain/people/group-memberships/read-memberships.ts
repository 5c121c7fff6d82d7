import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import type { FullGroupMembership } from '../../../../contract/resources/people/group.ts';
import type { MembershipRecord, PageByOffset } from '../../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { adminsOnly, isAdministrator } from '../../access/enterprise/administration.ts';
import { requireGroup, requireMembersVisible } from '../../access/enterprise/group-rights.ts';
import { foundOr } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { answerMembership, answerMemberships } from './present-membership.ts';
import { noSuchMembership } from './update-membership.ts';

/** One membership: the caller's own, or one of a group whose members the caller may see. */
export async function getMembership(service: Service, caller: Caller, id: string): Promise<FullGroupMembership> {
  return service.store.read(async (reads) => {
    const membership = await reads.groups.membership(id);
    if (!membership) throw noSuchMembership(id);
    if (membership.userId !== caller.user.id) {
      const group = await foundOr(noSuchMembership(id), () => requireGroup(reads, caller, membership.groupId));
      requireMembersVisible(group);
    }
    return answerMembership(reads, membership);
  });
}

/** The members of a group, for callers who may see them. */
export async function listGroupMemberships(
  service: Service,
  caller: Caller,
  { groupId, offset, limit }: PageByOffset & { readonly groupId: string },
): Promise<OffsetPage<FullGroupMembership>> {
  return service.store.read(async (reads) => {
    requireMembersVisible(await requireGroup(reads, caller, groupId));
    const total_count = await reads.groups.countMembers(groupId);
    const rows = await reads.groups.listMembers(groupId, { offset, limit });
    return { total_count, limit, offset, entries: await answerMemberships(reads, rows) };
  });
}

/** A user's groups, for the user and for administrators of the enterprise. Group administrators see those that they administer. */
export async function listUserMemberships(
  service: Service,
  caller: Caller,
  { userId, offset, limit }: PageByOffset & { readonly userId: string },
): Promise<OffsetPage<FullGroupMembership>> {
  return service.store.read(async (reads) => {
    const isOwn = userId === caller.user.id || isAdministrator(caller);
    if (!isOwn) {
      const rows = await administeredOf(reads, caller, userId);
      const entries = await answerMemberships(reads, rows.slice(offset, offset + limit));
      return { total_count: rows.length, limit, offset, entries };
    }
    const total_count = await reads.groups.countOfUser(userId);
    const rows = await reads.groups.listOfUser(userId, { offset, limit });
    return { total_count, limit, offset, entries: await answerMemberships(reads, rows) };
  });
}

/** A user's memberships of groups that the caller administers, oldest first. */
async function administeredOf(
  { groups }: MetadataReads,
  caller: Caller,
  userId: string,
): Promise<readonly MembershipRecord[]> {
  const administered = await groups.administrationsOver(caller.user.id, userId);
  if (administered.length === 0) throw adminsOnly();
  const found = await Promise.all(administered.map(({ groupId }) => groups.membershipOf(groupId, userId)));
  return found.filter((one) => one !== null).toSorted((one, other) => Number(one.id) - Number(other.id));
}
