import { setTimeout as delay } from 'node:timers/promises';
import { fixOf } from '../../../preload/words/message.ts';
import {
  type AccountRecord,
  accountKey,
  isPrivate,
  readAccount,
  removeAccount,
  type ServiceAddress,
  shownUrl,
  writeAccount,
} from '../../account/account-record.ts';
import { describeDevice } from '../../account/device.ts';
import { AccountError, addressAsked, readClientSecret } from '../../account/find-account.ts';
import { askPerson } from '../../account/person.ts';
import {
  type FoundSecrets,
  findSecretStore,
  isKeyringUsable,
  loadKeytar,
} from '../../account/secrets/find-secret-store.ts';
import { openBrowser } from '../../account/sign-in/open-browser.ts';
import { type SignInAddresses, signIn } from '../../account/sign-in/sign-in.ts';
import { type GivenClient, type LastClient, signInClient } from '../../account/sign-in/sign-in-client.ts';
import { revoke, signOut } from '../../account/sign-in/sign-out.ts';
import {
  type LoginTokens,
  loginKey,
  readLogin,
  readSignInClient,
  writeLogin,
} from '../../account/tokens/login-tokens.ts';
import { withRenewalLock } from '../../account/tokens/renewal-lock.ts';
import { fixedToken } from '../../api/token-source.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { CloseLogin, LoginRequest, OpenLogin, SignedInPerson } from '../../cli/commands/account/login.ts';
import { forgetNotices } from '../../commands/notices/notice-history.ts';
import { trustSystemCertificatesFor } from '../../system-certificates.ts';
import { composeConnection } from '../connection.ts';
import { proxyOf } from './proxy-for.ts';

/** `tandem login`: signs in through the browser, identifies the person, and stores the account and its tokens. */
export const openLogin: OpenLogin = async (flags, request) => {
  const { clientId, clientSecretFile, signInUrl, signal } = request;
  if (clientId === '') {
    throw new AccountError('usage', '--client-id is empty.', 'Enter the client ID that the service gave you.');
  }
  const account = { ...flags.account, signInUrl: signInUrl ?? undefined };
  const address = addressFor(account, await readAccount(flags.state));
  const clientSecret = clientSecretFile === null ? null : await readClientSecret(clientSecretFile);
  const client = { clientId, clientSecret };
  trustSystemCertificatesFor(address.baseUrl);
  const show = (addresses: SignInAddresses): Promise<void> => showAddress(addresses, request);
  const proxy = await proxyOf(flags.state);
  return signInTo(address, { state: flags.state, client, signal, show, wayBack: null, proxy });
};

/** Where to store a sign-in, and how to show its URL. */
export type SignInRequest = {
  readonly state: string;
  readonly client: GivenClient;
  readonly show: (addresses: SignInAddresses) => Promise<void>;
  /** Same as `SignIn.wayBack`. */
  readonly wayBack: string | null;
  readonly proxy: ProxySetting;
  readonly signal: AbortSignal;
};

/** A complete sign-in, for the command line and the window. @throws `SignInError`, `AccountError`, `ApiError`, and the signal's reason. */
export async function signInTo(
  address: ServiceAddress,
  { state, client: given, show, wayBack, proxy, signal }: SignInRequest,
): Promise<SignedInPerson> {
  const { service, baseUrl } = address;
  const kept = await readAccount(state);
  // Only the sign-in tells who the person is; another service is another account in any case.
  if (kept !== null && kept.service !== service) throw otherPerson(kept);
  const secrets = await findSecretStore(state, loadKeytar);
  const key = loginKey(state, service);
  const by = signInClient(baseUrl, given, kept && (await lastClient(secrets, key, kept)));
  const device = await describeDevice(state);
  const tokens = await signIn({
    service: address,
    client: by,
    device,
    show,
    wayBack,
    proxy,
    nowMs: Date.now,
    signal,
  });
  const refuse = async (reason: unknown): Promise<never> => {
    await revoke({ baseUrl, proxy }, tokens, tokens.refreshToken);
    throw reason;
  };
  const { client } = composeConnection(address, fixedToken(tokens.accessToken), proxy);
  const { status } = await askPerson(client, signal)
    .finally(() => void client.close())
    .catch(refuse);
  const usedClient = { clientId: by.clientId, hasClientSecret: by.clientSecret !== undefined };
  const account: AccountRecord = { ...address, userId: status.id, by: 'login', ...usedClient };
  const former = await withRenewalLock(state, timing, async (): Promise<LoginTokens | null> => {
    // Both may have changed while the browser was open.
    signal.throwIfAborted();
    const now = await readAccount(state);
    if (now !== null && accountKey(now) !== accountKey(account)) throw otherPerson(now);
    // One that is damaged can't be revoked.
    const replaced = await readLogin(secrets, key).catch(() => null);
    await writeLogin(secrets, key, tokens);
    await writeAccount(state, account);
    return replaced;
  }).catch(refuse);
  // Nothing holds its tokens any more, so no sign-out could. If the service does not answer, the new sign-in counts all the same.
  if (former !== null) await revoke({ baseUrl, proxy }, former, former.refreshToken);
  const { id: userId, name, login } = status;
  return { userId, name, login, baseUrl, secretPlace: secrets.place };
}

/** The client of the sign-in to be replaced. Without its tokens, or if they are damaged, the account still names it. */
async function lastClient(
  secrets: FoundSecrets,
  key: string,
  { clientId, hasClientSecret }: AccountRecord,
): Promise<LastClient | null> {
  const stored = await readSignInClient(secrets, key).catch(() => null);
  if (stored !== null || clientId === undefined) return stored;
  return hasClientSecret === true ? { clientId, lostSecret: secrets.isRefused() ? 'hidden' : 'gone' } : { clientId };
}

function otherPerson(kept: AccountRecord): AccountError {
  const says = { code: 'other_person', args: { address: shownUrl(kept) } } as const;
  return new AccountError('other_account', says, fixOf(says));
}

/** `tandem logout`. */
export const closeLogin: CloseLogin = async ({ state }) => {
  const kept = await readAccount(state);
  if (kept === null) return null;
  trustSystemCertificatesFor(kept.baseUrl);
  const secrets = await findSecretStore(state, loadKeytar);
  const proxy = await proxyOf(state);
  const ended = await withRenewalLock(state, timing, async () => {
    const signedOut = await signOut(secrets, loginKey(state, kept.service), kept.baseUrl, proxy);
    // The token of a private service is stored under the service's own name.
    await secrets.delete(kept.service);
    await removeAccount(state);
    forgetNotices(state);
    return signedOut;
  });
  if (ended !== null) return { baseUrl: shownUrl(kept), notRevoked: ended.isRevoked ? null : 'service' };
  // Without tokens a sign-in has ended before, unless the keyring holds them and refuses.
  const key = loginKey(state, kept.service);
  const isHidden = kept.by === 'login' && !(await isKeyringUsable(loadKeytar, key));
  return { baseUrl: shownUrl(kept), notRevoked: isHidden ? 'keyring' : null };
};

/** Of the lock. A renewal under way in another process would bring a closed sign-in back, or delete the new one. */
const timing = { sleep: (ms: number) => delay(ms) };

function addressFor(flags: Parameters<typeof addressAsked>[1], kept: ServiceAddress | null): ServiceAddress {
  const asked = addressAsked(kept === null || isPrivate(kept) ? null : kept, flags);
  if (asked !== null) return asked;
  const remedy = 'Give --base-url, such as http://127.0.0.1:8080/2.0.';
  throw new AccountError('usage', 'Tandem does not know which service to sign in to.', remedy);
}

async function showAddress({ opened, printed }: SignInAddresses, request: LoginRequest): Promise<void> {
  const { say, mayOpenBrowser } = request;
  const isOpened = mayOpenBrowser && (await openBrowser(opened, process.platform));
  say(isOpened ? 'Your browser shows the sign-in. If it does not, open this link:' : 'Open this link to sign in:');
  say(printed);
  say("Don't share it: anyone who opens it can choose the account that is signed in here.");
}
