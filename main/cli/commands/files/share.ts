import { resolve } from 'node:path';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenSignedIn } from '../../open/control.ts';

/** `tandem leave PATH`: leaves a shared item; it is not deleted for anyone else. */
export function leaveCommand(openSignedIn: OpenSignedIn): Command {
  return defineCommand({
    name: 'leave',
    summary: 'leave a shared folder or file without deleting it for others',
    usage: 'leave PATH [--json]',
    takes: 1,
    options: {},
    run: ({ flags, positionals, terminal }) => {
      const path = pathOf(positionals, 'leave');
      return openSignedIn<ExitCode>(flags, async (control) => {
        await ask(control, 'share.leave', { path });
        if (flags.json) terminal.result(JSON.stringify({ path, left: true }));
        terminal.say(
          'Left. The copy on this computer goes to the trash. Changes that exist only here are kept beside it.',
        );
        return 0;
      });
    },
  });
}

/** `tandem bring-back PATH`: restores an item that was deleted here and cannot be deleted on the service. */
export function bringBackCommand(openSignedIn: OpenSignedIn): Command {
  return defineCommand({
    name: 'bring-back',
    summary: "download again what you deleted here but can't delete on the service",
    usage: 'bring-back PATH [--json]',
    takes: 1,
    options: {},
    run: ({ flags, positionals, terminal }) => {
      const path = pathOf(positionals, 'bring-back');
      return openSignedIn<ExitCode>(flags, async (control) => {
        await ask(control, 'share.bringBack', { path });
        if (flags.json) terminal.result(JSON.stringify({ path, coming: true }));
        terminal.say('The next sync downloads it.');
        return 0;
      });
    },
  });
}

function pathOf([path]: readonly string[], command: string): string {
  if (path === undefined) throw new CliError('usage', 'A path is missing.', `Usage: tandem ${command} PATH`);
  return resolve(path);
}
