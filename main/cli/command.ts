import type { Places } from '../account/places.ts';
import { CliError } from './cli-error.ts';
import type { Terminal } from './terminal/terminal.ts';
import { type commonOptions, type OptionSpecs, readArguments, type Values } from './words/arguments.ts';
import { type CommonFlags, readCommonFlags } from './words/common-flags.ts';

/** Exit codes: 0 in sync or done, 2 finished but some paths need attention, 1 could not run. */
export type ExitCode = 0 | 1 | 2;

/** One command of `tandem`: its help text, and the function that runs it with the words after its name. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  /** After `tandem `, e.g. `sync --local DIR --remote ID [--once]`. */
  readonly usage: string;
  readonly options: OptionSpecs;
  run(words: readonly string[], surroundings: CommandSurroundings): Promise<ExitCode>;
};

export type CommandSurroundings = {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Aborts on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
};

/** The input of a command: its parsed and validated words. */
export type CommandCall<Specs extends OptionSpecs> = {
  readonly values: Values<Specs & typeof commonOptions>;
  readonly positionals: readonly string[];
  readonly flags: CommonFlags;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

type CommandSpec<Specs extends OptionSpecs> = Omit<Command, 'run' | 'options'> & {
  readonly options: Specs;
  /** The most words besides the options; default: none. */
  readonly takes?: number;
  run(call: CommandCall<Specs>): Promise<ExitCode>;
};

/** Declares a command: its options determine the types of its input. */
export function defineCommand<const Specs extends OptionSpecs>(spec: CommandSpec<Specs>): Command {
  return {
    ...spec,
    run: (words, { places, env, terminal, signal }) => {
      const { values, positionals } = readArguments(words, spec.options, `tandem ${spec.usage}`);
      const extra = positionals[spec.takes ?? 0];
      // Otherwise a command would carry out only a part of the request and still report success.
      if (extra !== undefined)
        throw new CliError('usage', `Unexpected argument "${extra}".`, `Usage: tandem ${spec.usage}`);
      return spec.run({ values, positionals, flags: readCommonFlags(values, places, env), terminal, signal });
    },
  };
}
