import { builtInClient } from '../../../contract/oauth.ts';
import type { AccountData } from '../../../preload/ipc/shapes/account.ts';
import { AccountRecord, accountKey, readAccount, type ServiceAddress, shownUrl } from '../../account/account-record.ts';
import { checkAddress } from '../../account/check-address.ts';
import { AccountError, addressOf } from '../../account/find-account.ts';
import { knownService } from '../../account/known-services.ts';
import { type KnownPerson, keepPerson } from '../../account/person.ts';
import { type FoundSecrets, findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import { registeredRedirectUri } from '../../account/sign-in/redirect-port.ts';
import type { SignInAddresses } from '../../account/sign-in/sign-in.ts';
import { createSignInDesk, type SignInDesk } from '../../account/sign-in/sign-in-desk.ts';
import { type LoginTokens, loginKey, readLogin } from '../../account/tokens/login-tokens.ts';
import { createExchange } from '../../api/transport/exchange.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { AccountDesk } from '../../commands/account/account-desk.ts';
import type { CommandHost } from '../../commands/command-world.ts';
import { lineWithoutAccount } from '../../commands/no-account.ts';
import type { NoticeHistory } from '../../commands/notices/notice-history.ts';
import { done, notSupportedHere, type Refused, refusedAs } from '../../commands/results.ts';
import type { KeptSettings } from '../../commands/settings/kept-settings.ts';
import { createSwitchboard, type Line } from '../../commands/switchboard.ts';
import { DEFAULT_SETTINGS, type EngineLog } from '../../engine/root/engine-parts.ts';
import { composeCommands } from '../commands.ts';
import { composeConnection } from '../connection.ts';
import { type ComposedEngine, composeEngine } from '../engine.ts';
import { composeReport } from '../report.ts';
import { explainInWindow } from './explain-in-window.ts';
import { closeLogin, signInTo } from './login.ts';
import { proxyFor } from './proxy-for.ts';
import { tokensOf } from './tokens.ts';

/** An opened account: its engine, not started yet, and everything that closes with it. */
export type OpenedAccount = {
  readonly kind: 'private' | 'service' | 'given';
  readonly composed: ComposedEngine;
  readonly person: KnownPerson;
  /** Where its sign-in is stored; null: it has none. */
  readonly secrets: Pick<FoundSecrets, 'isRefused' | 'askAgain'> | null;
  close(): Promise<void>;
};

export type AccountsOptions = {
  readonly state: string;
  /** Same as `EngineSettings.ownPlaces`. */
  readonly ownPlaces: readonly string[];
  readonly host: CommandHost;
  readonly log: EngineLog;
  readonly settings: KeptSettings;
  readonly notices: NoticeHistory;
  /** The system's proxy, used when the person has set none. */
  readonly systemProxy: ProxySetting;
  /** The folder that Welcome proposes to sync. */
  readonly suggestedFolder: string;
  /** Null: this program has no private service. The signal ends a start that hangs. */
  readonly startPrivate: ((signal: AbortSignal) => Promise<OpenedAccount>) | null;
};

/** The account of this process. It can change while the process runs; the window's line stays the same. */
export type Accounts = {
  readonly line: Line;
  /** Routes commands to this account and starts its engine. */
  use(opened: OpenedAccount): Promise<void>;
  /** Same as `Engine.checkNow`; a no-op without an account. */
  checkNow(what: { readonly rescan: boolean }): void;
  stop(): Promise<void>;
  /** Same as `ComposedEngine.endNow`; a no-op without an account. */
  endNow(): void;
};

type Seat = {
  opened: OpenedAccount | null;
  /** Aborted when the process stops. */
  readonly stopping: AbortController;
};

/** Starts without an account; nothing runs yet. */
export function composeAccounts(options: AccountsOptions): Accounts {
  const { state, ownPlaces, host, log, settings, notices } = options;
  const seat: Seat = { opened: null, stopping: new AbortController() };
  const turns = inTurn();
  const report = () => composeReport(state, seat.opened?.composed ?? null);
  const without = (): Line =>
    lineWithoutAccount({ host, account: desk, settings, notices, ownPlaces, guard: usualGuard, report }, Date.now);
  const begin = async (opened: OpenedAccount): Promise<void> => {
    const { composed, person } = opened;
    seat.opened = opened;
    notices.open(composed.account);
    board.plug(composeCommands(composed, host, person, { account: desk, settings, notices, ownPlaces, report }));
    // Last, so that no notice of its start is missed.
    composed.engine.start();
    if (settings.current().wasStarted) return;
    // The account works already. Without this mark, the next start only does the first steps that are still missing.
    await settings
      .change({ wasStarted: true })
      .catch((error: unknown) => log.error('Tandem cannot store that it was started.', error));
  };
  const leave = async (): Promise<void> => {
    const { opened } = seat;
    seat.opened = null;
    board.plug(without());
    notices.forget();
    await opened?.close();
  };
  const desk = accountDesk(options, seat, { turns, begin, leave });
  const board = createSwitchboard(without());
  return {
    line: { ...board, feeds: notices.follow(board.feeds) },
    use: (opened) => turns(() => begin(opened)),
    checkNow: (what) => seat.opened?.composed.engine.checkNow(what),
    stop: () => {
      seat.stopping.abort();
      desk.cancelSignIn();
      return turns(async () => {
        await seat.opened?.close();
      });
    },
    endNow: () => seat.opened?.composed.endNow(),
  };
}

/** Without an account nothing syncs, and nothing is configured. */
const usualGuard = { limits: () => DEFAULT_SETTINGS.guard };

type Moves = {
  readonly turns: ReturnType<typeof inTurn>;
  begin(opened: OpenedAccount): Promise<void>;
  leave(): Promise<void>;
};

function accountDesk(options: AccountsOptions, seat: Seat, moves: Moves): AccountDesk {
  const { state, startPrivate, suggestedFolder } = options;
  const { turns, begin, leave } = moves;
  const signIns = signInsOf(options, seat, moves);
  const standing = (): AccountData['signIn'] => {
    const ofBrowser = signIns.standing();
    return ofBrowser.state === 'none' && seat.opened?.secrets?.isRefused() === true ? { state: 'hidden' } : ofBrowser;
  };
  return {
    state: () => ({
      kind: seat.opened?.kind ?? 'none',
      baseUrl: seat.opened?.composed.connection.address.baseUrl ?? null,
      canStartPrivate: startPrivate !== null,
      suggestedFolder,
      redirectUri: registeredRedirectUri,
      signIn: standing(),
    }),
    check: (address) => checkTyped(address, proxyFor(options.settings, options.systemProxy)),
    cancelSignIn: signIns.cancel,
    readSignIn: () =>
      turns(async () => {
        if (seat.opened !== null) readSignIn(seat);
        else if ((await readAccount(state))?.by === 'login') await begin(await openKept(options));
      }),
    beginSignIn: async (service) => {
      const address = await addressToSignInTo(state, seat, service).catch((error: unknown) =>
        badAddress(options.log, error),
      );
      if ('ok' in address) return address;
      const client = { clientId: service?.clientId ?? null, clientSecret: service?.clientSecret ?? null };
      const begun = await signIns.begin({ address, client });
      if ('error' in begun) return { ok: false, error: begun.error };
      return { ok: true, value: { url: begun.url, isOpened: false } };
    },
    startPrivate: () =>
      turns(async () => {
        if (startPrivate === null) return notSupportedHere('private_service');
        // A second press changes nothing.
        if (seat.opened?.kind === 'private') return done;
        if (seat.opened !== null) return connectedAlready(seat.opened);
        signIns.cancel();
        try {
          await begin(await startPrivate(seat.stopping.signal));
          return done;
        } catch (error) {
          return { ok: false, error: explainInWindow(options.log, error, 'private_service') };
        }
      }),
    signOut: () =>
      turns(async () => {
        if (seat.opened?.kind === 'given') {
          return refusedAs('not_possible', { code: 'account_given', args: {} });
        }
        signIns.cancel();
        return signOut(options, leave);
      }),
  };
}

/** The login first: if it can't be closed, the account stays, and the page of the sign-out can say why. */
async function signOut(
  { state, log }: Pick<AccountsOptions, 'state' | 'log'>,
  leave: Moves['leave'],
): ReturnType<AccountDesk['signOut']> {
  try {
    const ended = await closeLogin({ state });
    await leave();
    return { ok: true, value: { isRevoked: ended === null || ended.notRevoked === null } };
  } catch (error) {
    return { ok: false, error: explainInWindow(log, error) };
  }
}

function signInsOf(options: AccountsOptions, seat: Seat, { turns, begin, leave }: Moves): SignInDesk {
  const { state, host } = options;
  const wayBack = host.desktop?.wayBack ?? null;
  const proxy = proxyFor(options.settings, options.systemProxy);
  /**
   * When the same user signs in again, the waiting engine finds the new tokens by itself and only needs a prompt to retry. A different user gets a
   * new engine.
   */
  const goOnAs = async (account: string): Promise<void> => {
    if (seat.opened?.composed.account === account) {
      readSignIn(seat);
      return;
    }
    await leave();
    await begin(await openKept(options));
  };
  return createSignInDesk({
    signIn: async ({ address, client }, tell, signal) => {
      // The desktop app opens the address with a program whose arguments other users of this computer see.
      const show = async ({ opened, printed }: SignInAddresses): Promise<void> =>
        tell(host.kind === 'electron' ? opened : printed);
      const request = { state, client, signal, show, wayBack, proxy };
      const { userId } = await signInTo(address, request);
      await turns(async () => {
        const kept = await readAccount(state);
        const account = accountKey({ service: address.service, userId });
        // Something else had its turn first: a sign-out, or the start of the private service.
        if (kept === null || accountKey(kept) !== account) return;
        await goOnAs(account);
      });
    },
    explain: (error) => explainInWindow(options.log, error),
  });
}

async function checkTyped(address: string, proxy: ProxySetting): ReturnType<AccountDesk['check']> {
  const exchange = createExchange({ connectTimeoutMs: 5_000, connections: 1, proxy });
  try {
    const checked = await checkAddress(address, exchange);
    if (!checked.ok) return checked;
    const { baseUrl, uploadUrl } = checked.value;
    return { ok: true, value: { baseUrl, uploadUrl, needsClient: knownService(baseUrl) !== null } };
  } finally {
    await exchange.close();
  }
}

/** The service to sign in to, or the reason why that is currently impossible. */
async function addressToSignInTo(
  state: string,
  { opened }: Seat,
  service: Parameters<AccountDesk['beginSignIn']>[0],
): Promise<ServiceAddress | Refused> {
  const kept = await readAccount(state);
  // If the command line signed out meanwhile, this process still uses the same service.
  const current = kept ?? opened?.composed.connection.address ?? null;
  const wanted = service === null ? current : addressOf(service.baseUrl, service.uploadUrl, service);
  if (wanted === null) return refusedAs('no_account', { code: 'no_service_known', args: {} });
  if (opened === null) return wanted;
  if (opened.kind !== 'service' || current === null || wanted.baseUrl !== current.baseUrl) {
    return connectedAlready(opened);
  }
  return current;
}

/** A typed address is at fault. */
function badAddress(log: EngineLog, error: unknown): Refused {
  if (error instanceof AccountError) return { ok: false, error: explainInWindow(log, error) };
  throw error;
}

/** The keyring may allow it now. */
function readSignIn({ opened }: Seat): void {
  opened?.secrets?.askAgain();
  opened?.composed.engine.retry({});
}

const connectedAlready = ({ composed }: OpenedAccount): Refused =>
  refusedAs('other_account', { code: 'other_service', args: { address: shownUrl(composed.connection.address) } });

/** The account stored by a browser sign-in, even if the sign-in expired or the service is unreachable. */
export async function openKept(
  options: Pick<AccountsOptions, 'state' | 'ownPlaces' | 'log' | 'settings' | 'systemProxy'>,
): Promise<OpenedAccount> {
  const { state, ownPlaces, log } = options;
  const proxy = proxyFor(options.settings, options.systemProxy);
  const kept = AccountRecord.parse(await readAccount(state));
  const secrets = await findSecretStore(state, loadKeytar);
  const login = (await readLogin(secrets, loginKey(state, kept.service))) ?? ENDED;
  const noFlags = { baseUrl: undefined, uploadUrl: undefined, tokenFile: undefined, tokenInEnvironment: undefined };
  const tokens = await tokensOf(
    { state, account: noFlags },
    { address: kept, token: login.accessToken, stored: { secrets, login } },
    { proxy },
  );
  const connection = composeConnection(kept, tokens, proxy);
  // Nothing waits for the service: the record names the account, and the engine reports a service that it does not reach.
  const person = keepPerson(connection.client, connection.clock, null);
  const composed = await composeEngine({ state, ownPlaces, connection, account: kept, person, log });
  return { kind: 'service', composed, person, secrets, close: composed.close };
}

/** Placeholder for an expired sign-in. It never works and is replaced at the next sign-in. */
const ENDED: LoginTokens = {
  kind: 'login',
  clientId: builtInClient.id,
  accessToken: 'ended',
  refreshToken: 'ended',
  expiresAt: Number.MAX_SAFE_INTEGER,
  renewingSince: null,
};

/** Runs tasks one after another, even if a previous one failed. */
function inTurn(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = turn.then(work);
    turn = own.catch(() => undefined);
    return own;
  };
}
