import { limits } from '../../../../contract/rules/limits.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import { callerFor, type Service } from '../../service.ts';
import { digestOf } from '../tokens/digest.ts';

/** The form input of a sign-in. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** A browser that was just signed in. `secret` goes into its cookie and is kept nowhere else. */
export interface SignedIn {
  readonly user: UserRecord;
  readonly secret: string;
}

/** An argon2id hash of an unknown text: verifying against it takes as long as against a real one. */
const placeholderHash =
  '$argon2id$v=19$m=19456,t=2,p=1$4Peb5ERx5yDmxjXoxc8QTw$f/k0/4RUL0U60yb1veS6EB2B+ydzT1YkF+keiTQF6jc';

/**
 * Signs a browser in. Null if the login or the password is wrong. An unknown login, an inactive user, a missing password and a
 * wrong one are indistinguishable, and take the same time.
 */
export async function signIn(service: Service, { login, password }: Credentials): Promise<SignedIn | null> {
  const { user, hash } = await service.store.read(async ({ users, signIn }) => {
    const user = await users.getByLogin(login);
    return { user, hash: user ? await signIn.passwordHash(user.id) : null };
  });
  const isRight = await service.passwords.verify(hash ?? placeholderHash, password);
  if (!user) return null;
  if (!isRight || hash === null || user.status === 'inactive') {
    // Not awaited: a slower response would reveal which logins exist.
    service.uses.note(reportFailure(service, user));
    return null;
  }
  const secret = await beginSession(service, user, hash);
  return secret === null ? null : { user, secret };
}

/** Null: the password was changed, or the account closed, while this one was verified. That ended all sessions, and begins none. */
async function beginSession(service: Service, user: UserRecord, hash: string): Promise<string | null> {
  const secret = service.ids.hex(32);
  return changeIn(service, callerFor(user, []), ownedBy(user.id), async ({ tx, now, report }) => {
    const isCurrent = (await tx.signIn.passwordHash(user.id)) === hash;
    if (!isCurrent || (await tx.users.get(user.id))?.status === 'inactive') return null;
    const expiresAt = now + limits.browserSessionLifeMs;
    await tx.signIn.insertBrowserSession({ digest: digestOf(secret), userId: user.id, createdAt: now, expiresAt });
    await tx.users.update(user.id, { lastSignInAt: now });
    const adminType = user.role === 'user' ? 'LOGIN' : 'ADMIN_LOGIN';
    await report({ adminType, trigger: null, source: { kind: 'user', user } });
    return secret;
  });
}

async function reportFailure(service: Service, user: UserRecord): Promise<void> {
  await changeIn(service, callerFor(user, []), 'apart', async ({ report }) => {
    await report({ adminType: 'FAILED_LOGIN', trigger: null, source: { kind: 'user', user } });
  });
}
