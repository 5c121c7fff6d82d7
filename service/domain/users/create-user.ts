import type { FullUser } from '../../../contract/resources/user.ts';
import type { UserRecord, UserRole } from '../../ports/metadata/users.ts';
import { change } from '../change/change.ts';
import { requireMayCreate } from '../enterprise/administration.ts';
import { Refusal } from '../refusal.ts';
import { presentUser } from '../representation/user.ts';
import type { Caller, Service } from '../service.ts';
import { insertUser, type NewUser } from './new-user.ts';

/** What `createUser` is told. Without `role` the first person becomes the administrator, everyone after that a user. */
export interface CreateUser {
  readonly login: string;
  readonly name: string;
  readonly role?: UserRole | undefined;
  /** Bytes that the person may fill; absent or null means without limit. */
  readonly spaceAmountBytes?: number | null | undefined;
}

/**
 * Creates a person, for the operator's command line: outside of the enterprise's log, since nobody in it did it.
 * @throws Refusal `user_login_already_used` when the login is taken; `bad_request` for a login or a name that cannot be.
 */
export async function createUser(service: Service, request: CreateUser): Promise<UserRecord> {
  return service.store.transaction(async (tx) => insertUser(tx, request, service.clock.now()));
}

/**
 * Creates a person, for an administrator. An application's own user needs no login, everybody else does.
 * @throws Refusal `access_denied_insufficient_permissions`, and what `createUser` throws.
 */
export async function addUser(service: Service, caller: Caller, request: NewUser): Promise<FullUser> {
  return change(service, caller, async ({ tx, now, report }) => {
    await requireMayCreate(tx, caller, request.role ?? 'user');
    if (request.login === undefined && request.profile?.isPlatformAccessOnly !== true) {
      throw new Refusal('bad_request', '"login" is missing. Only a user with is_platform_access_only needs none.');
    }
    const user = await insertUser(tx, request, now);
    await report({ adminType: 'NEW_USER', trigger: null, source: { kind: 'user', user } });
    return presentUser(user, service.settings);
  });
}
