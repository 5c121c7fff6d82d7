import { resolve } from 'node:path';
import type { RootStatus } from '../../../../preload/ipc/shapes/status.ts';
import { wholeNumber } from '../../../../preload/words/whole-number.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type Control, type OpenControl, type OpenSignedIn, withControl } from '../../open/control.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';
import { readItemId } from '../../words/read-item-id.ts';

const rootsOptions = {
  local: { type: 'string', value: 'DIR', help: 'folder on this computer; it must exist' },
  remote: { type: 'string', value: 'ID', help: 'ID of the folder on the service; 0 is the root folder of the account' },
  anyway: { type: 'boolean', help: 'add the folder even if another sync program uses it' },
} as const;

const usage = 'roots [add --local DIR --remote ID [--anyway] / remove ID / restore [ID] / accept [ID] / list] [--json]';

/** `tandem roots`: lists, adds, removes and recovers the sync roots of this state. Removing one keeps the files on both sides. */
export function rootsCommand(openControl: OpenControl, openSignedIn: OpenSignedIn): Command {
  return defineCommand({
    name: 'roots',
    summary: 'list, add and remove synced folders, and decide about one that is missing',
    usage,
    takes: 2,
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
        case 'restore':
        case 'accept':
          return withControl<ExitCode>(openControl, state, (control) => recover(control, terminal, json, verb, id));
        default:
          throw new CliError('usage', `Unknown roots subcommand "${verb}".`, `Usage: tandem ${usage}`);
      }
    },
  });
}

async function list(control: Control, terminal: Terminal, json: boolean): Promise<ExitCode> {
  const roots = await ask(control, 'root.list', {});
  if (json) terminal.result(JSON.stringify(roots));
  else if (roots.length === 0)
    terminal.say('No synced folders yet. Add one with `tandem roots add --local DIR --remote ID`.');
  else for (const root of roots) terminal.result(line(root));
  return 0;
}

type AddValues = {
  readonly local?: string | undefined;
  readonly remote?: string | undefined;
  readonly anyway?: boolean | undefined;
};

async function add(
  control: Control,
  terminal: Terminal,
  json: boolean,
  { local, remote, anyway }: AddValues,
): Promise<ExitCode> {
  if (local === undefined || remote === undefined) {
    const missing = local === undefined ? '--local' : '--remote';
    throw new CliError('usage', `${missing} is missing.`, 'Usage: tandem roots add --local DIR --remote ID');
  }
  const root = await ask(control, 'root.add', {
    localPath: resolve(local),
    remoteId: readItemId(remote),
    ...(anyway === true && { anyway }),
  });
  terminal.result(json ? JSON.stringify(root) : line(root));
  if (!control.isRunning) terminal.say('Tandem is not running for this state folder. Start it with `tandem run`.');
  return 0;
}

async function remove(control: Control, terminal: Terminal, json: boolean, id: string): Promise<ExitCode> {
  await ask(control, 'root.remove', { rootId: readId(id, 'remove') });
  if (json) terminal.result(JSON.stringify({ removed: Number(id) }));
  terminal.say('The folder is no longer synced; both sides keep their files.');
  return 0;
}

/** The person's decision about a root whose folder was emptied, replaced or deleted. */
async function recover(
  control: Control,
  terminal: Terminal,
  json: boolean,
  choice: 'restore' | 'accept',
  id: string,
): Promise<ExitCode> {
  const rootId = id === '' ? await onlyRoot(control, choice) : readId(id, choice);
  const root = await ask(control, 'root.recover', { rootId, choice });
  terminal.result(json ? JSON.stringify(root) : line(root));
  terminal.say(
    choice === 'restore'
      ? 'The files of the service are downloaded into this folder; files in the folder stay.'
      : 'The folder is accepted as it is. Files missing from it go to the trash of the service. If there are many, Tandem asks first.',
  );
  return 0;
}

/** The remedy of a lost folder names no number: with one synced folder there is no question which. */
async function onlyRoot(control: Control, verb: string): Promise<number> {
  const [first, ...others] = await ask(control, 'root.list', {});
  if (first !== undefined && others.length === 0) return first.id;
  throw new CliError(
    'usage',
    'The number of a synced folder is missing.',
    `Usage: tandem roots ${verb} ID; \`tandem roots\` lists them.`,
  );
}

function readId(id: string, verb: string): number {
  if (/^\d+$/.test(id)) return Number(id);
  throw new CliError(
    'usage',
    `"${id}" is not the number of a synced folder.`,
    `Usage: tandem roots ${verb} ID; \`tandem roots\` lists them.`,
  );
}

function line(root: RootStatus): string {
  const first = `${String(root.id).padStart(4)}  ${root.localPath} ↔ folder ${root.remoteId}  ${root.sentence}`;
  if (root.lost === undefined) return first;
  const held = `It held ${wholeNumber(root.files)} files (${formatBytes(root.bytes)}).`;
  return `${first}\n      ${held} ${root.lost.remedy}`;
}
