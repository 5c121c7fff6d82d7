import type { Caller, Service } from '../../service.ts';
import { actAs } from './act-as.ts';
import { authenticate } from './authenticate.ts';

/** The sender of a request: by which token, and as whom. A URL carries this instead of the token. */
export interface TokenUse {
  /** SHA-256 of the token, from which it can't be found. */
  readonly token: string;
  /** The user that an administrator acts as; null for users who act for themselves. */
  readonly asUser: string | null;
}

/** The token of a caller, for a URL that works without it. */
export function tokenUseOf({ token, user, actedBy }: Caller): TokenUse {
  // Only a request leads to a URL, and every request has a token.
  if (token === undefined) throw new Error('This caller has no token.');
  return { token, asUser: actedBy === undefined ? null : user.id };
}

/**
 * The same caller now, with the application, the administrator and the limits of the token; null if the token has expired or was revoked.
 * @throws Refusal if the administrator may no longer act as that user.
 */
export async function callerOfUse(service: Service, { token, asUser }: TokenUse): Promise<Caller | null> {
  const found = await authenticate(service, token);
  if (found.kind !== 'caller') return null;
  return asUser === null ? found.caller : actAs(service, found.caller, asUser);
}
