import { z } from 'zod';
import { empty, json, multipart, octetsWith, operation } from '../../operation.ts';
import { flag, offsetBesideMarker, pageLimit, plainText } from '../../request-fields.ts';
import { emailAlias, emailAliases, user, userAvatar, usersPage } from '../../resources/people/user.ts';
import { limits } from '../../rules/limits.ts';
import { accountScopes, manageUserScopes, writeScopes } from '../../scopes.ts';
import { fieldsQuery, pathId } from '../parameters.ts';

const params = z.object({ user_id: pathId });
const accessErrors = ['not_found', 'access_denied_insufficient_permissions'] as const;
const loginErrors = ['user_login_already_used', 'conflict', 'forbidden'] as const;

const name = plainText(limits.userNameLength).refine((text) => text.trim() !== '', 'must not be empty');
const bytes = z.int().min(0, 'must be a number of bytes');
/** Modified ISO 639-1: `e2` is Canadian English, `s2` Latin American Spanish. */
const language = z
  .string()
  .regex(/^[a-z][a-z0-9]([-_][A-Za-z]{2,8})?$/, 'must be a language code, such as "en" or "e2"');
const timezone = z.string().max(64).refine(isTimezone, 'must be a time zone, such as "Europe/Berlin"');
const trackingCode = z.object({
  type: z.literal('tracking_code').optional(),
  name: plainText(limits.trackingCodeLength).refine((text) => text !== '', 'must not be empty'),
  value: plainText(limits.trackingCodeLength),
});

/** Account fields; null in `max_upload_size` means no limit. */
const accountFields = {
  language: language.optional(),
  timezone: timezone.optional(),
  job_title: plainText(limits.jobTitleLength).optional(),
  phone: plainText(limits.phoneLength).optional(),
  address: plainText(limits.addressLength).optional(),
  /** Bytes; -1 is unlimited. */
  space_amount: z.int().min(-1, 'must be a number of bytes, or -1 for unlimited').optional(),
  max_upload_size: bytes.nullable().optional(),
  status: z.enum(['active', 'inactive', 'cannot_delete_edit', 'cannot_delete_edit_upload']).optional(),
  role: z.enum(['coadmin', 'user']).optional(),
  tracking_codes: z
    .array(trackingCode)
    .max(limits.trackingCodesPerUser, `may hold at most ${limits.trackingCodesPerUser} codes`)
    .optional(),
  can_see_managed_users: z.boolean().optional(),
  is_sync_enabled: z.boolean().optional(),
  is_external_collab_restricted: z.boolean().optional(),
  is_exempt_from_device_limits: z.boolean().optional(),
  is_exempt_from_login_verification: z.boolean().optional(),
  external_app_user_id: plainText(limits.externalIdLength)
    .refine((text) => text !== '', 'must not be empty')
    .optional(),
};

function isTimezone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    // Trying is the only way to check: an unknown time zone throws.
    return false;
  }
}

const login = plainText(limits.loginLength);

export const getCurrentUser = operation({
  name: 'getCurrentUser',
  summary: 'Gets the user that the token belongs to.',
  method: 'GET',
  path: '/users/me',
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: user } },
  scope: accountScopes,
});

export const listUsers = operation({
  name: 'listUsers',
  summary: 'Lists the users of the enterprise, by offset or by marker, for who may look people up.',
  method: 'GET',
  path: '/users',
  query: fieldsQuery.extend({
    filter_term: plainText(limits.loginLength).optional(),
    user_type: z.enum(['all', 'managed', 'external']).optional(),
    external_app_user_id: plainText(limits.externalIdLength).optional(),
    limit: pageLimit(limits.pageLimit, limits.defaultPageLimit),
    offset: offsetBesideMarker,
    usemarker: flag.optional(),
    marker: z.string().optional(),
  }),
  answers: { 200: { kind: 'json', schema: usersPage } },
  errors: ['invalid_limit', 'invalid_offset', 'invalid_parameter', 'access_denied_insufficient_permissions'],
  scope: manageUserScopes,
});

export const createUser = operation({
  name: 'createUser',
  summary: "Makes an account; an application's own user (is_platform_access_only) needs no login.",
  method: 'POST',
  path: '/users',
  query: fieldsQuery,
  body: json(
    z.object({ name, login: login.optional(), is_platform_access_only: z.boolean().optional(), ...accountFields }),
  ),
  answers: { 201: { kind: 'json', schema: user } },
  errors: [...loginErrors, 'access_denied_insufficient_permissions'],
  scope: manageUserScopes,
});

export const getUser = operation({
  name: 'getUser',
  summary: 'Gets a user: oneself, or for who may look people up.',
  method: 'GET',
  path: '/users/{user_id}',
  params,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: user } },
  errors: ['not_found'],
  scope: [...accountScopes, ...manageUserScopes],
});

export const updateUser = operation({
  name: 'updateUser',
  summary: 'Changes an account: administrators can change everything, users their own personal fields.',
  method: 'PUT',
  path: '/users/{user_id}',
  params,
  query: fieldsQuery,
  body: json(
    z.object({
      name: name.optional(),
      login: login.optional(),
      notification_email: z
        .object({ email: z.email().max(limits.loginLength), is_confirmed: z.boolean().optional() })
        .nullable()
        .optional(),
      /** Whether to notify the user; this service sends no email. */
      notify: z.boolean().optional(),
      /** Effects of the public format that this service does not have are refused, so that no request seems to have them. */
      enterprise: z.never('cannot be changed: all accounts belong to the enterprise of the service').optional(),
      is_password_reset_required: z.literal(false, 'must be false: only users change their passwords').optional(),
      ...accountFields,
    }),
  ),
  answers: { 200: { kind: 'json', schema: user } },
  errors: [...loginErrors, ...accessErrors],
  scope: [...writeScopes, ...manageUserScopes],
});

export const deleteUser = operation({
  name: 'deleteUser',
  summary: 'Removes an account; one that owns content only with `force`, and the content with it.',
  method: 'DELETE',
  path: '/users/{user_id}',
  params,
  query: z.object({ notify: flag.optional(), force: flag.optional() }),
  answers: { 204: empty },
  errors: ['conflict', 'forbidden', 'forbidden_by_policy', 'access_denied_item_locked', ...accessErrors],
  scope: manageUserScopes,
});

export const getUserAvatar = operation({
  name: 'getUserAvatar',
  summary: "Gets a user's picture.",
  method: 'GET',
  path: '/users/{user_id}/avatar',
  params,
  answers: { 200: octetsWith(z.object({ 'content-type': z.string(), 'content-length': z.string() })) },
  errors: ['not_found'],
  scope: [...accountScopes, ...manageUserScopes],
});

export const setUserAvatar = operation({
  name: 'setUserAvatar',
  summary: 'Gives a user a picture: the part "pic", a PNG or JPEG.',
  method: 'POST',
  path: '/users/{user_id}/avatar',
  params,
  body: multipart(z.object({}).optional(), 'pic'),
  answers: { 200: { kind: 'json', schema: userAvatar }, 201: { kind: 'json', schema: userAvatar } },
  errors: ['request_entity_too_large', 'unsupported_media_type', 'metadata_after_file_contents', ...accessErrors],
  scope: [...writeScopes, ...manageUserScopes],
});

export const deleteUserAvatar = operation({
  name: 'deleteUserAvatar',
  summary: "Takes a user's picture away.",
  method: 'DELETE',
  path: '/users/{user_id}/avatar',
  params,
  answers: { 204: empty },
  errors: accessErrors,
  scope: [...writeScopes, ...manageUserScopes],
});

export const listEmailAliases = operation({
  name: 'listEmailAliases',
  summary: 'Lists the further addresses of a user.',
  method: 'GET',
  path: '/users/{user_id}/email_aliases',
  params,
  answers: { 200: { kind: 'json', schema: emailAliases } },
  errors: ['not_found'],
  scope: manageUserScopes,
});

export const createEmailAlias = operation({
  name: 'createEmailAlias',
  summary: 'Gives a user a further address, by which invitations find the user.',
  method: 'POST',
  path: '/users/{user_id}/email_aliases',
  params,
  body: json(z.object({ email: z.email().max(limits.loginLength) })),
  answers: { 201: { kind: 'json', schema: emailAlias } },
  errors: ['user_login_already_used', ...accessErrors],
  scope: manageUserScopes,
});

export const deleteEmailAlias = operation({
  name: 'deleteEmailAlias',
  summary: 'Takes a further address of a user away.',
  method: 'DELETE',
  path: '/users/{user_id}/email_aliases/{email_alias_id}',
  params: params.extend({ email_alias_id: pathId }),
  answers: { 204: empty },
  errors: accessErrors,
  scope: manageUserScopes,
});
