import { type AccountRecord, isPrivate } from '../account/account-record.ts';
import type { FoundSecrets } from '../account/secrets/find-secret-store.ts';
import { loginKey, readLogin } from '../account/tokens/login-tokens.ts';
import { type Check, good } from './check.ts';

/** Whether the stored tokens can be read. `account` null: this state folder has none. */
export async function checkSecrets(
  state: string,
  account: AccountRecord | null,
  secrets: FoundSecrets,
): Promise<Check> {
  const key = account === null ? null : keyOf(state, account);
  if (account !== null && key !== null && (await isTokenKept(account, key, secrets)))
    return good('secret_store', `Tokens are kept in ${secrets.place}.`);
  if (account === null || key === null || !secrets.isRefused()) {
    return good('secret_store', `No token is stored yet. The next one will be kept in ${secrets.place}.`);
  }
  return {
    name: 'secret_store',
    outcome: 'warning',
    sentence: "Tandem can't read the system keyring, which may hold your access token.",
    remedy: `Unlock the keyring, or allow access if it asks, then try again.${isPrivate(account) ? '' : ' Or sign in again with `tandem login`.'}`,
  };
}

/** Of a sign-in that has ended, only its client is kept. One that is damaged can't be used either. */
async function isTokenKept(account: AccountRecord, key: string, secrets: FoundSecrets): Promise<boolean> {
  const token = isPrivate(account) ? secrets.get(key) : readLogin(secrets, key).catch(() => null);
  return (await token) !== null;
}

/** The name of the stored token; null: the account uses a given one. */
function keyOf(state: string, account: AccountRecord): string | null {
  if (isPrivate(account)) return account.service;
  return account.by === 'login' ? loginKey(state, account.service) : null;
}
