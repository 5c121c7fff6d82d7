import { limits } from '../../../contract/limits.ts';
import { nameKey } from '../../../contract/names.ts';
import type { FolderRecord } from '../../ports/metadata/items.ts';
import type { UserRecord, UserRole } from '../../ports/metadata/users.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

/** What `createUser` is told. Without `role` the first person becomes the administrator, everyone after that a user. */
export interface CreateUser {
  readonly login: string;
  readonly name: string;
  readonly role?: UserRole | undefined;
  /** Bytes that the person may fill; absent or null means without limit. */
  readonly spaceAmountBytes?: number | null | undefined;
}

/**
 * Creates a person with a root folder, and hands over the invitations that were sent to the login before.
 * @throws Refusal `conflict` when the login is taken; `bad_request` for a login or a name that cannot be.
 */
export async function createUser(service: Service, request: CreateUser): Promise<UserRecord> {
  requireLogin(request.login);
  requireUserName(request.name);
  return service.store.transaction(async (tx) => {
    const { login, name, spaceAmountBytes = null } = request;
    if (await tx.users.getByLogin(login)) throw new Refusal('conflict', `The login "${login}" is taken.`);
    const isFirst = (await tx.users.list()).length === 0;
    const now = service.clock.now();
    const user: UserRecord = {
      id: await tx.allocateId(),
      login,
      name,
      role: isFirst ? 'admin' : (request.role ?? 'user'),
      status: 'active',
      rootId: await tx.allocateId(),
      language: 'en',
      timezone: 'UTC',
      spaceAmountBytes,
      spaceUsedBytes: 0,
      createdAt: now,
      modifiedAt: now,
    };
    await tx.users.insert(user);
    const root = rootOf(user);
    await tx.items.insert(root, nameKey(root.name));
    await tx.collaborations.claimInvitations(login, user.id);
    return user;
  });
}

function requireLogin(login: string): void {
  if (/^[^\s@]{1,120}(@[^\s@]{1,120})?$/.test(login)) return;
  throw parameterRefusal(
    'bad_request',
    'login',
    `A login must be a name or an address without spaces, not "${login}".`,
  );
}

function requireUserName(name: string): void {
  const length = [...name].length;
  if (length >= 1 && length <= limits.userNameLength) return;
  const message = `A user's name must have 1 to ${limits.userNameLength} characters; this one has ${length}.`;
  throw parameterRefusal('bad_request', 'name', message);
}

function rootOf(user: UserRecord): FolderRecord {
  return {
    kind: 'folder',
    id: user.rootId,
    ownerId: user.id,
    parentId: null,
    name: 'All Files',
    description: '',
    etag: 0,
    sequenceId: 0,
    sizeBytes: 0,
    tags: [],
    createdAt: user.createdAt,
    modifiedAt: user.createdAt,
    contentCreatedAt: user.createdAt,
    contentModifiedAt: user.createdAt,
    createdBy: user.id,
    modifiedBy: user.id,
    trashedAt: null,
    trashedBy: null,
    syncState: 'synced',
    canNonOwnersInvite: true,
    canNonOwnersViewCollaborators: true,
    isCollaborationRestrictedToEnterprise: false,
  };
}
