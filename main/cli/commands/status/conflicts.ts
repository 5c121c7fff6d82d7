import { resolve } from 'node:path';
import type { CommandAnswer } from '../../../../preload/ipc/commands.ts';
import type { Conflict } from '../../../../preload/ipc/shapes/attention.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type Control, type OpenControl, type OpenSignedIn, withControl } from '../../open/control.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';

const PAGE = 500;

/** `tandem conflicts`: lists items changed on both sides that wait for a decision; with `--json` one document. */
export function conflictsCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'conflicts',
    summary: 'list files that changed on both sides, kept in two versions until you decide',
    usage: 'conflicts [--json]',
    options: {},
    run: ({ flags, terminal }) =>
      withControl<ExitCode>(openControl, flags.state, async (control) => {
        const conflicts = await all(control);
        if (flags.json) terminal.result(JSON.stringify({ conflicts }));
        else for (const conflict of conflicts) terminal.result(describe(conflict));
        if (conflicts.length === 0) terminal.say('No conflicts.');
        else terminal.say('Decide with `tandem resolve PATH --keep mine`, `theirs` or `both`.');
        return conflicts.length === 0 ? 0 : 2;
      }),
  });
}

async function all(control: Control): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (;;) {
    const page: CommandAnswer<'conflict.list'> = await ask(control, 'conflict.list', {
      limit: PAGE,
      offset: conflicts.length,
    });
    conflicts.push(...page.conflicts);
    if (page.conflicts.length === 0 || conflicts.length >= page.total) return conflicts;
  }
}

function describe(conflict: Conflict): string {
  const { mine, theirs } = conflict;
  return [`${conflict.path}: ${conflict.sentence}`, `  mine    ${version(mine)}`, `  theirs  ${version(theirs)}`]
    .map(printableName)
    .join('\n');
}

function version({ path, sizeBytes, modifiedAtMs, by }: Conflict['mine']): string {
  const facts = [
    path ?? 'not on this computer',
    sizeBytes === null ? '' : formatBytes(sizeBytes),
    modifiedAtMs === null ? '' : new Date(modifiedAtMs).toISOString(),
    by ?? '',
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

const resolveOptions = {
  keep: {
    type: 'string',
    value: 'mine/theirs/both',
    help: 'the version on this computer, the one on the service, or both',
  },
} as const;

const USAGE = 'Usage: tandem resolve PATH --keep mine/theirs/both';

/** `tandem resolve PATH --keep mine/theirs/both`: resolves a conflict; `theirs` also reverts changes that permissions forbid. */
export function resolveCommand(open: OpenSignedIn): Command {
  return defineCommand({
    name: 'resolve',
    summary: "resolve a conflict, or discard a change that you aren't allowed to make",
    usage: 'resolve PATH --keep mine/theirs/both [--json]',
    takes: 1,
    options: resolveOptions,
    run: ({ flags, positionals, values, terminal }) => {
      const [path] = positionals;
      if (path === undefined) throw new CliError('usage', 'A path is missing.', USAGE);
      const keep = (['mine', 'theirs', 'both'] as const).find((one) => one === values.keep);
      if (keep === undefined) throw new CliError('usage', '--keep must be mine, theirs or both.', USAGE);
      return open(flags, async (control): Promise<ExitCode> => {
        const resolved = await ask(control, 'conflict.resolve', { path: resolve(path), keep });
        if (flags.json) terminal.result(JSON.stringify({ ...resolved, keep }));
        terminal.say(`Resolved "${resolved.path}". Run \`tandem undo b${resolved.batch}\` to undo it.`);
        if (!control.isRunning) terminal.say('The next sync carries it out.');
        return 0;
      });
    },
  });
}
