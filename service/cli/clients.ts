import { readFile } from 'node:fs/promises';
import { applicationScopes, type Scope } from '../../contract/scopes.ts';
import { openService } from '../app.ts';
import { createClient } from '../domain/people/oauth/clients/create-client.ts';
import { listClients, removeClient } from '../domain/people/oauth/clients/remove-client.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import { readChoice, required } from '../options/option-values.ts';
import { UsageError } from '../options/usage-error.ts';
import type { ClientRecord } from '../ports/metadata/people/clients.ts';
import { readArguments } from './arguments.ts';
import { openExisting } from './open-existing.ts';

/** `tandem-service clients create|list|delete`: returns the standard output. Works while the service runs. */
export async function clients(args: readonly string[]): Promise<string> {
  const [verb, ...rest] = args;
  switch (verb) {
    case 'create':
      return create(rest);
    case 'list':
      return list(rest);
    case 'delete':
      return remove(rest);
    default:
      throw new UsageError('clients needs a subcommand: create, list or delete. See tandem-service clients --help.');
  }
}

const createOptions = {
  ...storageOptions,
  name: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  confidential: { type: 'boolean' },
  'sign-in-only': { type: 'boolean' },
  scopes: { type: 'string' },
  'public-key': { type: 'string' },
} as const;

async function create(args: readonly string[]): Promise<string> {
  const { values } = readArguments('clients create', args, createOptions);
  const name = required('--name', values.name);
  const redirectUris = values['redirect-uri'] ?? [];
  const isConfidential = values.confidential ?? false;
  const mayActAlone = isConfidential && values['sign-in-only'] !== true;
  if (redirectUris.length === 0 && !mayActAlone) required('--redirect-uri', undefined);
  const scopes = values.scopes === undefined ? undefined : readScopes(values.scopes);
  const publicKey = values['public-key'] === undefined ? undefined : await readKey(values['public-key']);
  await using opened = await openService(readStorageConfig(values));
  const { service } = opened;
  const { client, secret } = await createClient(service, {
    name,
    redirectUris,
    isConfidential,
    mayActAlone,
    scopes,
    publicKey,
  });
  const enterprise = mayActAlone ? { enterprise_id: service.settings.enterprise.id } : {};
  const shown = { ...described(client), ...(secret === null ? {} : { secret }), ...enterprise };
  return `${JSON.stringify(shown)}\n`;
}

async function list(args: readonly string[]): Promise<string> {
  const { values } = readArguments('clients list', args, { ...storageOptions, json: { type: 'boolean' } });
  await using opened = await openExisting(readStorageConfig(values));
  const all = (await listClients(opened.service)).map(described);
  if (values.json) return `${JSON.stringify(all)}\n`;
  return all.map(({ id, name, redirect_uris }) => `${[id, name, ...redirect_uris].join('\t')}\n`).join('');
}

async function remove(args: readonly string[]): Promise<string> {
  const { values } = readArguments('clients delete', args, { ...storageOptions, 'client-id': { type: 'string' } });
  const id = required('--client-id', values['client-id']);
  await using opened = await openExisting(readStorageConfig(values));
  await removeClient(opened.service, id);
  return `${JSON.stringify({ id, deleted: true })}\n`;
}

function described({ id, name, redirectUris, secretHash, grants, scopes }: ClientRecord) {
  const is_confidential = secretHash !== null;
  return { id, name, redirect_uris: redirectUris, is_confidential, grant_types: grants, scopes };
}

function readScopes(text: string): readonly Scope[] {
  return text.split(/[\s,]+/).map((word) => readChoice('--scopes', word, applicationScopes));
}

async function readKey(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`--public-key: cannot read ${file}.`, { cause });
  });
}
