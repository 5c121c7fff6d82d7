import { type Caller, callerFor, type Service } from '../service.ts';

/** Who a token belongs to, or why it opens nothing. */
export type Authentication =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'unknown' | 'expired' };

/** Finds the caller of a token by its SHA-256 (lower-case hexadecimal), the only form of it that the service keeps. */
export async function authenticate(service: Service, digest: string): Promise<Authentication> {
  return service.store.read(async ({ users, tokens }) => {
    const token = await tokens.get(digest);
    if (!token) return { kind: 'unknown' as const };
    if (token.expiresAt !== null && token.expiresAt <= service.clock.now()) return { kind: 'expired' as const };
    const user = await users.get(token.userId);
    if (!user || user.status === 'inactive') return { kind: 'unknown' as const };
    return { kind: 'caller' as const, caller: { ...callerFor(user, token.scopes), clientId: token.grant?.clientId ?? null } };
  });
}
