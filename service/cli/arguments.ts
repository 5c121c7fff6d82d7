import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../options/usage-error.ts';

type TextOptions = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>>;
type ValueOf<Option extends TextOptions[string]> = Option['type'] extends 'string' ? string : boolean;
type Values<Options extends TextOptions> = {
  readonly [Name in keyof Options]?:
    | (Options[Name]['multiple'] extends true ? readonly ValueOf<Options[Name]>[] : ValueOf<Options[Name]>)
    | undefined;
};

/**
 * Parses the options of a command and its required words.
 * @throws UsageError for anything it does not recognise.
 */
export function readArguments<const Options extends TextOptions>(
  command: string,
  args: readonly string[],
  options: Options,
  wordsNeeded: readonly string[] = [],
): { readonly values: Values<Options>; readonly words: readonly string[] } {
  const config: ParseArgsConfig = { args: [...args], options, allowPositionals: true, strict: true };
  try {
    const parsed = parseArgs(config);
    if (parsed.positionals.length === wordsNeeded.length) {
      // `strict` gives each option its declared type, or throws.
      return { values: parsed.values as Values<Options>, words: parsed.positionals };
    }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${message.split('. ')[0]}. See tandem-service ${command} --help.`, { cause });
  }
  const takes = wordsNeeded.length === 0 ? 'no words' : wordsNeeded.join(' and ');
  throw new UsageError(`${command} takes ${takes} besides its flags. See tandem-service ${command} --help.`);
}
