import type { TokenRestriction } from '../../../ports/metadata/people/tokens.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { tryLink } from '../../access/links/try-link.ts';
import { type Caller, callerFor, type Service, type SharedLinkPass } from '../../service.ts';

/** The owner of a token, or the reason it is not valid. */
export type Authentication =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'unknown' | 'expired' };

/** Finds the caller of a token by its SHA-256 (lower-case hexadecimal), the only form in which the service stores it. */
export async function authenticate(service: Service, digest: string): Promise<Authentication> {
  const found = await service.store.tokenOwner(digest);
  if (!found) return { kind: 'unknown' };
  const { token, user } = found;
  if (token.expiresAt !== null && token.expiresAt <= service.clock.now()) return { kind: 'expired' };
  if (user.status === 'inactive') return { kind: 'unknown' };
  if (token.confirms !== null) await service.store.transaction(({ tokens }) => tokens.confirm(digest), 'apart');
  const { grant, restriction } = token;
  return {
    kind: 'caller',
    caller: {
      ...callerFor(user, token.scopes),
      clientId: grant?.clientId ?? null,
      token: digest,
      restrictedTo: restriction && { itemId: restriction.itemId },
      sharedLink: restriction && (await passOf(service, user, restriction)),
    },
  };
}

/** The current rights of the shared link that a token was downscoped to; null if the link grants nothing now. */
async function passOf(
  service: Service,
  user: UserRecord,
  { sharedLink }: TokenRestriction,
): Promise<SharedLinkPass | null> {
  if (sharedLink === null) return null;
  const trial = await tryLink(service, user, { address: sharedLink }, null);
  return trial.kind === 'open' ? trial.pass : null;
}
