import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { MembershipRecord } from '../../../ports/metadata/people/groups.ts';
import type { Change } from '../../change/change.ts';
import { groupSource } from '../groups/group-source.ts';
import { presentPermissions } from './present-membership.ts';

/** Reports a change of a group's administrators to the administrators' log. Null: there is no role before or after. */
export async function reportAdministration(
  { tx, report }: Change,
  before: MembershipRecord | null,
  after: MembershipRecord | null,
): Promise<void> {
  const adminType = typeOf(before, after);
  const current = after ?? before;
  const group = adminType === null || current === null ? null : await tx.groups.get(current.groupId);
  if (adminType === null || !group || !current) return;
  const details = { user_id: current.userId, configurable_permissions: presentPermissions(after?.permissions ?? null) };
  await report({ adminType, trigger: null, source: groupSource(group), details });
}

function typeOf(before: MembershipRecord | null, after: MembershipRecord | null): AdminEventType | null {
  const was = before?.role === 'admin';
  const is = after?.role === 'admin';
  if (was !== is) return is ? 'GROUP_ADMIN_CREATED' : 'GROUP_ADMIN_DELETED';
  const isSame = JSON.stringify(before?.permissions) === JSON.stringify(after?.permissions);
  return is && !isSame ? 'GROUP_ADMIN_PERMISSIONS_UPDATED' : null;
}
