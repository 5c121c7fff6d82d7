import { nameKey } from '../../../../contract/rules/names.ts';
import type { FolderRecord } from '../../../ports/metadata/items/items.ts';
import {
  plainProfile,
  type UserProfile,
  type UserRecord,
  type UserRole,
  type UserStatus,
} from '../../../ports/metadata/people/users.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { freshFolder } from '../../change/contents/fresh-item.ts';
import { requireFreeExternalId, requireFreeLogin, requireLogin, requireUserName } from './account-rules.ts';
import { claimInvitations } from './claim-invitations.ts';

/** The fields of a new user; absent ones get their default. Sizes in bytes, null for no limit. */
export interface NewUser {
  /** Absent for an application's own user, who gets a login that cannot be used to sign in. */
  readonly login?: string | undefined;
  readonly name: string;
  readonly role?: UserRole | undefined;
  readonly status?: UserStatus | undefined;
  readonly language?: string | undefined;
  readonly timezone?: string | undefined;
  readonly spaceAmountBytes?: number | null | undefined;
  readonly maxUploadBytes?: number | null | undefined;
  readonly externalAppUserId?: string | null | undefined;
  readonly profile?: Partial<UserProfile> | undefined;
}

/**
 * Creates a user with a root folder, and assigns the invitations sent to the login before. The very first user becomes the
 * administrator: later ones are appointed.
 * @throws Refusal `user_login_already_used`; `bad_request` for an invalid login or name.
 */
export async function insertUser(tx: MetadataWrites, request: NewUser, now: number): Promise<UserRecord> {
  requireUserName(request.name);
  const isFirst = await tx.users.isEmpty();
  const id = await tx.allocateId();
  const login = request.login ?? `AppUser_${id}@app.invalid`;
  requireLogin(login);
  await requireFreeLogin(tx, login, null);
  const externalAppUserId = request.externalAppUserId ?? null;
  if (externalAppUserId !== null) await requireFreeExternalId(tx, externalAppUserId, id);
  const user: UserRecord = {
    id,
    login,
    name: request.name,
    role: isFirst ? 'admin' : (request.role ?? 'user'),
    status: request.status ?? 'active',
    rootId: await tx.allocateId(),
    language: request.language ?? 'en',
    timezone: request.timezone ?? 'UTC',
    spaceAmountBytes: request.spaceAmountBytes ?? null,
    spaceUsedBytes: 0,
    createdAt: now,
    modifiedAt: now,
    maxUploadBytes: request.maxUploadBytes ?? null,
    externalAppUserId,
    lastSignInAt: null,
    profile: { ...plainProfile, ...request.profile },
  };
  await tx.users.insert(user);
  const root = rootOf(user);
  await tx.items.insert(root, nameKey(root.name));
  await claimInvitations(tx, login, user.id);
  return user;
}

function rootOf({ id, rootId, createdAt }: UserRecord): FolderRecord {
  return freshFolder({ id: rootId, ownerId: id, parentId: null, name: 'All Files', userId: id, at: createdAt });
}
