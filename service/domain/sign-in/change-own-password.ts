import { limits } from '../../../contract/limits.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import { change } from '../change/change.ts';
import { callerFor, type Service } from '../service.ts';
import { digestOf } from '../tokens/digest.ts';
import { requirePassword } from './set-password.ts';

/** What a person typed to get another password. */
export interface OwnPassword {
  readonly current: string;
  readonly next: string;
  /** True: programs that are signed in for the person are signed out as well, and their devices forgotten. */
  readonly endTokens: boolean;
}

/**
 * Gives a person another password. Every browser is signed out but the one that asks: it goes on with a session of its own, whose
 * secret is the answer. Null when the current password is not the one. @throws Refusal `bad_request` for a password that is too
 * short or too long.
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
  return change(service, callerFor(user, []), async ({ tx, now }) => {
    const person = await tx.users.get(id);
    // What was proved is proved for that one password: it may have been changed, or the account closed, since.
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
