import type { Kysely } from 'kysely';
import type { UserChanges, UserRecord, UserRole, UserStatus, UserWrites } from '../../ports/metadata/users.ts';
import { inChunks, toId, toKey } from './ids.ts';
import type { Tables, UserRow } from './tables.ts';

/** People in SQL. */
export function sqlUsers(db: Kysely<Tables>): UserWrites {
  const users = () => db.selectFrom('user').selectAll();
  return {
    get: async (id) => toUser(await users().where('id', '=', toKey(id)).executeTakeFirst()),
    getMany: async (ids) => {
      const rows = await inChunks(ids.map(toKey), (keys) => users().where('id', 'in', keys).execute());
      return rows.map(fromUserRow);
    },
    getByLogin: async (login) => toUser(await users().where('login_key', '=', login.toLowerCase()).executeTakeFirst()),
    list: async () => (await users().orderBy('id').execute()).map(fromUserRow),
    insert: async (user) => void (await db.insertInto('user').values(toUserRow(user)).execute()),
    update: async (id, changes) => {
      await db.updateTable('user').set(toChangedColumns(changes)).where('id', '=', toKey(id)).execute();
    },
    addSpaceUsed: async (id, bytes) => {
      const more = db.updateTable('user').set((row) => ({ space_used: row('space_used', '+', bytes) }));
      await more.where('id', '=', toKey(id)).execute();
    },
  };
}

function toUser(row: UserRow | undefined): UserRecord | null {
  return row ? fromUserRow(row) : null;
}

function fromUserRow(row: UserRow): UserRecord {
  return {
    id: toId(row.id),
    login: row.login,
    name: row.name,
    // The columns hold what `toUserRow` put there.
    role: row.role as UserRole,
    status: row.status as UserStatus,
    rootId: toId(row.root_id),
    language: row.language,
    timezone: row.timezone,
    spaceAmountBytes: row.space_amount,
    spaceUsedBytes: row.space_used,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toUserRow(user: UserRecord): UserRow {
  return {
    id: toKey(user.id),
    login: user.login,
    login_key: user.login.toLowerCase(),
    name: user.name,
    role: user.role,
    status: user.status,
    root_id: toKey(user.rootId),
    language: user.language,
    timezone: user.timezone,
    space_amount: user.spaceAmountBytes,
    space_used: user.spaceUsedBytes,
    created_at: user.createdAt,
    modified_at: user.modifiedAt,
  };
}

function toChangedColumns({ name, role, status, spaceAmountBytes, modifiedAt }: UserChanges): Partial<UserRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(spaceAmountBytes === undefined ? {} : { space_amount: spaceAmountBytes }),
    ...(modifiedAt === undefined ? {} : { modified_at: modifiedAt }),
  };
}
