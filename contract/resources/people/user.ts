import { z } from 'zod';
import { dateTime, userId } from '../ids.ts';

/** User (Mini). */
export const userMini = z.object({ id: userId, type: z.literal('user'), name: z.string(), login: z.string() });
export type UserMini = z.output<typeof userMini>;

/**
 * The quota in bytes of a user without a limit, as the public service reports it. Clients subtract `space_used` and need a positive
 * result: rclone's union creates nothing otherwise.
 */
export const UNLIMITED_SPACE = 999_999_999_999_999;

const standardFields = {
  created_at: dateTime,
  modified_at: dateTime,
  language: z.string(),
  timezone: z.string(),
  /** Bytes; `UNLIMITED_SPACE` without a limit. */
  space_amount: z.int(),
  space_used: z.int(),
  /** Bytes. */
  max_upload_size: z.int(),
  status: z.enum(['active', 'inactive', 'cannot_delete_edit', 'cannot_delete_edit_upload']),
  job_title: z.string(),
  phone: z.string(),
  address: z.string(),
  avatar_url: z.string(),
  notification_email: z.object({ email: z.string(), is_confirmed: z.boolean() }).nullable(),
};

/** Fields of a user that are returned only if `fields` names them. */
const furtherFields = {
  role: z.enum(['admin', 'coadmin', 'user']),
  tracking_codes: z.array(z.object({ type: z.literal('tracking_code'), name: z.string(), value: z.string() })),
  can_see_managed_users: z.boolean(),
  is_sync_enabled: z.boolean(),
  is_external_collab_restricted: z.boolean(),
  is_exempt_from_device_limits: z.boolean(),
  is_exempt_from_login_verification: z.boolean(),
  enterprise: z.object({ id: z.string(), type: z.literal('enterprise'), name: z.string() }).nullable(),
  my_tags: z.array(z.string()),
  hostname: z.string(),
  is_platform_access_only: z.boolean(),
  external_app_user_id: z.string().nullable(),
  /** Not in the public format: null until the user's first sign-in. */
  last_sign_in_at: dateTime.nullable(),
};

/** User (full), every field that the service knows; `fields` selects which ones a response shows. */
export const fullUser = userMini.extend(standardFields).extend(z.object(furtherFields).partial().shape);
export type FullUser = z.output<typeof fullUser>;

/** A user in a response: everything except `id` and `type` may be missing. */
export const user = fullUser.partial().required({ id: true, type: true });
export type User = z.output<typeof user>;

export const userStandardFields = Object.keys(standardFields);

export const usersPage = z.object({
  total_count: z.int().optional(),
  offset: z.int().optional(),
  limit: z.int(),
  next_marker: z.string().nullable().optional(),
  entries: z.array(user),
});

/** The response to a new avatar. */
export const userAvatar = z.object({
  pic_urls: z.object({ small: z.string(), large: z.string(), preview: z.string() }),
});

/** An email alias of a user. */
export const emailAlias = z.object({
  id: z.string().min(1),
  type: z.literal('email_alias'),
  email: z.string(),
  is_confirmed: z.boolean(),
});
export type EmailAlias = z.output<typeof emailAlias>;

export const emailAliases = z.object({ total_count: z.int(), entries: z.array(emailAlias) });
