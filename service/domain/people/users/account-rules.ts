import { isEmailAddress } from '../../../../contract/rules/email-address.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';

/**
 * The rule for logins that the enterprise chooses. Only the operator may choose a plain name, on the command line.
 * @throws Refusal `bad_request` for a login that is not an email address.
 */
export function requireEmailAddress(login: string): void {
  if (isEmailAddress(login)) return;
  throw parameterRefusal('bad_request', 'login', say`A login must be an email address, not "${login}".`);
}

/** @throws Refusal `bad_request` for a login that is neither a name nor an email address without spaces. */
export function requireLogin(login: string): void {
  if (login.length <= limits.loginLength && /^[^\s@]{1,120}(@[^\s@]{1,120})?$/.test(login)) return;
  const message = say`A login must be a name or an email address without spaces, not "${login}".`;
  throw parameterRefusal('bad_request', 'login', message);
}

/** @throws Refusal `bad_request` for a user's name that is empty or too long. */
export function requireUserName(name: string): void {
  const length = [...name].length;
  if (length >= 1 && length <= limits.userNameLength) return;
  const message = say`A user's name must have 1 to ${limits.userNameLength} characters, not ${length}.`;
  throw parameterRefusal('bad_request', 'name', message);
}

/**
 * An email address belongs to one user, as a login or as an alias.
 * @throws Refusal `user_login_already_used` if a user other than `ownId` has it.
 */
export async function requireFreeLogin({ users }: MetadataReads, login: string, ownId: string | null): Promise<void> {
  const holder = (await users.getByLogin(login))?.id ?? (await users.getAlias(login))?.userId;
  if (holder === undefined || holder === ownId) return;
  throw new Refusal('user_login_already_used', say`The login "${login}" is taken. Choose another one.`);
}

/** @throws Refusal `conflict` if another user already has this external id. */
export async function requireFreeExternalId(
  { users }: MetadataReads,
  externalId: string,
  ownId: string,
): Promise<void> {
  const holder = await users.getByExternalAppUserId(externalId);
  if (!holder || holder.id === ownId) return;
  const message = say`Another user already has the external_app_user_id "${externalId}". Choose another one.`;
  throw parameterRefusal('conflict', 'external_app_user_id', message);
}
