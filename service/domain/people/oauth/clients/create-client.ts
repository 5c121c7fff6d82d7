import { grantTypes } from '../../../../../contract/oauth.ts';
import { say } from '../../../../../contract/rules/say.ts';
import { applicationScopes } from '../../../../../contract/scopes.ts';
import type { ClientRecord } from '../../../../ports/metadata/people/clients.ts';
import { parameterRefusal } from '../../../refusal.ts';
import type { Service } from '../../../service.ts';
import { storedSecret } from './client-secret.ts';
import { requireRedirectUri } from './redirect-uris.ts';

/** Input of `createClient`. A client that is not confidential cannot keep a secret: an app on a user's device. */
export interface CreateClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isConfidential: boolean;
  /** False: a confidential client may only sign people in, not act by itself. */
  readonly mayActAlone: boolean;
  readonly scopes?: readonly string[] | undefined;
  /** In PEM: a confidential client that acts by itself may also authenticate with assertions. */
  readonly publicKey?: string | undefined;
}

/** A client with its secret, which is visible only now. */
export interface CreatedClient {
  readonly client: ClientRecord;
  /** Null for a public client. */
  readonly secret: string | null;
}

/** Maximum length of a client's name, which people see on the consent page. */
const longestName = 100;

/**
 * Registers a client.
 * @throws Refusal `bad_request` for an invalid name or URI.
 */
export async function createClient(service: Service, request: CreateClient): Promise<CreatedClient> {
  const length = [...request.name].length;
  if (length < 1 || length > longestName) {
    const message = say`A client's name must have 1 to ${longestName} characters, not ${length}.`;
    throw parameterRefusal('bad_request', 'name', message);
  }
  for (const uri of request.redirectUris) requireRedirectUri(uri);
  await requirePublicKey(service, request);
  const secret = request.isConfidential ? service.ids.hex(32) : null;
  const client: ClientRecord = {
    id: service.ids.hex(16),
    name: request.name,
    secretHash: secret === null ? null : storedSecret(secret),
    publicKey: request.publicKey ?? null,
    redirectUris: request.redirectUris,
    grants: grantsOf(request),
    scopes: request.scopes ?? applicationScopes,
    serviceAccountId: null,
    createdAt: service.clock.now(),
  };
  await service.store.transaction(async ({ clients }) => clients.insert(client));
  return { client, secret };
}

function grantsOf({ isConfidential, mayActAlone, publicKey }: CreateClient): readonly string[] {
  const forPeople = [grantTypes.code, grantTypes.refresh, grantTypes.exchange];
  if (!isConfidential || !mayActAlone) return forPeople;
  return [...forPeople, grantTypes.clientCredentials, ...(publicKey === undefined ? [] : [grantTypes.assertion])];
}

async function requirePublicKey({ assertions }: Service, request: CreateClient): Promise<void> {
  if (request.publicKey === undefined) return;
  if (!request.isConfidential || !request.mayActAlone) {
    const message = say`Only a confidential client that may act by itself can have a public key.`;
    throw parameterRefusal('bad_request', 'public_key', message);
  }
  if (await assertions.isPublicKey(request.publicKey)) return;
  const message = say`The public key must be an RSA key in PEM format, beginning with -----BEGIN PUBLIC KEY-----.`;
  throw parameterRefusal('bad_request', 'public_key', message);
}
