import { say } from '../../../../contract/rules/say.ts';
import { scopes as allScopes, type Scope } from '../../../../contract/scopes.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { digestOf } from './digest.ts';

/** Input of `createToken`. Without `lifeMs` the token never expires; without `scopes` it has all rights of its owner. */
export interface CreateToken {
  readonly login: string;
  readonly lifeMs?: number | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** Creates an access token for a user and returns it; it cannot be retrieved later. */
export async function createToken(service: Service, { login, lifeMs, scopes }: CreateToken): Promise<string> {
  const token = service.ids.hex(32);
  await service.store.transaction(async ({ users, tokens }) => {
    const user = await users.getByLogin(login);
    if (!user) throw new Refusal('not_found', say`No user has the login "${login}". Create the user first.`);
    const createdAt = service.clock.now();
    await tokens.insert({
      digest: digestOf(token),
      userId: user.id,
      scopes: scopes ?? allScopes,
      createdAt,
      expiresAt: lifeMs === undefined ? null : createdAt + lifeMs,
      grant: null,
      narrowedFrom: null,
      confirms: null,
      restriction: null,
    });
  });
  return token;
}
