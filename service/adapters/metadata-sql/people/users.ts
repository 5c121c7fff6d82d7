import { type Compilable, type Kysely, sql } from 'kysely';
import type { UserFilter, UserRecord, UserWrites } from '../../../ports/metadata/people/users.ts';
import { inChunks, toKey } from '../ids.ts';
import { startsWith } from '../prefix.ts';
import { prepared } from '../prepared.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { Tables, UserRow } from '../tables.ts';
import { sqlAccountParts } from './account-parts.ts';
import { changedUserColumns, fromUserRow, toUserRow } from './user-rows.ts';

/** Users in SQL. */
export function sqlUsers({ db, requireTrees }: SqlWriter): UserWrites {
  const users = () => present(db).selectAll();
  const byId = prepared<UserRow, [number]>(db, () => users().where('id', '=', 0));
  const room = prepared<RoomRow, [number]>(db, () => roomQuery(db));
  const addUsed = prepared<never, [number, number]>(db, () =>
    db
      .updateTable('user')
      .set((row) => ({ space_used: row('space_used', '+', 0) }))
      .where('id', '=', 0),
  );
  return {
    roomOf: async (id) => {
      const [row] = await room(toKey(id));
      return row ? { allBytes: row.all_bytes, usedBytes: row.used_bytes, heldBytes: Number(row.held_bytes) } : null;
    },
    get: async (id) => toUser((await byId(toKey(id)))[0]),
    getMany: async (ids) => {
      const named = () => db.selectFrom('user').selectAll();
      const rows = await inChunks(ids.map(toKey), (keys) => named().where('id', 'in', keys).execute());
      return rows.map(fromUserRow);
    },
    getByLogin: async (login) => toUser(await users().where('login_key', '=', login.toLowerCase()).executeTakeFirst()),
    list: async () => (await users().orderBy('id').execute()).map(fromUserRow),
    isEmpty: async () => (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined,
    listByRole: async (role, limit) => {
      const those = users().where('role', '=', role).orderBy('id').limit(limit);
      return (await those.execute()).map(fromUserRow);
    },
    getByExternalAppUserId: async (id) =>
      toUser(await users().where('external_app_user_id', '=', id).executeTakeFirst()),
    count: async (filter) => {
      const count = filtered(db, filter).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    page: async (filter, page) => {
      const sorted = filtered(db, filter).selectAll().orderBy('id').limit(page.limit);
      const placed =
        page.form === 'offset'
          ? sorted.offset(page.offset)
          : page.afterId === null
            ? sorted
            : sorted.where('id', '>', toKey(page.afterId));
      return (await placed.execute()).map(fromUserRow);
    },
    insert: async (user) => void (await db.insertInto('user').values(toUserRow(user)).execute()),
    update: async (id, changes) => {
      await db.updateTable('user').set(changedUserColumns(changes)).where('id', '=', toKey(id)).execute();
    },
    addSpaceUsed: async (id, bytes) => {
      await requireTrees([id]);
      await addUsed(bytes, toKey(id));
    },
    remove: async (id, deletedAt) => {
      // Logins cannot contain a space, so the placeholder never matches one.
      const freed = { login_key: ` ${id}`, external_app_user_id: null, status: 'inactive', deleted_at: deletedAt };
      await db.updateTable('user').set(freed).where('id', '=', toKey(id)).execute();
      await db.deleteFrom('user_avatar').where('user_id', '=', toKey(id)).execute();
    },
    ...sqlAccountParts(db),
  };
}

function toUser(row: UserRow | undefined): UserRecord | null {
  return row ? fromUserRow(row) : null;
}

interface RoomRow {
  readonly all_bytes: number;
  readonly used_bytes: number;
  readonly held_bytes: number;
}

function roomQuery(db: Kysely<Tables>): Compilable<RoomRow> {
  const query = sql<RoomRow>`
    select space_amount as all_bytes, space_used as used_bytes, (
      select coalesce(sum(stored_bytes), 0) from upload_session where owner_id = "user".id and is_open = 1) as held_bytes
    from "user" where id = ${0} and space_amount is not null and deleted_at is null`;
  return { compile: () => query.compile(db) };
}

/** Deleted users are found only by id, and only as a name. */
function present(db: Kysely<Tables>) {
  return db.selectFrom('user').where('deleted_at', 'is', null);
}

function filtered(db: Kysely<Tables>, { prefix, externalAppUserId }: UserFilter) {
  const all = present(db);
  const known = externalAppUserId === null ? all : all.where('external_app_user_id', '=', externalAppUserId);
  if (prefix === '') return known;
  return known.where((eb) => eb.or([startsWith('name_key', prefix), startsWith('login_key', prefix)]));
}
