import * as oauth from 'oauth4webapi';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { readLogin } from '../tokens/login-tokens.ts';
import { authorizationServerOf, oauthOptions } from './authorization-server.ts';

/**
 * Signs out: first at the service if it is reachable, then locally. Returns whether the service was informed; an unused sign-in expires there after
 * 60 days. Null: was not signed in.
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

/** Revokes a sign-in at the service; false if it was unreachable or refused. */
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
    // Report that the service may not know, and sign out locally anyway.
    return false;
  }
}
