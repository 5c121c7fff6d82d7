import { builtInClient } from '../../../contract/oauth.ts';
import { fixOf, type RefusalMessage } from '../../../preload/words/message.ts';
import { AccountError } from '../find-account.ts';
import { knownService } from '../known-services.ts';
import type { SignInClient } from '../tokens/login-tokens.ts';
import { registeredRedirectUri } from './redirect-port.ts';

/** What the person entered about the client; null: nothing. */
export type GivenClient = { readonly clientId: string | null; readonly clientSecret: string | null };

/** The client of the last sign-in. `lostSecret`: it had a secret, and the keyring refuses to hand it out, or no longer has it. */
export type LastClient = SignInClient & { readonly lostSecret?: 'hidden' | 'gone' };

/**
 * The client to sign in with: the given one, or else that of the last sign-in, or else the built-in one. The last secret is sent only with its own
 * client ID.
 * @throws `AccountError` if the service would refuse it in any case.
 */
export function signInClient(baseUrl: string, given: GivenClient, last: LastClient | null): SignInClient {
  const clientId = given.clientId ?? last?.clientId ?? null;
  const same = clientId === last?.clientId ? last : null;
  const clientSecret = given.clientSecret ?? same?.clientSecret;
  if (clientSecret === undefined && same?.lostSecret !== undefined) {
    throw unusable({ code: 'client_secret_unread', args: { because: same.lostSecret } });
  }
  if (knownService(baseUrl) !== null && (clientId === null || clientSecret === undefined)) {
    const { host } = new URL(baseUrl);
    throw unusable({ code: 'client_missing', args: { host, redirectUri: registeredRedirectUri } });
  }
  if (clientId === null && clientSecret !== undefined) throw unusable({ code: 'client_id_missing', args: {} });
  const id = clientId ?? builtInClient.id;
  return clientSecret === undefined ? { clientId: id } : { clientId: id, clientSecret };
}

const unusable = (says: RefusalMessage): AccountError => new AccountError('usage', says, fixOf(says));
