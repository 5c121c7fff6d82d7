import type { Kysely } from 'kysely';
import type { EmailAliasRecord, UserWrites } from '../../../ports/metadata/people/users.ts';
import { toId, toKey } from '../ids.ts';
import type { EmailAliasRow } from '../tables/people.ts';
import type { Tables } from '../tables.ts';

type AccountParts = Pick<
  UserWrites,
  'avatar' | 'putAvatar' | 'deleteAvatar' | 'aliases' | 'getAlias' | 'insertAlias' | 'deleteAlias'
>;

/** Avatars and email aliases of users in SQL. */
export function sqlAccountParts(db: Kysely<Tables>): AccountParts {
  const aliases = () => db.selectFrom('email_alias').selectAll();
  return {
    avatar: async (userId) => {
      const found = db.selectFrom('user_avatar').selectAll().where('user_id', '=', toKey(userId));
      const row = await found.executeTakeFirst();
      return row ? { userId, contentType: row.content_type, content: Buffer.from(row.content, 'base64') } : null;
    },
    putAvatar: async ({ userId, contentType, content }) => {
      const picture = { content_type: contentType, content: content.toString('base64') };
      const insert = db.insertInto('user_avatar').values({ user_id: toKey(userId), ...picture });
      await insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture)).execute();
    },
    deleteAvatar: async (userId) => {
      await db.deleteFrom('user_avatar').where('user_id', '=', toKey(userId)).execute();
    },
    aliases: async (userId) => {
      const rows = await aliases().where('user_id', '=', toKey(userId)).orderBy('id').execute();
      return rows.map(fromAliasRow);
    },
    getAlias: async (email) => {
      const row = await aliases().where('email_key', '=', email.toLowerCase()).executeTakeFirst();
      return row ? fromAliasRow(row) : null;
    },
    insertAlias: async ({ id, userId, email }) => {
      const row = { id: toKey(id), user_id: toKey(userId), email, email_key: email.toLowerCase() };
      await db.insertInto('email_alias').values(row).execute();
    },
    deleteAlias: async (id) => {
      await db.deleteFrom('email_alias').where('id', '=', toKey(id)).execute();
    },
  };
}

function fromAliasRow(row: EmailAliasRow): EmailAliasRecord {
  return { id: toId(row.id), userId: toId(row.user_id), email: row.email };
}
