import { Readable } from 'node:stream';
import type { RequestOf } from '../../../../contract/operation.ts';
import type { Operations } from '../../../../contract/operations.ts';
import { UNLIMITED_SPACE } from '../../../../contract/resources/people/user.ts';
import { say } from '../../../../contract/rules/say.ts';
import { deleteAvatar, getAvatar, setAvatar } from '../../../domain/people/users/avatar.ts';
import { addUser } from '../../../domain/people/users/create-user.ts';
import { deleteUser } from '../../../domain/people/users/delete-user.ts';
import { createEmailAlias, deleteEmailAlias, listEmailAliases } from '../../../domain/people/users/email-aliases.ts';
import { getUser } from '../../../domain/people/users/get-user.ts';
import { type SearchUsers, searchUsers } from '../../../domain/people/users/list-users.ts';
import { getCurrentUser } from '../../../domain/people/users/self/get-current-user.ts';
import { type AccountChanges, updateUser } from '../../../domain/people/users/update-user.ts';
import { parameterRefusal } from '../../../domain/refusal.ts';
import type { UserProfile } from '../../../ports/metadata/people/users.ts';
import { shownUser } from '../../answers/shown-user.ts';
import type { Handlers } from '../../handlers.ts';

/** User accounts: reading, creating, updating, deleting, avatars and email aliases. */
export const userHandlers = {
  async getCurrentUser({ query }, { service, caller }) {
    const user = await getCurrentUser(service, caller);
    return { status: 200, body: await shownUser(user, query.fields, { service, caller }) };
  },

  async listUsers({ query }, { service, caller }) {
    const { fields, filter_term: filterTerm, user_type: userType, external_app_user_id: externalAppUserId } = query;
    const found = await searchUsers(service, caller, { filterTerm, userType, externalAppUserId, page: pageOf(query) });
    const entries = await Promise.all(found.entries.map((user) => shownUser(user, fields, { service, caller })));
    return { status: 200, body: { ...found, entries } };
  },

  async createUser({ query, body }, { service, caller }) {
    const { login, name, is_platform_access_only: isPlatformAccessOnly } = body;
    const { profile, ...account } = accountOf(body);
    const whole = isPlatformAccessOnly === undefined ? profile : { ...profile, isPlatformAccessOnly };
    const user = await addUser(service, caller, { login, name, ...account, profile: whole });
    return { status: 201, body: await shownUser(user, query.fields, { service, caller }) };
  },

  async getUser({ params, query }, { service, caller }) {
    const user = await getUser(service, caller, params.user_id);
    return { status: 200, body: await shownUser(user, query.fields, { service, caller }) };
  },

  async updateUser({ params, query, body }, { service, caller }) {
    const { name, login, notification_email: email } = body;
    const { profile, ...account } = accountOf(body);
    const isConfirmed = email?.is_confirmed ?? false;
    const notificationEmail = email ? { email: email.email, isConfirmed } : email;
    const changes: AccountChanges = {
      ...account,
      ...(name === undefined ? {} : { name }),
      ...(login === undefined ? {} : { login }),
      profile: { ...profile, ...(notificationEmail === undefined ? {} : { notificationEmail }) },
    };
    const user = await updateUser(service, caller, { userId: params.user_id, changes });
    return { status: 200, body: await shownUser(user, query.fields, { service, caller }) };
  },

  async deleteUser({ params, query }, { service, caller }) {
    await deleteUser(service, caller, { userId: params.user_id, force: query.force ?? false });
    return { status: 204 };
  },

  async getUserAvatar({ params }, { service, caller }) {
    const { content, contentType } = await getAvatar(service, caller, params.user_id);
    const headers = { 'content-type': contentType, 'content-length': String(content.length) };
    return { status: 200, headers, body: Readable.from([content]) };
  },

  async setUserAvatar({ params, body }, { service, caller }) {
    const userId = params.user_id;
    const outcome = await setAvatar(service, caller, { userId, content: body.content });
    const url = `${service.settings.publicUrl()}/2.0/users/${userId}/avatar`;
    const shown = { pic_urls: { small: url, large: url, preview: url } };
    return outcome === 'new' ? { status: 201, body: shown } : { status: 200, body: shown };
  },

  async deleteUserAvatar({ params }, { service, caller }) {
    await deleteAvatar(service, caller, params.user_id);
    return { status: 204 };
  },

  async listEmailAliases({ params }, { service, caller }) {
    return { status: 200, body: await listEmailAliases(service, caller, params.user_id) };
  },

  async createEmailAlias({ params, body }, { service, caller }) {
    const alias = await createEmailAlias(service, caller, { userId: params.user_id, email: body.email });
    return { status: 201, body: alias };
  },

  async deleteEmailAlias({ params }, { service, caller }) {
    await deleteEmailAlias(service, caller, { userId: params.user_id, aliasId: params.email_alias_id });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

type ListQuery = RequestOf<Operations['listUsers']>['query'];

/** The form of paging that a query selects. */
function pageOf({ usemarker = false, marker, offset, limit }: ListQuery): SearchUsers['page'] {
  if (!usemarker) {
    if (marker !== undefined)
      throw parameterRefusal('invalid_parameter', 'marker', say`"marker" requires usemarker=true.`);
    return { form: 'offset', offset: offset ?? 0, limit };
  }
  if (offset === undefined) return { form: 'marker', marker, limit };
  throw parameterRefusal('invalid_parameter', 'offset', say`"offset" and usemarker=true cannot be combined.`);
}

type AccountBody = RequestOf<Operations['createUser']>['body'] | RequestOf<Operations['updateUser']>['body'];

/** The given fields of an account, with the domain's names. */
function accountOf(body: AccountBody): AccountChanges & { readonly profile: Partial<UserProfile> } {
  const { language, timezone, status, role, space_amount, max_upload_size, external_app_user_id } = body;
  return {
    ...(language === undefined ? {} : { language }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
    ...(space_amount === undefined ? {} : { spaceAmountBytes: isUnlimited(space_amount) ? null : space_amount }),
    ...(max_upload_size === undefined ? {} : { maxUploadBytes: max_upload_size }),
    ...(external_app_user_id === undefined ? {} : { externalAppUserId: external_app_user_id }),
    profile: profileOf(body),
  };
}

/** -1, or the value that responses show for a user without a limit. */
const isUnlimited = (bytes: number): boolean => bytes === -1 || bytes >= UNLIMITED_SPACE;

function profileOf(body: AccountBody): Partial<UserProfile> {
  const said = {
    jobTitle: body.job_title,
    phone: body.phone,
    address: body.address,
    trackingCodes: body.tracking_codes?.map(({ name, value }) => ({ name, value })),
    canSeeManagedUsers: body.can_see_managed_users,
    isSyncEnabled: body.is_sync_enabled,
    isExternalCollabRestricted: body.is_external_collab_restricted,
    isExemptFromDeviceLimits: body.is_exempt_from_device_limits,
    isExemptFromLoginVerification: body.is_exempt_from_login_verification,
  };
  // Absent fields must be removed: an undefined value would replace the existing one.
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
