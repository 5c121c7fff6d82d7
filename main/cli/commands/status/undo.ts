import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenSignedIn } from '../../open/control.ts';
import { printableName } from '../../terminal/terminal.ts';

const undoOptions = {
  batch: { type: 'string', value: 'BATCH', help: 'undo all changes of a batch, as `tandem log` shows it' },
} as const;

const USAGE = 'Usage: tandem undo ID, or tandem undo b12 for a whole batch; `tandem log` shows both.';

/** `tandem undo ID`, `tandem undo b12` or `tandem undo --batch BATCH`: undoes changes, using the trash and versions of both sides. */
export function undoCommand(open: OpenSignedIn): Command {
  return defineCommand({
    name: 'undo',
    summary: 'undo a change, or all changes of a batch',
    usage: 'undo ID / --batch BATCH [--json]',
    takes: 1,
    options: undoOptions,
    run: ({ flags, positionals, values, terminal }) => {
      const [id] = positionals;
      if ((id === undefined) === (values.batch === undefined)) {
        throw new CliError('usage', 'Name either one entry or one batch.', USAGE);
      }
      // `b12` is the journal's notation for a batch: it needs no flag, and the flag takes it too.
      const named = id ?? values.batch ?? '';
      const number = numberIn(named.replace(/^b/, ''));
      const what = id === undefined || named.startsWith('b') ? { batch: number } : { id: number };
      return open(flags, async (control): Promise<ExitCode> => {
        const undone = await ask(control, 'activity.undo', what);
        if (flags.json) terminal.result(JSON.stringify(undone));
        for (const { path, message, remedy } of undone.refused)
          terminal.complain(printableName(`${path}: ${message} ${remedy}`));
        const back = undone.batch === null ? '' : ` Run \`tandem undo b${undone.batch}\` to redo.`;
        terminal.say(`${undone.undone} undone.${back}`);
        if (!control.isRunning && undone.undone > 0) terminal.say('The next sync updates the other side.');
        return undone.refused.length === 0 ? 0 : 2;
      });
    },
  });
}

function numberIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliError('usage', `"${text}" is not an entry or batch number.`, USAGE);
}
