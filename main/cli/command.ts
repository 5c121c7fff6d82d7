import type { commonOptions, OptionSpecs, Values } from './arguments.ts';
import type { CommonFlags } from './common-flags.ts';
import type { Terminal } from './terminal.ts';

/** How a command ended (commands.md): 0 in sync or done, 2 finished but some paths need attention, 1 could not run. */
export type ExitCode = 0 | 1 | 2;

/** One command of `tandem`: what `--help` says and what it does. */
export type Command<Specs extends OptionSpecs = OptionSpecs> = {
  readonly name: string;
  readonly summary: string;
  /** After `tandem `, e.g. `sync --local DIR --remote ID [--once]`. */
  readonly usage: string;
  readonly options: Specs;
  run(call: CommandCall<Specs>): Promise<ExitCode>;
};

export type CommandCall<Specs extends OptionSpecs = OptionSpecs> = {
  readonly values: Values<Specs & typeof commonOptions>;
  readonly positionals: readonly string[];
  readonly flags: CommonFlags;
  readonly terminal: Terminal;
  /** Aborts on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
};
