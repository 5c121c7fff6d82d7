import { selectFields } from '../../../../contract/fields.ts';
import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import type { FullGroupMembership } from '../../../../contract/resources/people/group.ts';
import { createMembership } from '../../../domain/people/group-memberships/create-membership.ts';
import {
  getMembership,
  listGroupMemberships,
  listUserMemberships,
} from '../../../domain/people/group-memberships/read-memberships.ts';
import { deleteMembership, updateMembership } from '../../../domain/people/group-memberships/update-membership.ts';
import type { GroupPermissions } from '../../../ports/metadata/people/groups.ts';
import type { Handlers } from '../../handlers.ts';

/** Group memberships. */
export const groupMembershipHandlers = {
  async createGroupMembership({ query, body }, { service, caller }) {
    const { user, group, role = 'member', configurable_permissions } = body;
    const permissions: GroupPermissions = configurable_permissions === undefined ? 'unset' : configurable_permissions;
    const request = { groupId: group.id, userId: user.id, role, permissions };
    const membership = await createMembership(service, caller, request);
    return { status: 201, body: selectFields(membership, query.fields) };
  },

  async getGroupMembership({ params, query }, { service, caller }) {
    const membership = await getMembership(service, caller, params.group_membership_id);
    return { status: 200, body: selectFields(membership, query.fields) };
  },

  async updateGroupMembership({ params, query, body }, { service, caller }) {
    const { role, configurable_permissions: permissions } = body;
    const membership = await updateMembership(service, caller, { id: params.group_membership_id, role, permissions });
    return { status: 200, body: selectFields(membership, query.fields) };
  },

  async deleteGroupMembership({ params }, { service, caller }) {
    await deleteMembership(service, caller, params.group_membership_id);
    return { status: 204 };
  },

  async listGroupMemberships({ params, query }, { service, caller }) {
    const { fields, offset = 0, limit } = query;
    const page = await listGroupMemberships(service, caller, { groupId: params.group_id, offset, limit });
    return { status: 200, body: shown(page, fields) };
  },

  async listUserMemberships({ params, query }, { service, caller }) {
    const { fields, offset = 0, limit } = query;
    const page = await listUserMemberships(service, caller, { userId: params.user_id, offset, limit });
    return { status: 200, body: shown(page, fields) };
  },
} satisfies Partial<Handlers>;

function shown(page: OffsetPage<FullGroupMembership>, fields: readonly string[] | undefined) {
  return { ...page, entries: page.entries.map((entry) => selectFields(entry, fields)) };
}
