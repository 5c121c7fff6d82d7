import { grantTypes } from '../../../contract/oauth.ts';
import { applicationScopes } from '../../../contract/scopes.ts';
import type { ClientRecord } from '../../ports/metadata/clients.ts';
import { parameterRefusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { requireRedirectUri } from './redirect-uris.ts';

/** What `createClient` is told. A client that is not confidential can keep no secret: an app on somebody's device. */
export interface CreateClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isConfidential: boolean;
  /** False: a confidential client may only sign people in, and not act by itself. */
  readonly mayActAlone: boolean;
  readonly scopes?: readonly string[] | undefined;
}

/** A client with its secret: the only time that the secret can be seen. */
export interface CreatedClient {
  readonly client: ClientRecord;
  /** Null for a public client. */
  readonly secret: string | null;
}

/** Characters of a client's name, which people read on the consent page. */
const longestName = 100;

/** Registers a client. @throws Refusal `bad_request` for a name or an address that cannot be. */
export async function createClient(service: Service, request: CreateClient): Promise<CreatedClient> {
  const length = [...request.name].length;
  if (length < 1 || length > longestName) {
    const message = `A client's name must have 1 to ${longestName} characters; this one has ${length}.`;
    throw parameterRefusal('bad_request', 'name', message);
  }
  for (const uri of request.redirectUris) requireRedirectUri(uri);
  const secret = request.isConfidential ? service.ids.hex(32) : null;
  const client: ClientRecord = {
    id: service.ids.hex(16),
    name: request.name,
    secretHash: secret === null ? null : await service.passwords.hash(secret),
    redirectUris: request.redirectUris,
    grants: grantsOf(request),
    scopes: request.scopes ?? applicationScopes,
    serviceAccountId: null,
    createdAt: service.clock.now(),
  };
  await service.store.transaction(async ({ clients }) => clients.insert(client));
  return { client, secret };
}

function grantsOf({ isConfidential, mayActAlone }: CreateClient): readonly string[] {
  const forPeople = [grantTypes.code, grantTypes.refresh, grantTypes.exchange];
  return isConfidential && mayActAlone ? [...forPeople, grantTypes.clientCredentials] : forPeople;
}
