import type { FullUser } from '../../../../contract/resources/people/user.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { UserRecord, UserRole } from '../../../ports/metadata/people/users.ts';
import { adminsOnly, isAdministrator, requireMayCreate, requireReach } from '../../access/enterprise/administration.ts';
import { change } from '../../change/change.ts';
import { Refusal } from '../../refusal.ts';
import { presentUser } from '../../representation/user.ts';
import type { Caller, Service } from '../../service.ts';
import { requireEmailAddress } from './account-rules.ts';
import { insertUser, type NewUser } from './new-user.ts';
import { isPersonal } from './personal-fields.ts';

/** Input of `createUser`. Without `role` the first user becomes the administrator, and all later ones regular users. */
export interface CreateUser {
  readonly login: string;
  readonly name: string;
  readonly role?: UserRole | undefined;
  /** The user's quota in bytes; absent or null means no limit. */
  readonly spaceAmountBytes?: number | null | undefined;
}

/**
 * Creates a user for the operator's command line, without an entry in the enterprise's log, since no one in the enterprise did it.
 * @throws Refusal `user_login_already_used` if the login is taken; `bad_request` for an invalid login or name.
 */
export async function createUser(service: Service, request: CreateUser): Promise<UserRecord> {
  return service.store.transaction(async (tx) => insertUser(tx, request, service.clock.now()));
}

/**
 * Creates a user for an administrator, or with personal fields only for a group administrator. An application's own user needs no login, all
 * others do.
 * @throws Refusal `access_denied_insufficient_permissions`, `insufficient_scope`, and the refusals of `createUser`.
 */
export async function addUser(service: Service, caller: Caller, request: NewUser): Promise<FullUser> {
  return change(service, caller, async ({ tx, now, report }) => {
    const { role = 'user' } = request;
    const isPlatformAccessOnly = request.profile?.isPlatformAccessOnly ?? false;
    await requireMayCreate(tx, caller, role);
    requireReach(caller, { role, profile: { isPlatformAccessOnly } });
    const { login: _login, role: _role, ...fields } = request;
    if (!isAdministrator(caller) && !isPersonal(fields)) throw adminsOnly();
    if (request.login === undefined && !isPlatformAccessOnly) {
      throw new Refusal('bad_request', say`"login" is missing. Only users with is_platform_access_only can omit it.`);
    }
    if (request.login !== undefined) requireEmailAddress(request.login);
    const user = await insertUser(tx, request, now);
    await report({ adminType: 'NEW_USER', trigger: null, source: { kind: 'user', user } });
    return presentUser(user, service.settings);
  });
}
