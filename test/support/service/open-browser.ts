import { limits } from '../../../contract/rules/limits.ts';
import { digestOf } from '../../../service/domain/people/tokens/digest.ts';
import type { Caller, Service } from '../../../service/domain/service.ts';

/** Signs a person in in a browser, without a password, and returns the secret of its session. */
export async function openBrowser({ store, clock, ids }: Service, { user }: Pick<Caller, 'user'>): Promise<string> {
  const secret = ids.hex(32);
  const createdAt = clock.now();
  const expiresAt = createdAt + limits.browserSessionLifeMs;
  const session = { digest: digestOf(secret), userId: user.id, createdAt, expiresAt };
  await store.transaction(({ signIn }) => signIn.insertBrowserSession(session));
  return secret;
}
