import { setImmediate } from 'node:timers/promises';
import type { Places } from '../account/places.ts';
import { CliError } from './cli-error.ts';
import type { Command, ExitCode } from './command.ts';
import { explainFailure } from './explain-failure.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';
import { commonOptions, describeOptions } from './words/arguments.ts';

export type Program = {
  /** In the order of the help. */
  readonly commands: readonly Command[];
  /** As in package.json. */
  readonly version: string;
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly signal: AbortSignal;
};

/** Finds and runs the named command. Turns any error into a message and an exit code. */
export async function runCommand(program: Program, words: readonly string[]): Promise<ExitCode> {
  const quiet = words.includes('--quiet');
  const json = words.includes('--json');
  const terminal = openTerminal(program, { quiet, json });
  const code = await runNamed(program, words, { terminal, json });
  // A failed write is reported after the turn in which it happened.
  await setImmediate();
  const lost = terminal.lost();
  if (lost === null) return code;
  terminal.complain(`tandem: The output couldn't be written (${lost}).`);
  return 1;
}

async function runNamed(
  program: Program,
  [name, ...rest]: readonly string[],
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Promise<ExitCode> {
  try {
    if (name === undefined || name === '--help' || name === 'help') {
      terminal.result(overview(program.commands));
      return name === undefined ? 1 : 0;
    }
    if (name === '--version') {
      terminal.result(program.version);
      return 0;
    }
    const command = program.commands.find((candidate) => candidate.name === name);
    if (command === undefined) {
      throw new CliError('usage', `Unknown command "${name}".`, 'Run `tandem --help` to see all commands.');
    }
    if (rest.includes('--help')) {
      terminal.result(helpOf(command));
      return 0;
    }
    return await command.run(rest, { ...program, terminal });
  } catch (error) {
    // Ctrl-C: only what the command itself says about it.
    if (program.signal.aborted && !(error instanceof CliError)) return 1;
    const { code, message, remedy } = explainFailure(error);
    terminal.complain(`tandem: ${message}\n${remedy}`);
    const report = error instanceof CliError ? error.report : {};
    if (json) terminal.result(JSON.stringify({ ...report, state: 'error', code, message, remedy }));
    return 1;
  }
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Tandem keeps folders in sync with a content collaboration service.',
    '',
    'Usage: tandem COMMAND [OPTIONS]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'Run `tandem COMMAND --help` to see the options of a command, `tandem --version` to see the version.',
    'Exit codes: 0 done or in sync, 1 failed, 2 finished but some paths need attention.',
  ].join('\n');
}

function helpOf(command: Command): string {
  return [
    `Usage: tandem ${command.usage}`,
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    '',
    describeOptions({ ...command.options, ...commonOptions, ...command.options }),
  ].join('\n');
}
