import type { AssertionClaims } from '../../../ports/assertion-verifier.ts';
import type { ClientRecord } from '../../../ports/metadata/people/clients.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { Service } from '../../service.ts';
import { digestOf } from '../tokens/digest.ts';
import { findSubject } from './find-subject.ts';
import { OAuthFault } from './oauth-fault.ts';

/** Maximum life of an assertion and maximum clock skew, in seconds. */
const longestLife = 60;
const clockSkew = 10;

/** The audience that existing clients name for any service. */
const formatAudience = 'https://api.box.com/oauth2/token';

/**
 * The account that a client acts as with a signed assertion (RFC 7523). Each assertion works once.
 * @throws OAuthFault `invalid_grant`, naming the invalid claim.
 */
export async function subjectOfAssertion(
  service: Service,
  client: ClientRecord,
  assertion: string,
): Promise<UserRecord> {
  const claims = client.publicKey === null ? null : await service.assertions.verify(assertion, client.publicKey);
  if (!claims) throw new OAuthFault('invalid_grant', 'The assertion is not signed with the key of this client.');
  const expiresAt = requireClaims(service, client, claims);
  const user = await findSubject(service, client, { type: claims.subjectType ?? '', id: claims.subject ?? '' });
  if (!user) throw invalidClaim('sub', 'names no account that this client may act as');
  const digest = digestOf(JSON.stringify([client.id, claims.id]));
  const isNew = await service.store.transaction(async ({ tokens }) => tokens.noteAssertion(digest, expiresAt), 'apart');
  if (!isNew) throw invalidClaim('jti', 'was used before');
  return user;
}

/** Validates all claims but the subject; returns when the assertion expires, in milliseconds since the epoch. */
function requireClaims(service: Service, client: ClientRecord, claims: AssertionClaims): number {
  const now = service.clock.now() / 1000;
  const { issuer, audiences, id, issuedAt, expiresAt } = claims;
  const own = service.settings.publicUrl();
  const known = [formatAudience, `${own}/oauth2/token`, `${own}/api/oauth2/token`];
  if (issuer !== client.id) throw invalidClaim('iss', 'must be the id of the client');
  if (!audiences.some((audience) => known.includes(audience))) throw invalidClaim('aud', `must be ${known[1]}`);
  if (id === null || id.length < 16 || id.length > 128) throw invalidClaim('jti', 'must have 16 to 128 characters');
  if (issuedAt !== null && issuedAt > now + clockSkew) throw invalidClaim('iat', 'lies in the future');
  if (expiresAt === null || expiresAt <= now - clockSkew) throw invalidClaim('exp', 'is missing or has passed');
  // It was issued at most `clockSkew` ahead, so this also bounds it from now.
  if (expiresAt > (issuedAt ?? now) + longestLife + clockSkew) {
    throw invalidClaim('exp', `must be at most ${longestLife} s ahead`);
  }
  return Math.ceil((expiresAt + 2 * clockSkew) * 1000);
}

function invalidClaim(claim: string, why: string): OAuthFault {
  return new OAuthFault('invalid_grant', `The '${claim}' claim of the assertion ${why}.`);
}
