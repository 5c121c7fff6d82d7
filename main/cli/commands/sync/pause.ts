import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenControl, withControl } from '../../open/control.ts';
import { readDuration } from '../../words/read-duration.ts';

const pauseOptions = {
  for: { type: 'string', value: '30m', help: 'resume automatically after this time: 90s, 30m, 2h, 1d' },
} as const;

/** `tandem pause [--for 30m]`: the running process stops transfers; if none runs, the next start begins paused. */
export function pauseCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'pause',
    summary: 'pause syncing, for a time or until you resume it',
    usage: 'pause [--for 30m]',
    options: pauseOptions,
    run: ({ values, flags, terminal }) => {
      const forMs = values.for === undefined ? null : readDuration('--for', values.for);
      return withControl<ExitCode>(openControl, flags.state, async (control) => {
        await ask(control, 'sync.pause', { forMs });
        if (flags.json) terminal.result(JSON.stringify({ paused: true, for_ms: forMs }));
        terminal.say(values.for === undefined ? 'Paused until `tandem resume`.' : `Paused for ${values.for}.`);
        return 0;
      });
    },
  });
}

/** `tandem resume`. */
export function resumeCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'resume',
    summary: 'resume syncing',
    usage: 'resume',
    options: {},
    run: ({ flags, terminal }) =>
      withControl<ExitCode>(openControl, flags.state, async (control) => {
        await ask(control, 'sync.resume', {});
        if (flags.json) terminal.result(JSON.stringify({ paused: false }));
        const idle = 'No longer paused. Tandem is not running for this state folder. Start it with `tandem run`.';
        terminal.say(control.isRunning ? 'Resumed.' : idle);
        return 0;
      }),
  });
}
