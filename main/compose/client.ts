import { join } from 'node:path';
import { sayInTerminal } from '../../preload/words/en/english.ts';
import { inTurn } from '../../preload/words/message.ts';
import { isPrivate, placesOf, readAccount } from '../account/account-record.ts';
import { ownPlaces, type Places } from '../account/places.ts';
import type { RunService } from '../account/private-service/private-service.ts';
import type { ProxySetting } from '../api/transport/proxy.ts';
import type { CommandHost } from '../commands/command-world.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import { type KeptSettings, openSettings } from '../commands/settings/kept-settings.ts';
import type { Line } from '../commands/switchboard.ts';
import type { EngineLog } from '../engine/root/engine-parts.ts';
import { serveControlSocket } from '../ipc/control-socket.ts';
import type { Served } from '../ipc/websocket-transport.ts';
import { makeSyncFolder } from '../private/make-sync-folder.ts';
import { openPrivate } from '../private/open-private.ts';
import { controlSocket } from '../private/private-socket-path.ts';
import { composeAccounts, type OpenedAccount, openKept } from './account/accounts.ts';
import { openOwnService } from './account/own-service.ts';
import { keptNotices } from './around.ts';
import { closeInOrder } from './close-in-order.ts';
import type { ComposedEngine } from './engine.ts';

/** The running client without a window: private service, engine, commands and control socket. */
export type Client = Served & {
  readonly drops: Line['drops'];
  readonly contents: ContentSource;
  readonly settings: Pick<KeptSettings, 'current'>;
  /** The synced folders, as a sentence. */
  readonly sentence: string;
  /** Same as `Accounts.checkNow`. */
  checkNow(what: { readonly rescan: boolean }): void;
  /** Stops the engine, then the service, and releases the lock of the state last, so that a restart resumes where it stopped. */
  stop(): Promise<void>;
  /** Same as `Accounts.endNow`. */
  endNow(): void;
};

export type ClientOptions = {
  readonly places: Places;
  readonly host: CommandHost;
  readonly log: EngineLog;
  readonly runService: RunService;
  readonly systemProxy: ProxySetting;
  /** True: the window guides through the first start; false: the private service and a folder are created at once. */
  readonly asksFirst?: boolean;
  /** Ends a start that is no longer wanted, with its reason. */
  readonly signal?: AbortSignal;
};

/** @throws `StateInUseError`, `PrivateServiceError`, and errors of the disk. */
export async function composeClient(given: ClientOptions): Promise<Client> {
  // Without an account nothing else creates it, and the control socket is in it.
  openPrivate('folder', given.places.state);
  const options = { ...given, places: await placesOf(given.places) };
  const { places, host, log } = options;
  const settings = await openSettings(places.state);
  const accounts = composeAccounts({
    state: places.state,
    ownPlaces: ownPlaces(places),
    host,
    log,
    settings,
    notices: await keptNotices(places.state, log),
    suggestedFolder: places.syncFolder,
    systemProxy: options.systemProxy,
    startPrivate: (signal) => openOwnService({ ...options, signal }),
  });
  try {
    const opened = await firstAccount(options, settings);
    if (opened !== null) await accounts.use(opened);
    const reportBug: Served['reportBug'] = (command, cause) =>
      log.error(`The command ${command} failed unexpectedly.`, cause);
    const served = { ...accounts.line, reportBug };
    const control = await serveControlSocket(controlSocket(places.state), served);
    const stop = () => closeInOrder([control.close, accounts.stop]);
    const { checkNow, endNow } = accounts;
    return { ...served, settings, sentence: sentenceOf(opened), checkNow, stop, endNow };
  } catch (error) {
    await accounts.stop();
    throw error;
  }
}

function sentenceOf(opened: OpenedAccount | null): string {
  if (opened === null) return 'Tandem is not set up yet: the window leads through the first steps.';
  const folders = opened.composed.engine.status().roots.map(({ localPath }) => localPath);
  return folders.length === 0
    ? 'No folder is synced yet: the window adds one.'
    : `Tandem keeps ${folders.join(', ')} in sync.`;
}

/**
 * The account of the last run. A first start uses the private service and syncs a whole account of it to the sync folder, unless
 * the user should be asked; later starts use the user's choice, even if that is no account. An account that the command line used with a token
 * waits for a sign-in.
 */
async function firstAccount(options: ClientOptions, settings: KeptSettings): Promise<OpenedAccount | null> {
  const { places, log, systemProxy, asksFirst = false } = options;
  const kept = await readAccount(places.state);
  const { wasStarted } = settings.current();
  if (kept?.by === 'login')
    return openKept({ state: places.state, ownPlaces: ownPlaces(places), log, settings, systemProxy });
  if (kept === null ? wasStarted || asksFirst : !isPrivate(kept)) return null;
  const opened = await openOwnService(options);
  if (wasStarted) return opened;
  try {
    await linkFirstFolder(opened.composed, places.syncFolder);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** A first start syncs the whole account to the sync folder. */
async function linkFirstFolder({ engine, log }: ComposedEngine, syncFolder: string): Promise<void> {
  if (engine.status().roots.length > 0) return;
  makeSyncFolder(syncFolder);
  const linked = await engine.addRoot({ localPath: join(syncFolder), remoteId: '0' });
  if (linked.ok) return;
  const why = sayInTerminal(Date.now)(inTurn(linked.error.message, linked.error.remedy));
  log.warn(`${syncFolder} is not synced: ${why}`);
}
