import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

type TextOptions = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
type Values<Options extends TextOptions> = {
  readonly [Name in keyof Options]?: (Options[Name]['type'] extends 'string' ? string : boolean) | undefined;
};

/** Reads the options of a command and its `positionals` words. @throws UsageError that names what was not understood. */
export function readArguments<const Options extends TextOptions>(
  args: readonly string[],
  options: Options,
  positionals = 0,
): { readonly values: Values<Options>; readonly words: readonly string[] } {
  const config: ParseArgsConfig = { args: [...args], options, allowPositionals: positionals > 0, strict: true };
  try {
    const parsed = parseArgs(config);
    if (parsed.positionals.length === positionals) {
      // `strict` gives each option the type that it was declared with, or throws.
      return { values: parsed.values as Values<Options>, words: parsed.positionals };
    }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${message.split('. ')[0]}. See tandem-service --help.`, { cause });
  }
  throw new UsageError(`The command takes ${positionals} word(s) beside its options. See tandem-service --help.`);
}
