import { commandWords, helpText } from './cli/help-text.ts';
import { explanationOf, sentenceFor } from './error-sentence.ts';
import { isOfProgram } from './of-program.ts';
import { UsageError } from './options/usage-error.ts';
import { keepFilesPrivate } from './private-files.ts';
import { VERSION } from './version.ts';
import { holdYoungHeap } from './young-heap.ts';

/** Commands that only answer with a text. */
const answers = new Map<string, (args: readonly string[]) => Promise<string>>([
  ['--version', async () => `${VERSION}\n`],
  ['users', async (args) => (await import('./cli/users.ts')).users(args)],
  ['tokens', async (args) => (await import('./cli/tokens.ts')).tokens(args)],
  ['clients', async (args) => (await import('./cli/clients.ts')).clients(args)],
  ['webhooks', async (args) => (await import('./cli/webhooks.ts')).webhooks(args)],
  ['keys', async (args) => (await import('./cli/keys.ts')).keys(args)],
]);

/*
 * The command line of the service. Results go to standard output, messages to standard error. Every failure ends as one sentence
 * and exit code 1, or 70 (EX_SOFTWARE) if it is a fault of the service. A program that started this one with a message
 * channel gets 78 (EX_CONFIG) instead of 1: Node ends with 1 after an uncaught exception. Each command loads only its own modules, so that the
 * small ones start fast.
 */
keepFilesPrivate();
for (const stream of [process.stdout, process.stderr]) stream.on('error', dropWhenUnread);
process.exitCode = await run(process.argv.slice(2));
// An Electron utility process keeps running when it has nothing left to do, so end it once its output is flushed.
if ('parentPort' in process) process.stdout.write('', () => process.exit());

async function run([command, ...args]: readonly string[]): Promise<number> {
  try {
    return await dispatch(command, args);
  } catch (error) {
    say(sentenceFor(error));
    if (explanationOf(error) === null) return 70;
    return isOfProgram() ? 78 : 1;
  }
}

async function dispatch(command: string | undefined, args: readonly string[]): Promise<number> {
  if (command === undefined || command === 'help' || [command, ...args].includes('--help')) {
    result(helpText(command === 'help' || command === undefined ? args : [command, ...args]));
    return command === undefined ? 1 : 0;
  }
  const answer = answers.get(command);
  if (answer !== undefined) {
    result(await answer(args));
    return 0;
  }
  switch (command) {
    case 'start': {
      // Before anything is loaded, since the heap never shrinks again.
      holdYoungHeap();
      const { start } = await import('./cli/start.ts');
      await start(args, { result, say });
      return 0;
    }
    case 'verify': {
      const { verify } = await import('./cli/storage.ts');
      return printed(await verify(args));
    }
    case 'migrate': {
      const { migrate } = await import('./cli/migrate.ts');
      return printed(await migrate(args, say));
    }
    case 'backup': {
      const { backup } = await import('./cli/storage.ts');
      return printed(await backup(args, say));
    }
    case 'restore': {
      const { restore } = await import('./cli/storage.ts');
      return printed(await restore(args, say));
    }
    case 'adopt-contents': {
      const { adopt } = await import('./cli/storage.ts');
      return printed(await adopt(args, say));
    }
    default:
      throw new UsageError(
        `Unknown command "${command}". Commands: ${commandWords.join(', ')}. See tandem-service --help.`,
      );
  }
}

/** The exit code of a command that looked for damage. */
function printed({ text, isSound }: { readonly text: string; readonly isSound: boolean }): number {
  result(text);
  return isSound ? 0 : 2;
}

function result(text: string): void {
  process.stdout.write(text);
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** The reader closed the pipe, as `| head` does, or the terminal. Drop the rest of the output and keep running, as a service should. */
function dropWhenUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}
