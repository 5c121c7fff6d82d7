import { text } from 'node:stream/consumers';
import { placesHere } from './account/places.ts';
import type { ProxySetting } from './api/transport/proxy.ts';
import { type CloseLogin, loginCommand, logoutCommand, type OpenLogin } from './cli/commands/account/login.ts';
import { type OpenLoginService, serviceCommand } from './cli/commands/account/service.ts';
import { apiCommand } from './cli/commands/files/api.ts';
import { downloadCommand } from './cli/commands/files/download.ts';
import { lsCommand } from './cli/commands/files/ls.ts';
import { openCommand } from './cli/commands/files/open.ts';
import { bringBackCommand, leaveCommand } from './cli/commands/files/share.ts';
import { uploadCommand } from './cli/commands/files/upload.ts';
import { conflictsCommand, resolveCommand } from './cli/commands/status/conflicts.ts';
import { doctorCommand, type Examine } from './cli/commands/status/doctor.ts';
import { heldCommand, releaseCommand } from './cli/commands/status/held.ts';
import { logCommand } from './cli/commands/status/log.ts';
import { reportCommand } from './cli/commands/status/report.ts';
import { statusCommand } from './cli/commands/status/status.ts';
import { undoCommand } from './cli/commands/status/undo.ts';
import { whyCommand } from './cli/commands/status/why.ts';
import { bandwidthCommand } from './cli/commands/sync/bandwidth.ts';
import { pauseCommand, resumeCommand } from './cli/commands/sync/pause.ts';
import { planCommand } from './cli/commands/sync/plan.ts';
import { rootsCommand } from './cli/commands/sync/roots.ts';
import { runCommandOf, type StartDaemon } from './cli/commands/sync/run.ts';
import { selectCommand } from './cli/commands/sync/select.ts';
import { syncCommand } from './cli/commands/sync/sync.ts';
import type { OpenControl, OpenSignedIn } from './cli/open/control.ts';
import type { OpenOneOff } from './cli/open/one-off.ts';
import type { OpenConnection } from './cli/open/open-connection.ts';
import type { OpenEngine, OpenedEngine } from './cli/open/open-engine.ts';
import type { ServeControl } from './cli/open/serve-control.ts';
import { runCommand } from './cli/run-command.ts';
import type { CommonFlags } from './cli/words/common-flags.ts';
import { createWalkThreads } from './engine/adapters/node-file-system/walk/walk-threads.ts';
import { onTerminalClosed } from './lost-terminal.ts';
import { keepHeapSmallFor, tidyHeapAtRest } from './small-heap.ts';
import { VERSION } from './version.ts';

/**
 * The command line of the client: builds the dependencies and passes them to the named command. Modules for the engine, the service
 * or a running process are loaded on demand: loading all of them takes longer than most commands.
 */
keepHeapSmallFor(process.argv[2]);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
onTerminalClosed(process, () => stopping.abort());

const openLogin: OpenLogin = async (flags, request) =>
  (await import('./compose/cli/sign-in.ts')).signInHere(flags, request);
const closeLogin: CloseLogin = async (flags) => (await import('./compose/cli/sign-in.ts')).signOutHere(flags);

const openConnection: OpenConnection = async (flags) =>
  (await import('./compose/cli/connection.ts')).openConnection(flags);

const openOneOff: OpenOneOff = async (flags) => {
  const { composeOneOff } = await import('./compose/one-off.ts');
  return composeOneOff(await openConnection(flags), flags.state);
};

const openEngineOver = async (flags: CommonFlags, proxy?: ProxySetting): Promise<OpenedEngine> => {
  // Starts the folder walk thread while the remaining modules load.
  const walkThreads = createWalkThreads();
  walkThreads.startAhead();
  const { signal } = stopping;
  return (await import('./compose/cli/engine.ts')).openEngine(flags, { walkThreads, proxy, signal });
};
const openEngine: OpenEngine = (flags) => openEngineOver(flags);

const openControl: OpenControl = async (state) => (await import('./compose/cli/control.ts')).openControl(state);

const openSignedIn: OpenSignedIn = async (flags, work) =>
  (await import('./compose/cli/control.ts')).openSignedIn(flags, work);

const serveControl: ServeControl = async (composed, flags) =>
  (await import('./compose/cli/state.ts')).serveControl(composed, flags);

const examineAll: Examine = async (flags, signal) =>
  (await import('./compose/cli/doctor.ts')).examineAll(flags, signal);

const openLoginService: OpenLoginService = async (state) =>
  (await import('./compose/account/login-service.ts')).composeLoginService(state);

const startDaemon: StartDaemon = async (flags) => {
  const { composeDaemon } = await import('./compose/daemon.ts');
  tidyHeapAtRest();
  return composeDaemon((proxy) => openEngineOver(flags, proxy), flags);
};

process.exitCode = await runCommand(
  {
    commands: [
      loginCommand(openLogin),
      logoutCommand(closeLogin),
      syncCommand(openEngine, serveControl),
      runCommandOf(startDaemon),
      rootsCommand(openControl, openSignedIn),
      statusCommand(openControl),
      whyCommand(openControl),
      planCommand(openSignedIn),
      conflictsCommand(openControl),
      resolveCommand(openSignedIn),
      heldCommand(openControl),
      releaseCommand(openSignedIn),
      logCommand(openControl, Date.now),
      undoCommand(openSignedIn),
      selectCommand(openSignedIn),
      leaveCommand(openSignedIn),
      bringBackCommand(openSignedIn),
      pauseCommand(openControl),
      resumeCommand(openControl),
      bandwidthCommand(openControl),
      lsCommand(openConnection),
      openCommand(openControl),
      uploadCommand(openOneOff),
      downloadCommand(openOneOff),
      apiCommand(openConnection, () => text(process.stdin)),
      doctorCommand(examineAll),
      serviceCommand(openLoginService),
      reportCommand(openControl, examineAll, { version: VERSION, node: process.version, platform: process.platform }),
    ],
    version: VERSION,
    places: placesHere(),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
  },
  process.argv.slice(2),
);
