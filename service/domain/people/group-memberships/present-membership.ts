import type { FullGroupMembership } from '../../../../contract/resources/people/group.ts';
import type { GroupPermissions, MembershipRecord } from '../../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import { presentDate } from '../../representation/dates.ts';
import { gatherGroups, presentGroupMini } from '../../representation/group.ts';
import { gatherPeople } from '../../representation/people.ts';

/** The response for one membership. */
export async function answerMembership(
  reads: MetadataReads,
  membership: MembershipRecord,
): Promise<FullGroupMembership> {
  return theOne(await answerMemberships(reads, [membership]));
}

/** The response for several memberships. */
export async function answerMemberships(
  reads: MetadataReads,
  memberships: readonly MembershipRecord[],
): Promise<FullGroupMembership[]> {
  const people = await gatherPeople(
    reads,
    memberships.map(({ userId }) => userId),
  );
  const groups = await gatherGroups(
    reads,
    memberships.map(({ groupId }) => groupId),
  );
  return memberships.map(({ id, userId, groupId, role, permissions, createdAt, modifiedAt }) => ({
    id,
    type: 'group_membership',
    user: presentUserMini(userId, people.get(userId)),
    group: presentGroupMini(groupId, groups.get(groupId)),
    role,
    created_at: presentDate(createdAt),
    modified_at: presentDate(modifiedAt),
    configurable_permissions: presentPermissions(permissions),
  }));
}

/** The permissions of a membership. `unset` means none, like null. */
export function presentPermissions(permissions: GroupPermissions): FullGroupMembership['configurable_permissions'] {
  return permissions === 'unset' || permissions === null ? null : { ...permissions };
}
