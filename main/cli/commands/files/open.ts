import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenControl, withControl } from '../../open/control.ts';

/** `tandem open`: a new one-time link to the window of the process that uses this state. */
export function openCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'open',
    summary: 'print a one-time link to the window of the running Tandem',
    usage: 'open [--json]',
    options: {},
    run: ({ flags, terminal }) =>
      withControl<ExitCode>(openControl, flags.state, async (control) => {
        if (!control.isRunning) {
          throw new CliError(
            'not_running',
            'Tandem is not running for this state folder, so it has no window.',
            'Start it with `tandem run`, which prints a link.',
          );
        }
        const { url } = await ask(control, 'window.link', {});
        terminal.result(flags.json ? JSON.stringify({ url }) : url);
        return 0;
      }),
  });
}
