import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { offsetPage } from '../paging.ts';
import { userMini } from './user.ts';

/** The users who may do something with a group: invite it to an item, or see its members. */
export const groupLevels = ['admins_only', 'admins_and_members', 'all_managed_users'] as const;
export type GroupLevel = (typeof groupLevels)[number];

/** Group (Mini). */
export const groupMini = z.object({
  id: z.string().min(1),
  type: z.literal('group'),
  name: z.string(),
  group_type: z.enum(['managed_group', 'all_users_group']),
});
export type GroupMini = z.output<typeof groupMini>;

const standardFields = { created_at: dateTime, modified_at: dateTime };

/** Fields of a group that are returned only if `fields` names them. */
const furtherFields = {
  provenance: z.string().nullable(),
  external_sync_identifier: z.string().nullable(),
  description: z.string(),
  invitability_level: z.enum(groupLevels),
  member_viewability_level: z.enum(groupLevels),
  permissions: z.object({ can_invite_as_collaborator: z.boolean() }),
};

/** Group (full), every field that the service knows; `fields` selects which ones a response shows. */
const fullGroup = groupMini.extend(standardFields).extend(furtherFields);
export type FullGroup = z.output<typeof fullGroup>;

/** A group in a response: everything except `id` and `type` may be missing. */
export const group = fullGroup.partial().required({ id: true, type: true });

export const groupsByOffset = offsetPage(group);
export const groupStandardFields = Object.keys(standardFields);

/** Roles in a group. */
export const membershipRoles = ['member', 'admin'] as const;
export type MembershipRole = (typeof membershipRoles)[number];

/** Group membership, with the permissions that `fields` can select. */
const fullGroupMembership = z.object({
  id: z.string().min(1),
  type: z.literal('group_membership'),
  user: userMini,
  group: groupMini,
  role: z.enum(membershipRoles),
  created_at: dateTime,
  modified_at: dateTime,
  configurable_permissions: z.record(z.string(), z.boolean()).nullable(),
});
export type FullGroupMembership = z.output<typeof fullGroupMembership>;

/** A group membership in a response: everything except `id` and `type` may be missing. */
export const groupMembership = fullGroupMembership.partial().required({ id: true, type: true });

export const groupMembershipsByOffset = offsetPage(groupMembership);
export const groupMembershipStandardFields = ['user', 'group', 'role', 'created_at', 'modified_at'];
