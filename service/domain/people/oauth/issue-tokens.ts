import { limits } from '../../../../contract/rules/limits.ts';
import type { CodeRecord, TokenGrant } from '../../../ports/metadata/people/tokens.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import { callerFor, type Service } from '../../service.ts';
import { type Device, pinDevice } from '../devices/pin-device.ts';
import { digestOf } from '../tokens/digest.ts';
import { OAuthFault } from './oauth-fault.ts';

/** Tokens in clear text, which are visible only now. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Null if the client should repeat its request instead. */
  readonly refreshToken: string | null;
  readonly scopes: readonly string[];
}

/** The account that tokens are for, and their scopes. */
export interface TokenSubject {
  readonly user: UserRecord;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/**
 * Exchanges an authorization code for the tokens of a sign-in, in one step with the code's use; with a device, the device is
 * pinned. Null for a code that was used before: two parties have it, so its tokens are revoked (RFC 6749 4.1.2).
 */
export async function issueForCode(
  service: Service,
  subject: TokenSubject,
  code: CodeRecord,
  device: Device | null,
): Promise<IssuedTokens | null> {
  return changeIn(service, callerFor(subject.user, []), ownedBy(subject.user.id), async (change) => {
    const { tx, now } = change;
    const { familyId } = code;
    if ((await tx.tokens.getCode(code.digest))?.usedAt !== null) {
      await tx.tokens.deleteFamily(familyId);
      return null;
    }
    await tx.tokens.markCodeUsed(code.digest, now);
    const devicePinId = device === null ? null : await pinDevice(change, subject.user, device);
    await change.tx.users.update(subject.user.id, { lastSignInAt: change.now });
    await reportSignIn(change, subject);
    return insertPair(change, subject, { clientId: subject.clientId, familyId, devicePinId }, null);
  });
}

/**
 * Issues an access token for a client that acts by itself. Its family has no refresh token, only tokens narrowed from it.
 * @throws OAuthFault `invalid_client`, `invalid_grant` if the client or the account has ended since they were found.
 */
export async function issueForClient(service: Service, subject: TokenSubject): Promise<IssuedTokens> {
  return changeIn(service, callerFor(subject.user, []), ownedBy(subject.user.id), async (change) => {
    await requireSubject(change, subject);
    await reportSignIn(change, subject);
    const grant = { clientId: subject.clientId, familyId: service.ids.hex(16), devicePinId: null };
    return {
      accessToken: await insertAccess(change, subject, grant, null),
      refreshToken: null,
      scopes: subject.scopes,
    };
  });
}

async function requireSubject({ tx }: Change, { clientId, user }: TokenSubject): Promise<void> {
  if ((await tx.clients.get(clientId)) === null) throw new OAuthFault('invalid_client', 'The client was removed.');
  const account = await tx.users.get(user.id);
  if (account && account.status !== 'inactive') return;
  throw new OAuthFault('invalid_grant', 'The account was closed.');
}

/**
 * Exchanges a refresh token for a new pair, in one step with its use, so that no crash can leave the user with neither. Null if the
 * token is no longer valid. If it was used before and the pair of then too, two parties have it, and the whole sign-in is revoked. A pair that
 * was not used may have been lost on the way: it is replaced, and its refresh token counts as used.
 */
export async function rotate(
  service: Service,
  refreshToken: string,
  subject: TokenSubject,
): Promise<IssuedTokens | null> {
  return changeIn(service, callerFor(subject.user, []), ownedBy(subject.user.id), async (change) => {
    const { tx, now } = change;
    const known = await tx.tokens.getRefresh(digestOf(refreshToken));
    if (!known || known.expiresAt <= now) return null;
    if (known.usedAt !== null && known.successor === null) {
      await endReused(change, known.grant, subject.user);
      return null;
    }
    if (known.successor !== null) {
      await tx.tokens.deleteUnconfirmed(known.digest);
      await tx.tokens.markRefreshUsed(known.successor, now, null);
    }
    const pair = await insertPair(change, subject, known.grant, known.digest);
    await tx.tokens.markRefreshUsed(known.digest, now, digestOf(pair.refreshToken));
    return pair;
  });
}

async function endReused({ tx, report }: Change, grant: TokenGrant, user: UserRecord): Promise<void> {
  await tx.tokens.deleteFamily(grant.familyId);
  const details = { client_id: grant.clientId, reason: 'refresh_token_reused' };
  await report({ adminType: 'OAUTH2_REFRESH_TOKEN_REVOKE', trigger: null, source: { kind: 'user', user }, details });
}

async function reportSignIn({ report }: Change, { user, clientId, scopes }: TokenSubject): Promise<void> {
  const adminType = 'USER_AUTHENTICATE_OAUTH2_ACCESS_TOKEN_CREATE';
  const details = { client_id: clientId, scopes };
  await report({ adminType, trigger: null, source: { kind: 'user', user }, details });
}

/** `confirms` is the refresh token that is exchanged for the pair. */
async function insertPair(
  change: Change,
  subject: TokenSubject,
  grant: TokenGrant,
  confirms: string | null,
): Promise<IssuedTokens & { readonly refreshToken: string }> {
  const { service, tx, now } = change;
  const refreshToken = service.ids.hex(32);
  await tx.tokens.insertRefresh({
    digest: digestOf(refreshToken),
    userId: subject.user.id,
    scopes: subject.scopes,
    createdAt: now,
    expiresAt: now + limits.refreshTokenLifeMs,
    usedAt: null,
    successor: null,
    grant,
  });
  return { accessToken: await insertAccess(change, subject, grant, confirms), refreshToken, scopes: subject.scopes };
}

async function insertAccess(
  change: Change,
  subject: TokenSubject,
  grant: TokenGrant,
  confirms: string | null,
): Promise<string> {
  const { service, tx, now } = change;
  const accessToken = service.ids.hex(32);
  await tx.tokens.insert({
    digest: digestOf(accessToken),
    userId: subject.user.id,
    scopes: subject.scopes,
    createdAt: now,
    expiresAt: now + limits.accessTokenLifeMs,
    grant,
    narrowedFrom: null,
    confirms,
    restriction: null,
  });
  return accessToken;
}
