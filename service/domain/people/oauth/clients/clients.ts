import { builtInClient, grantTypes, loopbackRedirectUri } from '../../../../../contract/oauth.ts';
import { applicationScopes } from '../../../../../contract/scopes.ts';
import type { ClientRecord } from '../../../../ports/metadata/people/clients.ts';
import type { Service } from '../../../service.ts';
import { provesSecret } from './client-secret.ts';

/** Tandem's own client. It is in no table, since every service has it and it cannot be removed. */
const ownClient: ClientRecord = {
  id: builtInClient.id,
  name: builtInClient.name,
  secretHash: null,
  publicKey: null,
  redirectUris: [loopbackRedirectUri, `http://[::1]${builtInClient.redirectPath}`],
  grants: [grantTypes.code, grantTypes.refresh],
  scopes: applicationScopes,
  serviceAccountId: null,
  createdAt: 0,
};

/** A client by id; null if there is none. */
export async function findClient(service: Service, id: string): Promise<ClientRecord | null> {
  if (id === ownClient.id) return ownClient;
  // Skip the query for anything that is not an id, since it may contain characters the database does not accept.
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  return service.store.read(async ({ clients }) => clients.get(id));
}

/** Authenticates a client: a confidential one by its secret, a public one by having none. Null on failure. */
export async function authenticateClient(
  service: Service,
  id: string,
  secret: string | undefined,
): Promise<ClientRecord | null> {
  const client = await findClient(service, id);
  if (!client) return null;
  if (client.secretHash === null) return secret === undefined || secret === '' ? client : null;
  if (secret === undefined) return null;
  return (await provesSecret(service, client, secret)) ? client : null;
}
