import type { Kysely } from 'kysely';
import type { SignInWrites } from '../../../ports/metadata/people/sign-in.ts';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Passwords and browser sessions in SQL. */
export function sqlSignIn(db: Kysely<Tables>): SignInWrites {
  return {
    passwordHash: async (userId) => {
      const row = db.selectFrom('user_password').select('hash').where('user_id', '=', toKey(userId));
      return (await row.executeTakeFirst())?.hash ?? null;
    },
    browserSession: async (digest) => {
      const row = await db.selectFrom('browser_session').selectAll().where('digest', '=', digest).executeTakeFirst();
      if (!row) return null;
      return { digest, userId: toId(row.user_id), createdAt: row.created_at, expiresAt: row.expires_at };
    },
    setPassword: async (userId, hash, changed_at) => {
      const insert = db.insertInto('user_password').values({ user_id: toKey(userId), hash, changed_at });
      await insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at })).execute();
    },
    deletePassword: async (userId) => {
      await db.deleteFrom('user_password').where('user_id', '=', toKey(userId)).execute();
    },
    insertBrowserSession: async ({ digest, userId, createdAt: created_at, expiresAt: expires_at }) => {
      const row = { digest, user_id: toKey(userId), created_at, expires_at };
      await db.insertInto('browser_session').values(row).execute();
    },
    deleteBrowserSession: async (digest) => {
      await db.deleteFrom('browser_session').where('digest', '=', digest).execute();
    },
    deleteBrowserSessionsOfUser: async (userId) => {
      await db.deleteFrom('browser_session').where('user_id', '=', toKey(userId)).execute();
    },
    deleteBrowserSessionsExpiredBefore: async (time, limit) => {
      const old = db.selectFrom('browser_session').select('digest').where('expires_at', '<', time).limit(limit);
      const result = await db.deleteFrom('browser_session').where('digest', 'in', old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
