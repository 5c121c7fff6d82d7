import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';

/**
 * Sets a user's password; browsers signed in with the old one are signed out.
 * @throws Refusal `not_found`; `bad_request` for a password that is too short or too long.
 */
export async function setPassword(service: Service, login: string, password: string): Promise<void> {
  requirePassword(password);
  const hash = await service.passwords.hash(password);
  await service.store.transaction(async ({ users, signIn }) => {
    const user = await users.getByLogin(login);
    if (!user) throw new Refusal('not_found', say`No user has the login "${login}".`);
    await signIn.setPassword(user.id, hash, service.clock.now());
    await signIn.deleteBrowserSessionsOfUser(user.id);
  });
}

/**
 * Length is the only rule (NIST SP 800-63B 3.1.1): rules about character types make passwords worse.
 * @throws Refusal `bad_request`.
 */
export function requirePassword(password: string): void {
  const { passwordMinLength: shortest, passwordMaxLength: longest } = limits;
  const length = [...password].length;
  if (length >= shortest && length <= longest) return;
  const message = say`A password must have ${shortest} to ${longest} characters, not ${length}.`;
  throw parameterRefusal('bad_request', 'password', message);
}
