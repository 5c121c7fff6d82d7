import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plainEnglish } from '../../preload/words/en/english.ts';
import { placesOf } from '../account/account-record.ts';
import { placesHere } from '../account/places.ts';
import { runServiceProcess } from '../account/private-service/run-service.ts';
import { environmentProxy } from '../api/transport/environment-proxy.ts';
import type { ProxySetting } from '../api/transport/proxy.ts';
import type { Daemon } from '../cli/commands/sync/run.ts';
import type { OpenedEngine } from '../cli/open/open-engine.ts';
import type { CommonFlags } from '../cli/words/common-flags.ts';
import { openSettings } from '../commands/settings/kept-settings.ts';
import type { WindowHost } from '../headless/window-host.ts';
import { type ControlSocket, serveControlSocket } from '../ipc/control-socket.ts';
import type { Served } from '../ipc/websocket-transport.ts';
import { boundLoginServiceLog } from '../log-file.ts';
import { controlSocket } from '../private/private-socket-path.ts';
import { trustSystemCertificates } from '../system-certificates.ts';
import { composeAccounts } from './account/accounts.ts';
import { openOwnService } from './account/own-service.ts';
import { proxyFor } from './account/proxy-for.ts';
import { keptNotices } from './around.ts';
import { closeInOrder } from './close-in-order.ts';
import { browserHost, composeWindow, windowFolder } from './window.ts';

/** The engine from the flags, on connections over this proxy. */
type OpenEngineOver = (proxy: ProxySetting) => Promise<OpenedEngine>;

/** Starts the engine on all its roots, and serves the commands and the window until it is stopped. */
export async function composeDaemon(open: OpenEngineOver, flags: CommonFlags): Promise<Daemon> {
  const { state } = flags;
  const places = await placesOf({ ...placesHere(), state });
  // The window changes them while the engine runs.
  const settings = await openSettings(state);
  const composed = await open(proxyFor(settings, environmentProxy));
  boundLoginServiceLog(state);
  // The window can sign in to any service.
  trustSystemCertificates((message) => composed.log.warn(message));
  const opened: { window: WindowHost | null; control: ControlSocket | null } = { window: null, control: null };
  const accounts = composeAccounts({
    state,
    host: browserHost(() => opened.window?.link() ?? ''),
    log: composed.log,
    settings,
    notices: await keptNotices(state, composed.log),
    suggestedFolder: places.syncFolder,
    ownPlaces: composed.ownPlaces,
    systemProxy: environmentProxy,
    startPrivate: (signal) => openOwnService({ places, log: composed.log, runService: runServiceProcess, signal }),
  });
  const reportBug: Served['reportBug'] = (command, cause) =>
    composed.log.error(`The command ${command} failed unexpectedly.`, cause);
  const served = { ...accounts.line, reportBug };
  const stop = () => closeInOrder([() => opened.window?.close(), () => opened.control?.close(), accounts.stop]);
  try {
    const { kind, person, secrets, close } = composed;
    await accounts.use({ kind, composed, person, secrets, close });
    opened.control = await serveControlSocket(controlSocket(state), served);
    if (existsSync(join(windowFolder, 'index.html'))) opened.window = await composeWindow(served, settings);
  } catch (error) {
    await stop();
    throw error;
  }
  const roots = composed.engine.status().roots.length;
  const what =
    roots === 0
      ? 'No folder is synced yet: `tandem roots add` adds one.'
      : `Keeping ${roots} ${roots === 1 ? 'folder' : 'folders'} in sync.`;
  const foreign = composed.engine.foreignRoots();
  const left =
    foreign.length === 0
      ? ''
      : ` Left alone, because another account or service was signed in when they were linked: ${foreign.join(', ')}.`;
  const { setAside } = composed;
  const aside =
    setAside === null ? '' : ` ${plainEnglish({ code: 'state_set_aside_details', args: { path: setAside } })}`;
  return {
    sentence: `${what}${left}${aside} Press Ctrl-C to stop.`,
    link: opened.window?.link() ?? null,
    feeds: served.feeds,
    stop,
  };
}
