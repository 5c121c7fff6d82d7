import type { Kysely } from 'kysely';
import type { ClientRecord, ClientWrites } from '../../../ports/metadata/people/clients.ts';
import { toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import type { ClientRow } from '../tables/sign-in.ts';
import type { Tables } from '../tables.ts';

/** OAuth clients in SQL. */
export function sqlClients(db: Kysely<Tables>): ClientWrites {
  const clients = () => db.selectFrom('oauth_client').selectAll();
  return {
    get: async (id) => {
      const row = await clients().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    list: async () => (await clients().orderBy('created_at').orderBy('id').execute()).map(fromRow),
    insert: async (client) => void (await db.insertInto('oauth_client').values(toRow(client)).execute()),
    setSecretHash: async (id, secret_hash) => {
      await db.updateTable('oauth_client').set({ secret_hash }).where('id', '=', id).execute();
    },
    setServiceAccount: async (id, userId) => {
      const set = db.updateTable('oauth_client').set({ service_account_id: toKey(userId) });
      await set.where('id', '=', id).execute();
    },
    delete: async (id) => void (await db.deleteFrom('oauth_client').where('id', '=', id).execute()),
  };
}

function fromRow(row: ClientRow): ClientRecord {
  return {
    id: row.id,
    name: row.name,
    secretHash: row.secret_hash,
    publicKey: row.public_key,
    // The columns hold what `toRow` wrote.
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    grants: JSON.parse(row.grants) as string[],
    scopes: JSON.parse(row.scopes) as string[],
    serviceAccountId: toOptionalId(row.service_account_id),
    createdAt: row.created_at,
  };
}

function toRow(client: ClientRecord): ClientRow {
  return {
    id: client.id,
    name: client.name,
    secret_hash: client.secretHash,
    public_key: client.publicKey,
    redirect_uris: JSON.stringify(client.redirectUris),
    grants: JSON.stringify(client.grants),
    scopes: JSON.stringify(client.scopes),
    service_account_id: toOptionalKey(client.serviceAccountId),
    created_at: client.createdAt,
  };
}
