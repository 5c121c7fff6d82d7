import { nameKey } from '../../../../contract/rules/names.ts';
import {
  plainProfile,
  type UserChanges,
  type UserProfile,
  type UserRecord,
  type UserRole,
  type UserStatus,
} from '../../../ports/metadata/people/users.ts';
import { toId, toKey } from '../ids.ts';
import type { UserRow } from '../tables.ts';

/** A row as a record. */
export function fromUserRow(row: UserRow): UserRecord {
  return {
    id: toId(row.id),
    login: row.login,
    name: row.name,
    // The columns hold what `toUserRow` wrote, like the profile below.
    role: row.role as UserRole,
    status: row.status as UserStatus,
    rootId: toId(row.root_id),
    language: row.language,
    timezone: row.timezone,
    spaceAmountBytes: row.space_amount,
    spaceUsedBytes: row.space_used,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    maxUploadBytes: row.max_upload_size,
    externalAppUserId: row.external_app_user_id,
    lastSignInAt: row.last_sign_in_at,
    profile: row.profile === null ? plainProfile : { ...plainProfile, ...(JSON.parse(row.profile) as UserProfile) },
  };
}

/** A record as a row. */
export function toUserRow(user: UserRecord): UserRow {
  return {
    id: toKey(user.id),
    login: user.login,
    login_key: user.login.toLowerCase(),
    name: user.name,
    name_key: nameKey(user.name),
    role: user.role,
    status: user.status,
    root_id: toKey(user.rootId),
    language: user.language,
    timezone: user.timezone,
    space_amount: user.spaceAmountBytes,
    space_used: user.spaceUsedBytes,
    created_at: user.createdAt,
    modified_at: user.modifiedAt,
    max_upload_size: user.maxUploadBytes,
    external_app_user_id: user.externalAppUserId,
    last_sign_in_at: user.lastSignInAt,
    profile: JSON.stringify(user.profile),
    deleted_at: null,
  };
}

/** The columns of a change to a user. */
export function changedUserColumns(changes: UserChanges): Partial<UserRow> {
  const { login, name, role, status, language, timezone, profile } = changes;
  const { spaceAmountBytes, maxUploadBytes, externalAppUserId, lastSignInAt, modifiedAt } = changes;
  return {
    ...(login === undefined ? {} : { login, login_key: login.toLowerCase() }),
    ...(name === undefined ? {} : { name, name_key: nameKey(name) }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(language === undefined ? {} : { language }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(spaceAmountBytes === undefined ? {} : { space_amount: spaceAmountBytes }),
    ...(maxUploadBytes === undefined ? {} : { max_upload_size: maxUploadBytes }),
    ...(externalAppUserId === undefined ? {} : { external_app_user_id: externalAppUserId }),
    ...(lastSignInAt === undefined ? {} : { last_sign_in_at: lastSignInAt }),
    ...(profile === undefined ? {} : { profile: JSON.stringify(profile) }),
    ...(modifiedAt === undefined ? {} : { modified_at: modifiedAt }),
  };
}
