import { type Scope, scopes } from '../../contract/scopes.ts';
import { createToken } from '../domain/people/tokens/create-token.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import { readChoice, readDuration, required } from '../options/option-values.ts';
import { UsageError } from '../options/usage-error.ts';
import { readArguments } from './arguments.ts';
import { openExisting } from './open-existing.ts';

const options = {
  ...storageOptions,
  login: { type: 'string' },
  owner: { type: 'boolean' },
  expires: { type: 'string' },
  scopes: { type: 'string' },
} as const;

/** `tandem-service tokens create`: returns only the token. Works while the service runs. */
export async function tokens(args: readonly string[]): Promise<string> {
  const [verb, ...rest] = args;
  if (verb !== 'create') throw new UsageError('tokens needs the subcommand create. See tandem-service tokens --help.');
  const { values } = readArguments('tokens create', rest, options);
  const isOwner = values.owner === true;
  if (isOwner && values.login !== undefined) throw new UsageError('Give either --login or --owner, not both.');
  const login = isOwner ? null : required('--login', values.login);
  const lifeMs = readDuration('--expires', values.expires ?? '12h');
  const wanted = values.scopes === undefined ? undefined : readScopes(values.scopes);
  await using opened = await openExisting(readStorageConfig(values));
  return `${await createToken(opened.service, { login, lifeMs, scopes: wanted })}\n`;
}

function readScopes(text: string): readonly Scope[] {
  return text.split(/[\s,]+/).map((word) => readChoice('--scopes', word, scopes));
}
