import * as oauth from 'oauth4webapi';
import { ApiError } from '../../api/api-error.ts';
import type { TokenSource } from '../../api/token-source.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import {
  authorizationServerOf,
  clientRefusal,
  explainOAuthError,
  identityOf,
  oauthOptions,
  refusalIn,
  SignInError,
} from '../sign-in/authorization-server.ts';
import { keptTokens } from '../sign-in/sign-in.ts';
import { endLogin, type LoginTokens, readLogin, writeLogin } from './login-tokens.ts';
import { withRenewalLock } from './renewal-lock.ts';

/** The sign-in of a state folder and the dependencies of its renewal. */
export type Login = {
  readonly state: string;
  readonly baseUrl: string;
  readonly secrets: SecretStore;
  /** The name of its tokens in the secret store. */
  readonly key: string;
  readonly timing: { nowMs(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** False: someone has signed in to another account with this state folder, so its tokens are not ours (edge case 96). */
  isSameAccount(): Promise<boolean>;
  readonly proxy: ProxySetting;
  /** Reports in a sentence that the sign-in has ended, and why. */
  tell(sentence: string): void;
};

/** A token that expires sooner is renewed before use, because an upload cannot be sent twice. Milliseconds. */
const RENEW_BEFORE_END_MS = 2 * 60_000;

/**
 * The access token of a sign-in, renewed when it expires. Each renewal also replaces the refresh token, for every process on the
 * same state folder: processes take turns, and a later one uses the result of the first.
 */
export function renewingLogin(login: Login, first: LoginTokens): TokenSource {
  let current = first;
  let renewal: Promise<string | null> | null = null;
  const renew = (rejected: string): Promise<string | null> => {
    renewal ??= withRenewalLock(login.state, login.timing, async () => {
      const tokens = await renewOnce(login, rejected);
      if (tokens !== null) current = tokens;
      return tokens?.accessToken ?? null;
    }).finally(() => {
      renewal = null;
    });
    return renewal;
  };
  return {
    token: async () => {
      if (current.expiresAt - login.timing.nowMs() > RENEW_BEFORE_END_MS) return current.accessToken;
      const before = current.accessToken;
      // If the service is unreachable, the request itself fails; an ended sign-in is refused there, and `renew` reports it.
      return (await renew(before).catch(() => before)) ?? before;
    },
    renew: async (rejected) => (rejected === current.accessToken ? renew(rejected) : current.accessToken),
    mark: async () => (await login.secrets.get(login.key)) ?? '',
  };
}

/** Null if only the user can help: then there is nothing left to renew, and the user has been notified. */
async function renewOnce(login: Login, rejected: string): Promise<LoginTokens | null> {
  const { secrets, key, baseUrl, timing, proxy } = login;
  const kept = await readLogin(secrets, key);
  if (kept === null) return null;
  if (kept.accessToken !== rejected) return (await login.isSameAccount()) ? kept : null;
  // Written before the request: if a process finds it set, the refresh token may be used up.
  await writeLogin(secrets, key, { ...kept, renewingSince: timing.nowMs() });
  try {
    const server = authorizationServerOf({ baseUrl });
    const { client, authentication } = identityOf(kept);
    const answer = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      kept.refreshToken,
      oauthOptions(proxy),
    );
    const answered = await oauth.processRefreshTokenResponse(server, client, answer);
    const fresh = keptTokens(kept, { refresh_token: kept.refreshToken, ...answered }, timing.nowMs());
    await writeLogin(secrets, key, fresh);
    return fresh;
  } catch (error) {
    if (!isEnded(error)) throw asApiError(error, baseUrl);
    await endLogin(secrets, key, kept);
    const refusal = clientRefusal(error);
    login.tell(refusal === null ? endedSentence(kept.renewingSince !== null) : `${refusal.message} ${refusal.remedy}`);
    return null;
  }
}

/** True if the service reports that the sign-in is over, rather than that it is busy. */
const isEnded = (error: unknown): boolean =>
  refusalIn(error)?.error === 'invalid_grant' || clientRefusal(error) !== null;

function endedSentence(wasInterrupted: boolean): string {
  const why = wasInterrupted
    ? 'A renewal of your sign-in was interrupted before its answer could be kept, so the sign-in was lost.'
    : 'Your sign-in has ended: it was revoked, or not used for too long.';
  return `${why} Nothing else was lost. Sign in again with \`tandem login\`.`;
}

function asApiError(error: unknown, baseUrl: string): unknown {
  const explained = explainOAuthError(error, baseUrl);
  if (!(explained instanceof SignInError)) return explained;
  const code = explained.code === 'offline' ? 'offline' : 'bad_answer';
  return new ApiError({ status: null, code, message: explained.message }, { cause: error });
}
