import { homedir } from 'node:os';
import { findAccount } from './account/find-account.ts';
import { findSecretStore, loadKeytar } from './account/find-secret-store.ts';
import { findPlaces } from './account/places.ts';
import { fixedToken } from './api/token-source.ts';
import { downloadCommand } from './cli/commands/download.ts';
import { logCommand } from './cli/commands/log.ts';
import { lsCommand } from './cli/commands/ls.ts';
import { pauseCommand, resumeCommand } from './cli/commands/pause.ts';
import { statusCommand } from './cli/commands/status.ts';
import { uploadCommand } from './cli/commands/upload.ts';
import { whyCommand } from './cli/commands/why.ts';
import type { OpenOneOff } from './cli/one-off.ts';
import type { OpenConnection } from './cli/open-connection.ts';
import { runCommand } from './cli/run-command.ts';
import { composeConnection } from './compose-connection.ts';
import { composeOneOff } from './compose-one-off.ts';

/** The command line of the client (commands.md): makes what the commands need and hands it to the one that is named. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const openConnection: OpenConnection = async (flags) => {
  const signedIn = await findAccount(flags.state, flags.account, () => findSecretStore(flags.state, loadKeytar));
  return composeConnection(signedIn.account, fixedToken(signedIn.token));
};

const openOneOff: OpenOneOff = async (flags) => composeOneOff(await openConnection(flags), flags.state);

process.exitCode = await runCommand(
  {
    commands: [
      statusCommand(openControl),
      whyCommand(openControl),
      logCommand(openControl, Date.now),
      pauseCommand(openControl),
      resumeCommand(openControl),
      lsCommand(openConnection),
      uploadCommand(openOneOff),
      downloadCommand(openOneOff),
    ],
    places: findPlaces({ env: process.env, platform: process.platform, home: homedir() }),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
  },
  process.argv.slice(2),
);
