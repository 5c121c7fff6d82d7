import { resolve } from 'node:path';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenSignedIn } from '../../open/control.ts';

const selectOptions = {
  choice: {
    type: 'string',
    value: 'STATE',
    help: 'synced: keep it on your computers; not_synced: keep it only on the service',
  },
} as const;

/** The options as people write them. */
const shown = {
  state: { type: 'string', value: 'synced/not_synced', help: `${selectOptions.choice.help}; or the state folder` },
} as const;

const usage = 'select FOLDER --state synced/not_synced [--json]';

/** `tandem select FOLDER --state synced/not_synced`: selective sync of one folder; nothing is deleted on the service. */
export function selectCommand(openSignedIn: OpenSignedIn): Command {
  const command = commandOf(openSignedIn);
  return { ...command, options: shown, run: (words, surroundings) => command.run(withChoice(words), surroundings) };
}

/**
 * In every command `--state` names the state folder, and here also the choice. The two choice values take precedence; a state folder with such a
 * name is written as `./synced`.
 */
function withChoice(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    const isChoice = word === '--state' && isState(words[index + 1]);
    return isChoice ? '--choice' : word.replace(/^--state=(?=(not_)?synced$)/, '--choice=');
  });
}

const isState = (word: string | undefined): word is 'synced' | 'not_synced' =>
  word === 'synced' || word === 'not_synced';

function commandOf(openSignedIn: OpenSignedIn): Command {
  return defineCommand({
    name: 'select',
    summary: 'choose which folders sync to your computers',
    usage,
    takes: 1,
    options: selectOptions,
    run: ({ flags, positionals, values, terminal }) => {
      const [path] = positionals;
      const state = values.choice;
      if (path === undefined) throw new CliError('usage', 'A folder is missing.', `Usage: tandem ${usage}`);
      if (!isState(state)) {
        throw new CliError('usage', '--state must be synced or not_synced.', `Usage: tandem ${usage}`);
      }
      return openSignedIn<ExitCode>(flags, async (control) => {
        const { changed } = await ask(control, 'selection.set', { changes: [{ path: resolve(path), state }] });
        if (flags.json) terminal.result(JSON.stringify({ path: resolve(path), state, changed }));
        terminal.say(sentenceOf(path, state, changed));
        return 0;
      });
    },
  });
}

function sentenceOf(path: string, state: 'synced' | 'not_synced', changed: number): string {
  if (changed === 0) return `"${path}" is already ${state === 'synced' ? 'selected' : 'deselected'}.`;
  return state === 'synced'
    ? `The next sync downloads "${path}".`
    : `"${path}" stays on the service; the local copy goes to the trash once everything in it is uploaded.`;
}
