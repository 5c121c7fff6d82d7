import { say } from '../../../../contract/rules/say.ts';
import { scopes as allScopes, type Scope } from '../../../../contract/scopes.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { findOwner } from '../users/owner.ts';
import { digestOf } from './digest.ts';

/** Input of `createToken`. `login`: null for the owner of the service. Without `lifeMs` the token never expires; without `scopes` it has all rights of its owner. */
export interface CreateToken {
  readonly login: string | null;
  readonly lifeMs?: number | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** Creates an access token for a user and returns it; it cannot be retrieved later. */
export async function createToken(service: Service, { login, lifeMs, scopes }: CreateToken): Promise<string> {
  const token = service.ids.hex(32);
  await service.store.transaction(async (tx) => {
    const user = await userOf(tx, login);
    const createdAt = service.clock.now();
    await tx.tokens.insert({
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

async function userOf(tx: MetadataReads, login: string | null): Promise<UserRecord> {
  const user = login === null ? await findOwner(tx) : await tx.users.getByLogin(login);
  if (user) return user;
  if (login !== null) throw new Refusal('not_found', say`No user has the login "${login}". Create the user first.`);
  throw new Refusal('not_found', say`The service has no owner. Start it with --owner first.`);
}
