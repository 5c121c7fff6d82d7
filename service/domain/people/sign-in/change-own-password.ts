import { limits } from '../../../../contract/rules/limits.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import { callerFor, type Service } from '../../service.ts';
import { digestOf } from '../tokens/digest.ts';
import { requirePassword } from './set-password.ts';

/** The form input for a new password. */
export interface OwnPassword {
  readonly current: string;
  readonly next: string;
  /** True: also sign out all of the user's applications and remove their devices. */
  readonly endTokens: boolean;
}

/**
 * Changes a user's password. All other browsers are signed out; this one gets a new session, whose secret is returned. Null if the
 * current password is wrong.
 * @throws Refusal `bad_request` for a password that is too short or too long.
 */
export async function changeOwnPassword(
  service: Service,
  { id }: Pick<UserRecord, 'id'>,
  { current, next, endTokens }: OwnPassword,
): Promise<string | null> {
  requirePassword(next);
  const known = await service.store.read(({ signIn }) => signIn.passwordHash(id));
  if (known === null || !(await service.passwords.verify(known, current))) return null;
  const hash = await service.passwords.hash(next);
  const secret = service.ids.hex(32);
  const user = await service.store.read(({ users }) => users.get(id));
  if (!user) return null;
  return changeIn(service, callerFor(user, []), ownedBy(id), async ({ tx, now }) => {
    const person = await tx.users.get(id);
    // The check applies to the password at that time: since then it may have changed, or the account may have been closed.
    if (person?.status === 'inactive' || (await tx.signIn.passwordHash(id)) !== known) return null;
    await tx.signIn.setPassword(id, hash, now);
    await tx.signIn.deleteBrowserSessionsOfUser(id);
    if (endTokens) {
      await tx.tokens.deleteOfUser(id);
      await tx.devicePins.deleteOfUser(id);
    }
    const expiresAt = now + limits.browserSessionLifeMs;
    await tx.signIn.insertBrowserSession({ digest: digestOf(secret), userId: id, createdAt: now, expiresAt });
    return secret;
  });
}
