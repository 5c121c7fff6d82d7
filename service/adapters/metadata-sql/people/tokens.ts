import { type Kysely, sql } from 'kysely';
import type {
  CodeRecord,
  RefreshTokenRecord,
  TokenRecord,
  TokenWrites,
} from '../../../ports/metadata/people/tokens.ts';
import { toId, toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import { prepared } from '../prepared.ts';
import type { CodeRow, RefreshTokenRow, TokenRow } from '../tables/sign-in.ts';
import type { Tables } from '../tables.ts';
import { fromUserRow } from './user-rows.ts';

/** What an access token is issued for. */
const renewing = ['refresh_token', 'authorization_code'] as const;

/** Access tokens, refresh tokens and authorization codes in SQL. */
export function sqlTokens(db: Kysely<Tables>): TokenWrites {
  const withUser = prepared(db, () => tokenWithUser(db));
  return {
    get: async (digest) => {
      const row = await db.selectFrom('token').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row ? fromTokenRow(row) : null;
    },
    getWithUser: async (digest) => {
      const [row] = await withUser(digest);
      if (!row) return null;
      const token = fromTokenRow({ ...row, user_id: row.id, created_at: row.token_created_at });
      return { token, user: fromUserRow(row) };
    },
    getRefresh: async (digest) => {
      const row = await db.selectFrom('refresh_token').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row ? fromRefreshRow(row) : null;
    },
    getCode: async (digest) => {
      const row = await db.selectFrom('authorization_code').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row ? fromCodeRow(row) : null;
    },
    insert: async (token) => void (await db.insertInto('token').values(toTokenRow(token)).execute()),
    insertRefresh: async (token) => void (await db.insertInto('refresh_token').values(toRefreshRow(token)).execute()),
    insertCode: async (code) => void (await db.insertInto('authorization_code').values(toCodeRow(code)).execute()),
    markRefreshUsed: async (digest, used_at, successor) => {
      await db.updateTable('refresh_token').set({ used_at, successor }).where('digest', '=', digest).execute();
      await db.updateTable('refresh_token').set({ successor: null }).where('successor', '=', digest).execute();
    },
    confirm: (digest) => confirm(db, digest),
    markCodeUsed: async (digest, used_at) => {
      await db.updateTable('authorization_code').set({ used_at }).where('digest', '=', digest).execute();
    },
    noteAssertion: async (digest, expires_at) => {
      const insert = db.insertInto('used_assertion').values({ digest, expires_at });
      const result = await insert.onConflict((conflict) => conflict.column('digest').doNothing()).executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
    },
    ...tokenEnds(db),
    deleteExpiredBefore: (time, limit) => deleteExpired(db, time, limit),
  };
}

type TokenEnds = 'deleteUnconfirmed' | 'delete' | 'deleteFamily' | 'deleteOfDevice' | 'deleteOfUser' | 'deleteOfClient';

/** The deletions that return whose access tokens have ended. */
function tokenEnds(db: Kysely<Tables>): Pick<TokenWrites, TokenEnds> {
  const access = db.deleteFrom('token').returning('user_id');
  return {
    deleteUnconfirmed: async (refreshDigest) => ownersOf(await access.where('confirms', '=', refreshDigest).execute()),
    delete: (digest) => deleteWithNarrowed(db, digest),
    deleteFamily: async (familyId) => {
      const ended = await access.where('family_id', '=', familyId).execute();
      await db.deleteFrom('refresh_token').where('family_id', '=', familyId).execute();
      return ownersOf(ended);
    },
    deleteOfDevice: async (devicePinId) => {
      const ended = await access.where('device_pin_id', '=', toKey(devicePinId)).execute();
      await db.deleteFrom('refresh_token').where('device_pin_id', '=', toKey(devicePinId)).execute();
      return ownersOf(ended);
    },
    deleteOfUser: async (userId) => {
      const ended = await access.where('user_id', '=', toKey(userId)).execute();
      for (const kind of renewing) await db.deleteFrom(kind).where('user_id', '=', toKey(userId)).execute();
      return ownersOf(ended);
    },
    deleteOfClient: async (clientId) => {
      const ended = await access.where('client_id', '=', clientId).execute();
      for (const kind of renewing) await db.deleteFrom(kind).where('client_id', '=', clientId).execute();
      return ownersOf(ended);
    },
  };
}

function ownersOf(ended: readonly Pick<TokenRow, 'user_id'>[]): readonly string[] {
  return [...new Set(ended.map(({ user_id }) => toId(user_id)))];
}

async function deleteWithNarrowed(
  db: Kysely<Tables>,
  digest: Parameters<TokenWrites['delete']>[0],
): Promise<readonly string[]> {
  const { rows } = await sql<Pick<TokenRow, 'user_id'>>`with recursive narrowed (digest) as (
      select cast(${digest} as text) union select token.digest from token join narrowed on token.narrowed_from = narrowed.digest)
    delete from token where digest in (select digest from narrowed) returning user_id`.execute(db);
  return ownersOf(rows);
}

async function confirm(db: Kysely<Tables>, digest: Parameters<TokenWrites['confirm']>[0]): Promise<void> {
  const known = await db.selectFrom('token').select('confirms').where('digest', '=', digest).executeTakeFirst();
  const confirms = known?.confirms ?? null;
  if (confirms === null) return;
  // The access token first, as an exchange locks them.
  await db.updateTable('token').set({ confirms: null }).where('digest', '=', digest).execute();
  await db.updateTable('refresh_token').set({ successor: null }).where('digest', '=', confirms).execute();
}

/** Deletes at most `limit` expired rows of each kind; returns how many. */
async function deleteExpired(
  db: Kysely<Tables>,
  time: Parameters<TokenWrites['deleteExpiredBefore']>[0],
  limit: number,
): Promise<number> {
  let deleted = 0;
  for (const kind of ['token', ...renewing, 'used_assertion'] as const) {
    const old = db.selectFrom(kind).select('digest').where('expires_at', '<', time).limit(limit);
    const result = await db.deleteFrom(kind).where('digest', 'in', old).executeTakeFirst();
    deleted += Number(result.numDeletedRows);
  }
  return deleted;
}

function tokenWithUser(db: Kysely<Tables>) {
  return db
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .where('token.digest', '=', '')
    .where('user.deleted_at', 'is', null)
    .selectAll('user')
    .select(['digest', 'scopes', 'token.created_at as token_created_at', 'expires_at'])
    .select([
      'client_id',
      'family_id',
      'device_pin_id',
      'restricted_item_id',
      'restricted_link',
      'narrowed_from',
      'is_narrowed',
      'confirms',
    ]);
}

function fromTokenRow(row: TokenRow): TokenRecord {
  const { client_id: clientId, family_id: familyId } = row;
  const devicePinId = toOptionalId(row.device_pin_id);
  const itemId = toOptionalId(row.restricted_item_id);
  return {
    digest: row.digest,
    userId: toId(row.user_id),
    scopes: toList(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    grant: clientId === null || familyId === null ? null : { clientId, familyId, devicePinId },
    narrowedFrom: row.narrowed_from ?? (row.is_narrowed === 0 ? null : ''),
    confirms: row.confirms,
    restriction: itemId === null ? null : { itemId, sharedLink: row.restricted_link },
  };
}

function toTokenRow({ grant, restriction, ...token }: TokenRecord): TokenRow {
  return {
    digest: token.digest,
    user_id: toKey(token.userId),
    scopes: JSON.stringify(token.scopes),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    client_id: grant?.clientId ?? null,
    family_id: grant?.familyId ?? null,
    device_pin_id: toOptionalKey(grant?.devicePinId ?? null),
    restricted_item_id: toOptionalKey(restriction?.itemId ?? null),
    restricted_link: restriction?.sharedLink ?? null,
    narrowed_from: token.narrowedFrom,
    is_narrowed: token.narrowedFrom === null ? 0 : 1,
    confirms: token.confirms,
  };
}

function fromRefreshRow(row: RefreshTokenRow): RefreshTokenRecord {
  return {
    digest: row.digest,
    userId: toId(row.user_id),
    scopes: toList(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    successor: row.successor,
    grant: { clientId: row.client_id, familyId: row.family_id, devicePinId: toOptionalId(row.device_pin_id) },
  };
}

function toRefreshRow({ grant, ...token }: RefreshTokenRecord): RefreshTokenRow {
  return {
    digest: token.digest,
    family_id: grant.familyId,
    user_id: toKey(token.userId),
    client_id: grant.clientId,
    device_pin_id: toOptionalKey(grant.devicePinId),
    scopes: JSON.stringify(token.scopes),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    used_at: token.usedAt,
    successor: token.successor,
  };
}

function fromCodeRow(row: CodeRow): CodeRecord {
  return {
    digest: row.digest,
    userId: toId(row.user_id),
    clientId: row.client_id,
    familyId: row.family_id,
    scopes: toList(row.scopes),
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

function toCodeRow(code: CodeRecord): CodeRow {
  return {
    digest: code.digest,
    family_id: code.familyId,
    user_id: toKey(code.userId),
    client_id: code.clientId,
    scopes: JSON.stringify(code.scopes),
    redirect_uri: code.redirectUri,
    code_challenge: code.codeChallenge,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
    used_at: code.usedAt,
  };
}

/** The column holds a JSON array that a function above wrote. */
function toList(text: string): readonly string[] {
  return JSON.parse(text) as string[];
}
