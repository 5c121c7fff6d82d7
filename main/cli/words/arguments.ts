import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CliError } from '../cli-error.ts';

/** One option of a command: its help text and type. */
export type OptionSpec = {
  readonly type: 'string' | 'boolean';
  /** Placeholder in the help, e.g. `DIR`. */
  readonly value?: string;
  readonly help: string;
};

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export type Values<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]?: Specs[Name]['type'] extends 'boolean' ? boolean : string;
};

/** Flags that every command accepts. */
export const commonOptions = {
  state: {
    type: 'string',
    value: 'DIR',
    help: "folder for Tandem's state (default: `client` in TANDEM_HOME or in the user's data directory)",
  },
  json: { type: 'boolean', help: 'print only JSON on standard output' },
  quiet: { type: 'boolean', help: 'print only errors' },
  'log-level': { type: 'string', value: 'LEVEL', help: 'error, or warn for everything (default: warn)' },
  'base-url': {
    type: 'string',
    value: 'URL',
    help: 'service URL with its version, e.g. http://127.0.0.1:8080/2.0',
  },
  'upload-url': { type: 'string', value: 'URL', help: 'upload URL (default: as before, or derived from --base-url)' },
  'allow-http': { type: 'boolean', help: 'send the access token unencrypted, in a network that you trust' },
  'token-file': { type: 'string', value: 'FILE', help: 'file with an access token (or set TANDEM_TOKEN)' },
  help: { type: 'boolean', help: 'show this help' },
} as const satisfies OptionSpecs;

/** Parses the words after the command's name; reports an unknown option or a missing value with the command's usage. */
export function readArguments<Specs extends OptionSpecs>(
  words: readonly string[],
  specs: Specs,
  usage: string,
): { values: Values<Specs & typeof commonOptions>; positionals: readonly string[] } {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, spec] of Object.entries({ ...commonOptions, ...specs })) options[name] = { type: spec.type };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    return { values: values as Values<Specs & typeof commonOptions>, positionals };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/\. To specify a positional.*$/s, '.') : String(error);
    throw new CliError('usage', reason, `Usage: ${usage}`);
  }
}

/** Lines for `--help`: the options and their descriptions, aligned. */
export function describeOptions(specs: OptionSpecs): string {
  const rows = Object.entries(specs).map(
    ([name, spec]) => [`--${name}${spec.value === undefined ? '' : ` ${spec.value}`}`, spec.help] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
