import { readAccount } from '../../account/account-record.ts';
import type { KnownPerson } from '../../account/person.ts';
import { fixedToken } from '../../api/token-source.ts';
import { CliError } from '../../cli/cli-error.ts';
import type { Control } from '../../cli/open/control.ts';
import type { ServeControl } from '../../cli/open/serve-control.ts';
import { terminalHost } from '../../cli/terminal/terminal-host.ts';
import type { CommonFlags } from '../../cli/words/common-flags.ts';
import { callCommand } from '../../ipc/call-command.ts';
import { serveControlSocket } from '../../ipc/control-socket.ts';
import { lineLog } from '../../log.ts';
import { controlSocket } from '../../private/private-socket-path.ts';
import { proxyOf } from '../account/proxy-for.ts';
import { composeAround } from '../around.ts';
import { composeCommands } from '../commands.ts';
import { composeConnection } from '../connection.ts';
import { type ComposedEngine, composeEngine } from '../engine.ts';
import { openEngine } from './engine.ts';
import { ownPlacesWith } from './own-places.ts';

/** A state that no process uses, opened for the duration of a command. */
export async function openState(state: string): Promise<Control> {
  const kept = await readAccount(state);
  if (kept === null) {
    throw new CliError(
      'no_state',
      `No account is signed in with the state in ${state}.`,
      'Sign in with `tandem login`, start with `tandem sync` or `npm start`, or name another state with --state.',
    );
  }
  const composed = await composeEngine({
    state,
    ownPlaces: await ownPlacesWith(state),
    connection: composeConnection(kept, fixedToken(''), await proxyOf(state)),
    account: kept,
    person: unknownPerson,
    log: lineLog((line) => process.stderr.write(`${line}\n`), 'error', Date.now),
  });
  return controlOf(composed, state);
}

/** The same, with the account from the flags. */
export async function openSignedInState(flags: CommonFlags): Promise<Control> {
  return controlOf(await openEngine(flags), flags.state);
}

async function controlOf(composed: ComposedEngine, state: string): Promise<Control> {
  const around = await composeAround(state, composed);
  const { handlers } = composeCommands(composed, terminalHost(composed.deviceName), unknownPerson, around);
  return {
    isRunning: false,
    call: (name, input) =>
      callCommand(handlers, name, input, composed.log.error) as ReturnType<(typeof handlers)[typeof name]>,
    close: composed.close,
  };
}

/** Nothing asks the service who the person is. */
const unknownPerson: KnownPerson = {
  current: () => null,
  stale: () => undefined,
  changed: () => undefined,
  onAnswer: () => undefined,
  stop: () => undefined,
};

export const serveControl: ServeControl = async (composed, flags) => {
  const commands = composeCommands(
    composed,
    terminalHost(composed.deviceName),
    composed.person,
    await composeAround(flags.state, composed),
  );
  return serveControlSocket(controlSocket(flags.state), commands);
};
