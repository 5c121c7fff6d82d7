import { resolve } from 'node:path';
import type { AccountFlags } from '../../account/find-account.ts';
import type { Places } from '../../account/places.ts';
import type { LogLevel } from '../../log.ts';
import { CliError } from '../cli-error.ts';
import type { commonOptions, Values } from './arguments.ts';

/** Nothing is logged below `warn`, but scripts may name the lower levels. */
const levels: ReadonlyMap<string, LogLevel> = new Map([
  ['debug', 'warn'],
  ['info', 'warn'],
  ['warn', 'warn'],
  ['error', 'error'],
]);

/** The flags of every command, parsed once. */
export type CommonFlags = {
  readonly state: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly logLevel: LogLevel;
  readonly account: AccountFlags;
};

export function readCommonFlags(
  values: Values<typeof commonOptions>,
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
): CommonFlags {
  const level = values['log-level'] ?? 'warn';
  const logLevel = levels.get(level);
  if (logLevel === undefined) {
    throw new CliError('usage', `Invalid --log-level: "${level}".`, `Usage: one of ${[...levels.keys()].join(', ')}.`);
  }
  return {
    state: resolve(values.state ?? places.state),
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    logLevel,
    account: {
      baseUrl: values['base-url'],
      uploadUrl: values['upload-url'],
      allowsHttp: values['allow-http'] === true,
      tokenFile: values['token-file'],
      tokenInEnvironment: env['TANDEM_TOKEN'] || undefined,
    },
  };
}
