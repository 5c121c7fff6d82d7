import { type AccountRecord, isPrivate } from '../account/account-record.ts';
import type { FoundSecrets } from '../account/secrets/find-secret-store.ts';
import { loginKey } from '../account/tokens/login-tokens.ts';
import { type Check, good } from './check.ts';

/** Whether the stored tokens can be read. `account` null: this state folder has none. */
export async function checkSecrets(
  state: string,
  account: AccountRecord | null,
  secrets: Pick<FoundSecrets, 'place' | 'get' | 'isRefused'>,
): Promise<Check> {
  const key = account === null ? null : keyOf(state, account);
  const secret = key === null ? null : await secrets.get(key);
  if (secret !== null) return good('secret_store', `Tokens are kept in ${secrets.place}.`);
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

/** The name of the stored token; null: the account uses a given one. */
function keyOf(state: string, account: AccountRecord): string | null {
  if (isPrivate(account)) return account.service;
  return account.by === 'login' ? loginKey(state, account.service) : null;
}
