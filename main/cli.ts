import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { accountKey, readAccount, writeAccount } from './account/account-record.ts';
import { findAccount } from './account/find-account.ts';
import { findSecretStore, loadKeytar } from './account/find-secret-store.ts';
import { askPerson, keepPerson } from './account/person.ts';
import { findPlaces } from './account/places.ts';
import { ApiError, isUnreached } from './api/api-error.ts';
import { fixedToken } from './api/token-source.ts';
import { CliError } from './cli/cli-error.ts';
import { apiCommand } from './cli/commands/api.ts';
import { bandwidthCommand } from './cli/commands/bandwidth.ts';
import { conflictsCommand, resolveCommand } from './cli/commands/conflicts.ts';
import { doctorCommand, type Examine } from './cli/commands/doctor.ts';
import { downloadCommand } from './cli/commands/download.ts';
import { heldCommand, releaseCommand } from './cli/commands/held.ts';
import { logCommand } from './cli/commands/log.ts';
import { loginCommand, logoutCommand } from './cli/commands/login.ts';
import { lsCommand } from './cli/commands/ls.ts';
import { openCommand } from './cli/commands/open.ts';
import { pauseCommand, resumeCommand } from './cli/commands/pause.ts';
import { planCommand } from './cli/commands/plan.ts';
import { reportCommand } from './cli/commands/report.ts';
import { rootsCommand } from './cli/commands/roots.ts';
import { runCommandOf, type StartDaemon } from './cli/commands/run.ts';
import { selectCommand } from './cli/commands/select.ts';
import { bringBackCommand, leaveCommand } from './cli/commands/share.ts';
import { statusCommand } from './cli/commands/status.ts';
import { syncCommand } from './cli/commands/sync.ts';
import { undoCommand } from './cli/commands/undo.ts';
import { uploadCommand } from './cli/commands/upload.ts';
import { whyCommand } from './cli/commands/why.ts';
import type { CommonFlags } from './cli/common-flags.ts';
import { ask, type Control, type OpenControl, type OpenSignedIn, withControl } from './cli/control.ts';
import { explainFailure } from './cli/explain-failure.ts';
import type { OpenOneOff } from './cli/one-off.ts';
import type { OpenConnection } from './cli/open-connection.ts';
import type { OpenEngine } from './cli/open-engine.ts';
import { runCommand } from './cli/run-command.ts';
import type { ServeControl } from './cli/serve-control.ts';
import { terminalHost } from './cli/terminal-host.ts';
import { composeAround } from './compose-around.ts';
import { composeCommands } from './compose-commands.ts';
import { composeConnection } from './compose-connection.ts';
import { type ComposedEngine, composeEngine } from './compose-engine.ts';
import { closeLogin, openLogin, proxyOf, tokensOf } from './compose-login.ts';
import { composeOneOff } from './compose-one-off.ts';
import { examine } from './doctor/examine.ts';
import { callCommand } from './ipc/call-command.ts';
import { connectControlSocket, serveControlSocket } from './ipc/control-socket.ts';
import { controlSocketPath } from './ipc/control-socket-path.ts';
import { lineLog } from './log.ts';
import { keepHeapSmall, tidyHeapAtRest } from './small-heap.ts';
import { VERSION } from './version.ts';

/** The command line of the client (commands.md): makes what the commands need and hands it to the one that is named. */
keepHeapSmall();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const openConnection: OpenConnection = async (flags) => {
  const signedIn = await findAccount(flags.state, flags.account, () => findSecretStore(flags.state, loadKeytar));
  const proxy = await proxyOf(flags.state);
  return composeConnection(signedIn.address, await tokensOf(flags, signedIn, proxy), proxy);
};

const logOf = (flags: CommonFlags) => lineLog((line) => process.stderr.write(`${line}\n`), flags.logLevel, Date.now);

const openEngine: OpenEngine = async (flags) => {
  const connection = await openConnection(flags);
  const kept = await readAccount(flags.state);
  // Signed in before, the engine starts without the service and goes on when it is back.
  const isKnown = kept !== null && kept.service === connection.address.service;
  const first = await askPerson(connection.client).catch((error: unknown) => {
    if (isKnown && error instanceof ApiError && isUnreached(error)) return null;
    throw error;
  });
  const account = { ...connection.address, userId: first?.status.id ?? kept?.userId ?? '' };
  const person = keepPerson(connection.client, connection.clock, first);
  const composed = composeEngine({
    state: flags.state,
    connection,
    account: accountKey(account),
    person,
    log: logOf(flags),
  });
  if (kept === null || accountKey(kept) === accountKey(account)) await writeAccount(flags.state, account);
  return { ...composed, person };
};

const serveControl: ServeControl = async (composed, flags) => {
  const commands = composeCommands(
    composed,
    terminalHost(composed.deviceName),
    async () => composed.person.current()?.isAdmin ?? false,
    await composeAround(flags.state, composed),
  );
  return serveControlSocket(await controlSocketPath(flags.state), commands);
};

/** The process that runs on this state; without one the state itself, opened and not started. */
const openControl: OpenControl = async (state) => {
  const client = await connectControlSocket(await controlSocketPath(state));
  if (client !== null) return { isRunning: true, call: client.call, close: async () => client.close() };
  const kept = await readAccount(state);
  if (kept === null) {
    throw new CliError(
      'no_state',
      `Nothing was ever synced with the state in ${state}.`,
      'Start with `tandem sync` or `npm start`, or name another state with --state.',
    );
  }
  const composed = composeEngine({
    state,
    connection: composeConnection(kept, fixedToken(''), await proxyOf(state)),
    account: accountKey(kept),
    person: { current: () => null, stale: () => undefined, onAnswer: () => undefined, stop: () => undefined },
    log: lineLog((line) => process.stderr.write(`${line}\n`), 'error', Date.now),
  });
  return controlOf(composed, state);
};

/** The process that runs on this state; without one the state itself, signed in. */
const openSignedIn: OpenSignedIn = async (flags, work) => {
  const client = await connectControlSocket(await controlSocketPath(flags.state));
  if (client !== null) {
    const running = { isRunning: true, call: client.call, close: async () => client.close() };
    return withControl(async () => running, flags.state, work);
  }
  const composed = await openEngine(flags);
  return withControl(async () => controlOf(composed, flags.state), flags.state, work);
};

async function controlOf(composed: ComposedEngine, state: string): Promise<Control> {
  const around = await composeAround(state, composed);
  const { handlers } = composeCommands(composed, terminalHost(composed.deviceName), async () => false, around);
  return {
    isRunning: false,
    call: (name, input) =>
      callCommand(handlers, name, input, composed.log.error) as ReturnType<(typeof handlers)[typeof name]>,
    close: composed.close,
  };
}

/** Everything that the client needs, looked at with whatever of it is there. */
const examineAll: Examine = async (flags, signal) => {
  const secrets = await findSecretStore(flags.state, loadKeytar);
  const opened = await openConnection(flags).catch((error: unknown) => ({ error }));
  const kept = (await readAccount(flags.state)) !== null;
  const roots = kept ? await withControl(openControl, flags.state, (control) => ask(control, 'root.list', {})) : [];
  const isOpen = 'client' in opened;
  const patient = {
    state: flags.state,
    platform: process.platform,
    nowMs: Date.now,
    roots,
    secrets,
    client: isOpen ? opened.client : null,
    whyNoClient: isOpen ? null : opened.error,
    explain: explainFailure,
  };
  try {
    return await examine(patient, signal);
  } finally {
    if (isOpen) await opened.client.close();
  }
};

/** Its window brings an HTTP server along, which no other command has to read. */
const startDaemon: StartDaemon = async (flags) => {
  const { composeDaemon } = await import('./compose-daemon.ts');
  tidyHeapAtRest();
  return composeDaemon(await openEngine(flags), flags);
};

const openOneOff: OpenOneOff = async (flags) => composeOneOff(await openConnection(flags), flags.state);

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
      reportCommand(openControl, examineAll, { version: VERSION, node: process.version, platform: process.platform }),
    ],
    places: findPlaces({ env: process.env, platform: process.platform, home: homedir() }),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
  },
  process.argv.slice(2),
);
