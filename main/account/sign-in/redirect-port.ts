import { builtInClient } from '../../../contract/oauth.ts';
import { knownService } from '../known-services.ts';

/** Below the ports that systems give out by themselves. */
export const REGISTERED_PORT = 28_257;

/** What to register for Tandem at a service of others: some compare the whole URI with the one that is registered, its port too. */
export const registeredRedirectUri = `http://127.0.0.1:${REGISTERED_PORT}${builtInClient.redirectPath}`;

/** A port of the loopback address. `isRequired`: no other one will do. Null: any. */
export type RedirectPort = { readonly port: number; readonly isRequired: boolean } | null;

/** A service that follows RFC 8252 (7.3) takes any port, so another one will do if this one is taken. The known services don't. */
export function redirectPortOf(clientId: string, baseUrl: string): RedirectPort {
  if (clientId === builtInClient.id) return null;
  return { port: REGISTERED_PORT, isRequired: knownService(baseUrl) !== null };
}
