import { type AccountRecord, accountKey, readAccount, type ServiceAddress } from '../../account/account-record.ts';
import { readTokenFile, type SignedIn } from '../../account/find-account.ts';
import { askPerson } from '../../account/person.ts';
import { findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import { loginKey } from '../../account/tokens/login-tokens.ts';
import { replaceableToken } from '../../account/tokens/replaceable-token.ts';
import { fixedToken, type TokenSource } from '../../api/token-source.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { CommonFlags } from '../../cli/words/common-flags.ts';
import { openSettings } from '../../commands/settings/kept-settings.ts';
import { createNodeClock } from '../../engine/adapters/node-clock.ts';
import { composeConnection } from '../connection.ts';

type StateFlags = Pick<CommonFlags, 'state' | 'account'>;

/** The token source of a command: a sign-in is renewed, a given token is not. */
export async function tokensOf(flags: StateFlags, signedIn: SignedIn, proxy: ProxySetting): Promise<TokenSource> {
  const before = await readAccount(flags.state);
  if (signedIn.login === null) return givenToken(flags, signedIn, { before, proxy });
  // A given token does not need the OAuth code.
  const { renewingLogin } = await import('../../account/tokens/renewing-login.ts');
  const clock = createNodeClock();
  const login = {
    isSameAccount: async () => {
      const now = await readAccount(flags.state);
      return before === null || (now !== null && accountKey(now) === accountKey(before));
    },
    state: flags.state,
    baseUrl: signedIn.address.baseUrl,
    proxy,
    secrets: await findSecretStore(flags.state, loadKeytar),
    key: loginKey(flags.state, signedIn.address.service),
    timing: { nowMs: Date.now, sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal) },
    tell: (sentence: string) => void process.stderr.write(`${sentence}\n`),
  };
  return renewingLogin(login, signedIn.login);
}

/** A token in the environment never changes; one in a file, or of a private service, may be replaced at any time. */
async function givenToken(
  { state, account }: StateFlags,
  { address, token }: SignedIn,
  { before, proxy }: { readonly before: AccountRecord | null; readonly proxy: ProxySetting },
): Promise<TokenSource> {
  const { tokenFile, tokenInEnvironment } = account;
  if (tokenFile === undefined && tokenInEnvironment !== undefined) return fixedToken(token);
  const secrets = tokenFile === undefined ? await findSecretStore(state, loadKeytar) : null;
  const userId = before?.userId ?? (await personOf(address, token, proxy).catch(() => null));
  return replaceableToken(token, {
    read: async () =>
      tokenFile === undefined ? ((await secrets?.get(address.service)) ?? null) : readTokenFile(tokenFile),
    isOurs: async (fresh) => userId !== null && (await personOf(address, fresh, proxy)) === userId,
  });
}

/** The owner of the token. Rejects with `ApiError`. */
async function personOf(address: ServiceAddress, token: string, proxy: ProxySetting): Promise<string> {
  const { client } = composeConnection(address, fixedToken(token), proxy);
  const { status } = await askPerson(client).finally(() => void client.close());
  return status.id;
}

/** The proxy setting of a state folder, for a process that does not follow changes to it. */
export async function proxyOf(state: string): Promise<ProxySetting> {
  const { proxy } = (await openSettings(state)).current();
  return () => proxy;
}
