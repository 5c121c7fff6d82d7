import { type Kysely, sql } from 'kysely';
import { limits } from '../../../../contract/rules/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { IdempotencyKeyWrites } from '../../../ports/metadata/upkeep/idempotency-keys.ts';
import { toId, toKey } from '../ids.ts';
import { prepared, preparedForRow } from '../prepared.ts';
import type { IdempotencyKeyRow, Tables } from '../tables.ts';
import { packText, unpackText } from './packed-text.ts';

/** Stored answers in SQL. */
export function sqlIdempotencyKeys(db: Kysely<Tables>, clock: Clock): IdempotencyKeyWrites {
  const byKey = prepared<IdempotencyKeyRow, [number, string]>(db, () =>
    db.selectFrom('idempotency_key').selectAll().where('user_id', '=', 0).where('key', '=', ''),
  );
  const insertRow = preparedForRow<IdempotencyKeyRow>(db, (row) => insertOf(db, row));
  return {
    get: async (userId, key) => {
      const [row] = await byKey(toKey(userId), key);
      if (!row || row.created_at <= clock.now() - limits.idempotencyKeyLifeMs) return null;
      return {
        userId: toId(row.user_id),
        key: row.key,
        operation: row.operation,
        fingerprint: row.fingerprint,
        contentSha1: row.content_sha1,
        authority: row.authority,
        status: row.status,
        headers: JSON.parse(row.headers) as Readonly<Record<string, string>>,
        body: row.body === null ? null : unpackText(row.body),
        createdAt: row.created_at,
      };
    },
    insert: async ({ userId, createdAt, contentSha1, headers, body, ...columns }) => {
      const inserted = await insertRow({
        ...columns,
        user_id: toKey(userId),
        content_sha1: contentSha1,
        headers: JSON.stringify(headers),
        body: body === null ? null : packText(body),
        created_at: createdAt,
      });
      return inserted.length > 0;
    },
    deleteOfUser: async (userId) => {
      await db.deleteFrom('idempotency_key').where('user_id', '=', toKey(userId)).execute();
    },
    deleteBefore: async (time, limit) => {
      const old = db.selectFrom('idempotency_key').select(['user_id', 'key']).where('created_at', '<=', time);
      const some = old.orderBy('created_at').limit(limit);
      const isOld = sql<boolean>`(user_id, key) in ${some}`;
      const { numDeletedRows } = await db.deleteFrom('idempotency_key').where(isOld).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Only an answer that has lived its life, and was not collected yet, is replaced. */
function insertOf(db: Kysely<Tables>, row: IdempotencyKeyRow) {
  return db
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          operation: ref('excluded.operation'),
          fingerprint: ref('excluded.fingerprint'),
          content_sha1: ref('excluded.content_sha1'),
          authority: ref('excluded.authority'),
          status: ref('excluded.status'),
          headers: ref('excluded.headers'),
          body: ref('excluded.body'),
          created_at: ref('excluded.created_at'),
        }))
        .where(
          sql<boolean>`idempotency_key.created_at <= excluded.created_at - ${sql.lit(limits.idempotencyKeyLifeMs)}`,
        ),
    )
    .returning('key');
}
