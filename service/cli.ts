import { start } from './cli/start.ts';
import { helpText } from './cli/help-text.ts';
import { tokens } from './cli/tokens.ts';
import { users } from './cli/users.ts';
import { sentenceFor } from './error-sentence.ts';
import { UsageError } from './usage-error.ts';

/*
 * The command line of the service. Results go to standard output, sentences for people to standard error; whatever goes
 * wrong ends as one sentence and exit code 1.
 */
process.exitCode = await run(process.argv.slice(2));

async function run([command, ...args]: readonly string[]): Promise<number> {
  try {
    return await dispatch(command, args);
  } catch (error) {
    say(sentenceFor(error));
    return 1;
  }
}

async function dispatch(command: string | undefined, args: readonly string[]): Promise<number> {
  if (command === undefined || command === 'help' || [command, ...args].includes('--help')) {
    result(helpText);
    return command === undefined ? 1 : 0;
  }
  switch (command) {
    case 'start':
      await start(args, { result, say });
      return 0;
    case 'users':
      result(await users(args));
      return 0;
    case 'tokens':
      result(await tokens(args));
      return 0;
    default:
      throw new UsageError(`There is no command "${command}". See tandem-service --help.`);
  }
}

function result(text: string): void {
  process.stdout.write(text);
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
