import * as oauth from 'oauth4webapi';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { readLogin, type SignInClient } from '../tokens/login-tokens.ts';
import { authorizationServerOf, identityOf, oauthOptions } from './authorization-server.ts';

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
  const isRevoked = kept !== null && (await revoke({ baseUrl, proxy }, kept, kept.refreshToken));
  await secrets.delete(key);
  return kept && { isRevoked };
}

/** Revokes a sign-in at the service; false if it was unreachable or refused. */
export async function revoke(
  { baseUrl, proxy }: { readonly baseUrl: string; readonly proxy: ProxySetting },
  by: SignInClient,
  refreshToken: string,
): Promise<boolean> {
  try {
    const { client, authentication } = identityOf(by);
    const server = authorizationServerOf({ baseUrl });
    const answer = await oauth.revocationRequest(server, client, authentication, refreshToken, oauthOptions(proxy));
    await oauth.processRevocationResponse(answer);
    return true;
  } catch {
    // Report that the service may not know, and sign out locally anyway.
    return false;
  }
}
