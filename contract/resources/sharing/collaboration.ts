import { z } from 'zod';
import { collaborationId, dateTime } from '../ids.ts';
import { file } from '../items/file.ts';
import { folder } from '../items/folder.ts';
import { markerPage, offsetPage } from '../paging.ts';
import { userMini } from '../people/user.ts';

/** Roles that an invitation can give. */
export const invitableRoles = [
  'editor',
  'viewer',
  'previewer',
  'uploader',
  'previewer uploader',
  'viewer uploader',
  'co-owner',
] as const;

/** A role in a collaboration; `owner` appears in responses and in an ownership transfer. */
export const collaborationRoles = [...invitableRoles, 'owner'] as const;
export type CollaborationRole = (typeof collaborationRoles)[number];

export const collaborationStatus = z.enum(['pending', 'accepted', 'rejected']);
export type CollaborationStatus = z.output<typeof collaborationStatus>;

/** The grantee of a collaboration. `name` is "" while it is pending. A group has `group_type` in place of the last two. */
const accessibleBy = z.object({
  id: z.string(),
  type: z.enum(['user', 'group']),
  name: z.string(),
  login: z.string().optional(),
  is_active: z.boolean().optional(),
  group_type: z.string().optional(),
});

/** The requirements for accepting an invitation; null if there are no terms to accept. */
export const acceptanceRequirementsStatus = z.object({
  terms_of_service_requirement: z
    .object({
      is_accepted: z.boolean().nullable(),
      terms_of_service: z.object({ id: z.string(), type: z.literal('terms_of_service') }).nullable(),
    })
    .partial()
    .optional(),
  strong_password_requirement: z
    .object({
      enterprise_has_strong_password_required_for_external_users: z.boolean(),
      user_has_strong_password: z.boolean().nullable(),
    })
    .partial()
    .optional(),
  two_factor_authentication_requirement: z
    .object({
      enterprise_has_two_factor_auth_enabled: z.boolean(),
      user_has_two_factor_authentication_enabled: z.boolean().nullable(),
    })
    .partial()
    .optional(),
});
export type AcceptanceRequirementsStatus = z.output<typeof acceptanceRequirementsStatus>;

/** What an invited person sees of the item before accepting; an addition of this service to the format. */
export const inviteItem = z.object({ type: z.enum(['file', 'folder']), name: z.string() });
export type InviteItem = z.output<typeof inviteItem>;

/** Collaboration. `item` is null while it is pending. */
const fullCollaboration = z.object({
  id: collaborationId,
  type: z.literal('collaboration'),
  item: z.discriminatedUnion('type', [file, folder]).nullable(),
  /** Present only for the invited person, while pending. */
  invite_item: inviteItem.optional(),
  app_item: z.looseObject({ id: z.string(), type: z.literal('app_item') }).nullable(),
  accessible_by: accessibleBy.nullable(),
  invite_email: z.string().nullable(),
  role: z.enum(collaborationRoles),
  expires_at: dateTime.nullable(),
  is_access_only: z.boolean(),
  status: collaborationStatus,
  acknowledged_at: dateTime.nullable(),
  created_by: userMini,
  created_at: dateTime,
  modified_at: dateTime,
  acceptance_requirements_status: acceptanceRequirementsStatus,
});
export type FullCollaboration = z.output<typeof fullCollaboration>;

/** A collaboration in a response: everything except `id` and `type` may be missing. */
export const collaboration = fullCollaboration
  .extend({
    role: z.string(),
    acceptance_requirements_status: acceptanceRequirementsStatus.nullable(),
  })
  .partial()
  .required({ id: true, type: true });
export type Collaboration = z.output<typeof collaboration>;

export const collaborationsByOffset = offsetPage(collaboration);
export const collaborationsByMarker = markerPage(collaboration);
/** A page, or the whole list with its length. */
export const collaborationsOfFolder = collaborationsByMarker.extend({ total_count: z.int().min(0).optional() });

export const collaborationStandardFields = Object.keys(fullCollaboration.shape);
