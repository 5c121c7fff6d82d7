import {
  type AccountRecord,
  accountKey,
  readAccount,
  removeAccount,
  type ServiceAddress,
  writeAccount,
} from './account/account-record.ts';
import { describeDevice } from './account/device.ts';
import { AccountError, addressOf, readTokenFile, type SignedIn } from './account/find-account.ts';
import { findSecretStore, loadKeytar } from './account/find-secret-store.ts';
import { loginKey, writeLogin } from './account/login-tokens.ts';
import { openBrowser } from './account/open-browser.ts';
import { askPerson } from './account/person.ts';
import { renewingLogin } from './account/renewing-login.ts';
import { replaceableToken } from './account/replaceable-token.ts';
import { signIn } from './account/sign-in.ts';
import { revoke, signOut } from './account/sign-out.ts';
import type { ProxySetting } from './api/proxy.ts';
import { fixedToken, type TokenSource } from './api/token-source.ts';
import type { CloseLogin, LoginRequest, OpenLogin, SignedInPerson } from './cli/commands/login.ts';
import type { CommonFlags } from './cli/common-flags.ts';
import { openSettings } from './commands/settings/kept-settings.ts';
import { composeConnection } from './compose-connection.ts';
import { createNodeClock } from './engine/adapters/node-clock.ts';

/** `tandem login`: the browser, then who it is, then the account and its tokens are kept. */
export const openLogin: OpenLogin = async (flags, request) => {
  const { clientId, signal } = request;
  const address = addressFor(flags, await readAccount(flags.state));
  const show = (url: string): Promise<void> => showAddress(url, request);
  const proxy = await proxyOf(flags.state);
  return signInTo(address, { state: flags.state, clientId, signal, show, wayBack: null, proxy });
};

/** Where a sign-in is kept, and how the person is led to it. */
export type SignInRequest = {
  readonly state: string;
  readonly clientId: string;
  readonly show: (url: string) => Promise<void>;
  /** As `SignIn.wayBack`. */
  readonly wayBack: string | null;
  readonly proxy: ProxySetting;
  readonly signal: AbortSignal;
};

/** A whole sign-in, for the command line and the window. @throws `SignInError`, `AccountError`, `ApiError`, and the signal's reason. */
export async function signInTo(
  address: ServiceAddress,
  { state, clientId, show, wayBack, proxy, signal }: SignInRequest,
): Promise<SignedInPerson> {
  const kept = await readAccount(state);
  const secrets = await findSecretStore(state, loadKeytar);
  const device = await describeDevice(state);
  const { service, baseUrl, uploadUrl } = address;
  const tokens = await signIn({ baseUrl, clientId, device, show, wayBack, proxy, nowMs: Date.now, signal });
  const { client } = composeConnection(address, fixedToken(tokens.accessToken), proxy);
  const { status } = await askPerson(client, signal).finally(() => void client.close());
  const account: AccountRecord = { service, baseUrl, uploadUrl, userId: status.id, by: 'login' };
  if (kept !== null && accountKey(kept) !== accountKey(account)) {
    await revoke({ baseUrl, proxy }, tokens.clientId, tokens.refreshToken);
    throw new AccountError(
      'usage',
      `This state folder belongs to another account, of ${kept.baseUrl}.`,
      'End that sign-in with `tandem logout`, or use another state folder with --state.',
    );
  }
  await writeLogin(secrets, loginKey(state, service), tokens);
  await writeAccount(state, account);
  const { id: userId, name, login } = status;
  return { userId, name, login, baseUrl, secretPlace: secrets.place };
}

/** `tandem logout`. */
export const closeLogin: CloseLogin = async ({ state }) => {
  const kept = await readAccount(state);
  if (kept === null) return null;
  const secrets = await findSecretStore(state, loadKeytar);
  const ended = await signOut(secrets, loginKey(state, kept.service), kept.baseUrl, await proxyOf(state));
  // The token of a private service was kept under the service's own name.
  await secrets.delete(kept.service);
  await removeAccount(state);
  return { baseUrl: kept.baseUrl, isRevoked: ended?.isRevoked ?? true };
};

type StateFlags = Pick<CommonFlags, 'state' | 'account'>;

/** Where a command gets its access token from: a sign-in is renewed, a token that was given is not. */
export async function tokensOf(flags: StateFlags, signedIn: SignedIn, proxy: ProxySetting): Promise<TokenSource> {
  const before = await readAccount(flags.state);
  if (signedIn.login === null) return givenToken(flags, signedIn, { before, proxy });
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

/** A token in the environment stays what it is; one in a file, or of a private service, may be replaced there at any time. */
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

/** Who the token is of. Rejects with `ApiError`. */
async function personOf(address: ServiceAddress, token: string, proxy: ProxySetting): Promise<string> {
  const { client } = composeConnection(address, fixedToken(token), proxy);
  const { status } = await askPerson(client).finally(() => void client.close());
  return status.id;
}

function addressFor(flags: CommonFlags, kept: ServiceAddress | null): ServiceAddress {
  const { baseUrl, uploadUrl } = flags.account;
  if (baseUrl !== undefined) return addressOf(baseUrl, uploadUrl);
  if (kept !== null) return kept;
  const remedy = 'Give --base-url, such as http://127.0.0.1:8080/2.0.';
  throw new AccountError('usage', 'Tandem does not know which service to sign in to.', remedy);
}

async function showAddress(url: string, { say, mayOpenBrowser }: LoginRequest): Promise<void> {
  const isOpened = mayOpenBrowser && (await openBrowser(url, process.platform));
  say(
    isOpened ? 'Your browser shows the sign-in. If it does not, open this address:' : 'Open this address to sign in:',
  );
  say(url);
}

/** The proxy that is set for a state folder, for a process that does not look for changes of it. */
export async function proxyOf(state: string): Promise<ProxySetting> {
  const { proxy } = (await openSettings(state)).current();
  return () => proxy;
}
