import { wholeNumber } from '../../../../preload/words/whole-number.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenSignedIn } from '../../open/control.ts';
import { plannedLine, plannedSummary } from '../../words/planned-line.ts';

const MOST_SHOWN = 10_000;

/** `tandem plan`: a dry run of all roots, in the running process or on the idle state. */
export function planCommand(open: OpenSignedIn): Command {
  return defineCommand({
    name: 'plan',
    summary: 'show what a sync would do now without changing anything',
    usage: 'plan [--json]',
    options: {},
    run: ({ flags, terminal }) =>
      open(flags, async (control): Promise<ExitCode> => {
        const { steps, total, held } = await ask(control, 'sync.plan', { limit: MOST_SHOWN });
        if (flags.json) terminal.result(JSON.stringify({ total, held, steps }));
        else for (const step of steps) terminal.result(plannedLine(step));
        const more = total > steps.length ? ` (the first ${wholeNumber(steps.length)} are shown)` : '';
        terminal.say(plannedSummary({ total, held }, more));
        return 0;
      }),
  });
}
