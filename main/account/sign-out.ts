import * as oauth from 'oauth4webapi';
import type { ProxySetting } from '../api/proxy.ts';
import type { SecretStore } from '../engine/ports/secret-store.ts';
import { authorizationServerOf, oauthOptions } from './authorization-server.ts';
import { readLogin } from './login-tokens.ts';

/**
 * Ends a sign-in: at the service first, as far as it can be reached, then here. Tells whether the service knows; it forgets an unused sign-in
 * by itself after 60 days. Null: there was none.
 */
export async function signOut(
  secrets: SecretStore,
  key: string,
  baseUrl: string,
  proxy: ProxySetting,
): Promise<{ readonly isRevoked: boolean } | null> {
  const kept = await readLogin(secrets, key);
  if (kept === null) return null;
  const isRevoked = await revoke({ baseUrl, proxy }, kept.clientId, kept.refreshToken);
  await secrets.delete(key);
  return { isRevoked };
}

/** Ends a sign-in at the service; false when it was not reached or refused. */
export async function revoke(
  { baseUrl, proxy }: { readonly baseUrl: string; readonly proxy: ProxySetting },
  clientId: string,
  refreshToken: string,
): Promise<boolean> {
  try {
    const client = { client_id: clientId };
    const server = authorizationServerOf(baseUrl);
    const answer = await oauth.revocationRequest(server, client, oauth.None(), refreshToken, oauthOptions(proxy));
    await oauth.processRevocationResponse(answer);
    return true;
  } catch {
    // Whatever the reason: the user learns that the service may not know, and is signed out here anyway.
    return false;
  }
}
