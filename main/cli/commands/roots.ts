import { resolve } from 'node:path';
import type { RootStatus } from '../../../preload/ipc/status.ts';
import { CliError } from '../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../command.ts';
import { ask, type Control, type OpenControl, type OpenSignedIn, withControl } from '../control.ts';
import type { Terminal } from '../terminal.ts';

const rootsOptions = {
  local: { type: 'string', value: 'DIR', help: 'the folder on this computer; it must exist' },
  remote: { type: 'string', value: 'ID', help: 'the folder on the service, by id; 0 is the top folder of the account' },
} as const;

const usage = 'roots [add --local DIR --remote ID / remove ID / list] [--json]';

/** `tandem roots [add / remove / list]`: the sync roots of this state. Both sides keep what they have when one is removed. */
export function rootsCommand(openControl: OpenControl, openSignedIn: OpenSignedIn): Command {
  return defineCommand({
    name: 'roots',
    summary: 'the sync roots: list them, add one, remove one',
    usage,
    options: rootsOptions,
    run: async ({ flags, positionals, values, terminal }): Promise<ExitCode> => {
      const [verb = 'list', id = ''] = positionals;
      const { state, json } = flags;
      switch (verb) {
        case 'list':
          return withControl<ExitCode>(openControl, state, (control) => list(control, terminal, json));
        case 'add':
          return openSignedIn(flags, (control) => add(control, terminal, json, values));
        case 'remove':
          return withControl<ExitCode>(openControl, state, (control) => remove(control, terminal, json, id));
        default:
          throw new CliError('usage', `roots cannot "${verb}".`, `Usage: tandem ${usage}`);
      }
    },
  });
}

async function list(control: Control, terminal: Terminal, json: boolean): Promise<ExitCode> {
  const roots = await ask(control, 'root.list', {});
  if (json) terminal.result(JSON.stringify(roots));
  else if (roots.length === 0) terminal.say('There is no sync root yet: tandem roots add --local DIR --remote ID.');
  else for (const root of roots) terminal.result(line(root));
  return 0;
}

async function add(
  control: Control,
  terminal: Terminal,
  json: boolean,
  { local, remote }: { readonly local?: string | undefined; readonly remote?: string | undefined },
): Promise<ExitCode> {
  if (local === undefined || remote === undefined) {
    const missing = local === undefined ? '--local' : '--remote';
    throw new CliError('usage', `${missing} is missing.`, 'Usage: tandem roots add --local DIR --remote ID');
  }
  const root = await ask(control, 'root.add', { localPath: resolve(local), remoteId: remote });
  terminal.result(json ? JSON.stringify(root) : line(root));
  if (!control.isRunning) terminal.say('Nothing is running on this state: `tandem run` keeps it in step.');
  return 0;
}

async function remove(control: Control, terminal: Terminal, json: boolean, id: string): Promise<ExitCode> {
  if (!/^\d+$/.test(id)) {
    throw new CliError(
      'usage',
      `"${id}" is not the number of a root.`,
      'Usage: tandem roots remove ID; `tandem roots` lists them.',
    );
  }
  await ask(control, 'root.remove', { rootId: Number(id) });
  if (json) terminal.result(JSON.stringify({ removed: Number(id) }));
  terminal.say('The link is forgotten; both sides keep what they have.');
  return 0;
}

function line(root: RootStatus): string {
  return `${String(root.id).padStart(4)}  ${root.localPath} ↔ folder ${root.remoteId}  ${root.sentence}`;
}
