import { createHash } from 'node:crypto';
import { scopes as allScopes, type Scope } from '../../../contract/scopes.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

/** What `createToken` is told. Without `lifeMs` the token never expires; without `scopes` it may do all its owner may. */
export interface CreateToken {
  readonly login: string;
  readonly lifeMs?: number | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** Makes an access token for a person and returns it: the only time that it can be seen. */
export async function createToken(service: Service, { login, lifeMs, scopes }: CreateToken): Promise<string> {
  const token = service.ids.hex(32);
  const digest = createHash('sha256').update(token).digest('hex');
  await service.store.transaction(async ({ users }) => {
    const user = await users.getByLogin(login);
    if (!user) throw new Refusal('not_found', `Nobody has the login "${login}". Create the user first.`);
    const createdAt = service.clock.now();
    const expiresAt = lifeMs === undefined ? null : createdAt + lifeMs;
    await users.insertToken({ digest, userId: user.id, scopes: scopes ?? allScopes, createdAt, expiresAt });
  });
  return token;
}
