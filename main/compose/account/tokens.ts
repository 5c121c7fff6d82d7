import { type AccountRecord, accountKey, readAccount, type ServiceAddress } from '../../account/account-record.ts';
import { readTokenFile, type SignedIn } from '../../account/find-account.ts';
import { askPerson } from '../../account/person.ts';
import { loginKey } from '../../account/tokens/login-tokens.ts';
import { ownedToken, type TokenOwner } from '../../account/tokens/owned-token.ts';
import { replaceableToken } from '../../account/tokens/replaceable-token.ts';
import { ApiError } from '../../api/api-error.ts';
import { fixedToken, type TokenSource } from '../../api/token-source.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { CommonFlags } from '../../cli/words/common-flags.ts';
import { createNodeClock } from '../../engine/adapters/node-clock.ts';
import { composeConnection } from '../connection.ts';

type StateFlags = Pick<CommonFlags, 'state' | 'account'>;

export type TokenUse = {
  readonly proxy: ProxySetting;
  /** The user of the engine that uses the tokens; omitted for a command that keeps no trees. */
  readonly owner?: (() => TokenOwner | null) | undefined;
};

/** The token source of a command: a sign-in is renewed, a given token is not. */
export async function tokensOf(flags: StateFlags, signedIn: SignedIn, use: TokenUse): Promise<TokenSource> {
  const before = await readAccount(flags.state);
  const { stored } = signedIn;
  if (stored === null || stored.login === null) return givenToken(flags, signedIn, { before, ...use });
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
    proxy: use.proxy,
    secrets: stored.secrets,
    key: loginKey(flags.state, signedIn.address.service),
    timing: { nowMs: Date.now, sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal) },
    tell: (sentence: string) => void process.stderr.write(`${sentence}\n`),
  };
  return renewingLogin(login, stored.login);
}

/** A token in the environment never changes; one in a file, or of a private service, may be replaced at any time. */
async function givenToken(
  flags: StateFlags,
  signedIn: SignedIn,
  { before, proxy, owner }: TokenUse & { readonly before: AccountRecord | null },
): Promise<TokenSource> {
  const { address, token } = signedIn;
  // Nothing replaces it, and a command keeps no trees that are another person's.
  if (owner === undefined && isFixed(flags)) return fixedToken(token);
  const asked = (own: string, signal?: AbortSignal) => personOf(address, own, proxy, signal);
  const first = owner === undefined ? (before?.userId ?? (await asked(token).catch(() => null))) : null;
  const isOurs = async (fresh: string, signal?: AbortSignal): Promise<boolean> => {
    const userId = owner?.()?.userId ?? first;
    return userId !== null && (await asked(fresh, signal)) === userId;
  };
  const source = await placedToken(flags, signedIn, isOurs);
  return owner === undefined ? source : ownedToken(source, { owner, isOurs });
}

/** A token in the environment, without a file. */
const isFixed = ({ account }: Pick<StateFlags, 'account'>): boolean =>
  account.tokenFile === undefined && account.tokenInEnvironment !== undefined;

async function placedToken(
  { account }: StateFlags,
  { address, token, stored }: SignedIn,
  isOurs: (token: string) => Promise<boolean>,
): Promise<TokenSource> {
  const { tokenFile } = account;
  if (isFixed({ account })) return fixedToken(token);
  return replaceableToken(token, {
    read: async () =>
      tokenFile === undefined ? ((await stored?.secrets.get(address.service)) ?? null) : readTokenFile(tokenFile),
    isOurs,
  });
}

/** The owner of the token; null: the service does not accept it. Rejects with `ApiError`. */
async function personOf(
  address: ServiceAddress,
  token: string,
  proxy: ProxySetting,
  signal?: AbortSignal,
): Promise<string | null> {
  const { client } = composeConnection(address, fixedToken(token), proxy);
  try {
    return (await askPerson(client, signal)).status.id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  } finally {
    void client.close();
  }
}
