import { openService } from '../app.ts';
import { endSignInsOf } from '../domain/people/sign-in/end-sign-ins-of.ts';
import { setPassword } from '../domain/people/sign-in/set-password.ts';
import { createUser } from '../domain/people/users/create-user.ts';
import { listUsers } from '../domain/people/users/list-users.ts';
import { setUser } from '../domain/people/users/set-user.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import { readChoice, readWholeNumber, required } from '../options/option-values.ts';
import { UsageError } from '../options/usage-error.ts';
import type { UserRecord } from '../ports/metadata/people/users.ts';
import { readArguments } from './arguments.ts';
import { openExisting } from './open-existing.ts';
import { readPassword } from './read-password.ts';

const roles = ['admin', 'coadmin', 'user'] as const;

/** `tandem-service users create|list|set|end-sign-ins`: returns the standard output. Works while the service runs. */
export async function users(args: readonly string[]): Promise<string> {
  const [verb, ...rest] = args;
  switch (verb) {
    case 'create':
      return create(rest);
    case 'list':
      return list(rest);
    case 'set':
      return set(rest);
    case 'end-sign-ins':
      return endSignIns(rest);
    default:
      throw new UsageError(
        'users needs a subcommand: create, list, set or end-sign-ins. See tandem-service users --help.',
      );
  }
}

const personOptions = {
  ...storageOptions,
  login: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  space: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const;

async function create(args: readonly string[]): Promise<string> {
  const { values } = readArguments('users create', args, personOptions);
  const login = required('--login', values.login);
  const name = required('--name', values.name);
  const role = values.role === undefined ? undefined : readChoice('--role', values.role, roles);
  const spaceAmountBytes = readSpace(values.space);
  const password = values['password-stdin'] ? await readPassword(process.stdin, process.stderr) : null;
  await using opened = await openService(readStorageConfig(values));
  const user = await createUser(opened.service, { login, name, role, spaceAmountBytes });
  if (password !== null) await setPassword(opened.service, user.login, password);
  return `${JSON.stringify(described(user))}\n`;
}

async function list(args: readonly string[]): Promise<string> {
  const { values } = readArguments('users list', args, { ...storageOptions, json: { type: 'boolean' } });
  await using opened = await openExisting(readStorageConfig(values));
  const all = (await listUsers(opened.service)).map(described);
  if (values.json) return `${JSON.stringify(all)}\n`;
  return all.map(({ id, login, name, role, status }) => `${[id, login, name, role, status].join('\t')}\n`).join('');
}

async function set(args: readonly string[]): Promise<string> {
  const { values } = readArguments('users set', args, { ...personOptions, status: { type: 'string' } });
  const login = required('--login', values.login);
  const space = readSpace(values.space);
  const changes = {
    ...(values.name === undefined ? {} : { name: values.name }),
    ...(values.role === undefined ? {} : { role: readChoice('--role', values.role, roles) }),
    ...(values.status === undefined ? {} : { status: readChoice('--status', values.status, ['active', 'inactive']) }),
    ...(space === undefined ? {} : { spaceAmountBytes: space }),
  };
  const takesPassword = values['password-stdin'] ?? false;
  if (Object.keys(changes).length === 0 && !takesPassword) {
    const options = '--name, --role, --status, --space or --password-stdin';
    throw new UsageError(`users set needs at least one of ${options}.`);
  }
  const password = takesPassword ? await readPassword(process.stdin, process.stderr) : null;
  await using opened = await openExisting(readStorageConfig(values));
  const user = await setUser(opened.service, login, changes);
  if (password !== null) await setPassword(opened.service, login, password);
  return `${JSON.stringify(described(user))}\n`;
}

async function endSignIns(args: readonly string[]): Promise<string> {
  const { values } = readArguments('users end-sign-ins', args, { ...storageOptions, login: { type: 'string' } });
  const login = required('--login', values.login);
  await using opened = await openExisting(readStorageConfig(values));
  await endSignInsOf(opened.service, login);
  return '';
}

/** Bytes; null for `unlimited`; undefined if the option is absent. */
function readSpace(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'unlimited' ? null : readWholeNumber('--space', text, 0, Number.MAX_SAFE_INTEGER);
}

function described({ id, login, name, role, status, spaceAmountBytes, spaceUsedBytes }: UserRecord) {
  return { id, login, name, role, status, space_amount: spaceAmountBytes, space_used: spaceUsedBytes };
}
