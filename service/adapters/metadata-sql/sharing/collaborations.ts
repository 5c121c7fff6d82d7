import type { Kysely } from 'kysely';
import type {
  CollaborationRecord,
  CollaborationRole,
  CollaborationWrites,
} from '../../../ports/metadata/sharing/collaborations.ts';
import { inChunks, toId, toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import { preparedForKeys } from '../prepared.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { CollaborationRow, Tables } from '../tables.ts';
import { sharedBelow } from './shared-below.ts';

/** Collaborations in SQL. */
export function sqlCollaborations({ db, requireTrees }: SqlWriter): CollaborationWrites {
  const collaborations = () => db.selectFrom('collaboration').selectAll();
  const ofItems = preparedForKeys<CollaborationRow>(db, (keys) => collaborations().where('item_id', 'in', keys));
  return {
    get: async (id) => {
      const row = await collaborations().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    listOfItems: async (itemIds) => (await ofItems(itemIds.map(toKey))).map(fromRow),
    listAccepted: async (userId) => {
      // Two index lookups; a single condition with "or" would scan the table.
      const ofGroups = db
        .selectFrom('group_membership')
        .innerJoin('collaboration', 'collaboration.group_id', 'group_membership.group_id')
        .selectAll('collaboration')
        .where('group_membership.user_id', '=', toKey(userId))
        .where('collaboration.status', '=', 'accepted');
      const rows = await ofUser(db, userId, 'accepted').selectAll('collaboration').unionAll(ofGroups).execute();
      return rows.map(fromRow).sort((one, other) => Number(one.id) - Number(other.id));
    },
    listAcceptedBelow: async (folderId) => {
      const ids = await sharedBelow(db, toKey(folderId));
      const rows = await inChunks(ids, (keys) =>
        collaborations().where('item_id', 'in', keys).where('status', '=', 'accepted').execute(),
      );
      return rows.map(fromRow).sort((one, other) => Number(one.id) - Number(other.id));
    },
    ...listsOf(db),
    insert: async (collaboration) => {
      await requireTrees(rootsOf(collaboration));
      await db.insertInto('collaboration').values(toRow(collaboration)).execute();
    },
    update: async (collaboration) => {
      await requireTrees(rootsOf(collaboration));
      const { id, ...columns } = toRow(collaboration);
      await db.updateTable('collaboration').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => void (await db.deleteFrom('collaboration').where('id', '=', toKey(id)).execute()),
    deleteOfItems: async (itemIds) => {
      await inChunks(itemIds.map(toKey), async (chunk) => {
        return db.deleteFrom('collaboration').where('item_id', 'in', chunk).execute();
      });
    },
    claimInvitations: async (inviteEmail, userId) => {
      const claimed = db
        .updateTable('collaboration')
        .set({ user_id: toKey(userId), invite_email: null, invite_key: null });
      await claimed.where('invite_key', '=', inviteEmail.toLowerCase()).execute();
    },
  };
}

/** The person in whose root the shared item appears. */
function rootsOf({ userId }: CollaborationRecord): readonly string[] {
  return userId === null ? [] : [userId];
}

type Lists = Pick<
  CollaborationWrites,
  'listOfItem' | 'countOfGroup' | 'listOfGroup' | 'listOfUser' | 'listExpired' | 'countPending' | 'listPending'
>;

/** Pages of collaborations, and their total count. */
function listsOf(db: Kysely<Tables>): Lists {
  const collaborations = () => db.selectFrom('collaboration').selectAll();
  return {
    listOfItem: async (itemId, { afterId, limit }) => {
      const current = collaborations()
        .where('item_id', '=', toKey(itemId))
        .where('status', 'in', ['accepted', 'pending']);
      const behind = afterId === null ? current : current.where('id', '>', toKey(afterId));
      return (await behind.orderBy('id').limit(limit).execute()).map(fromRow);
    },
    countOfGroup: async (groupId) => {
      const count = db.selectFrom('collaboration').where('group_id', '=', toKey(groupId));
      const row = await count.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      return Number(row.count);
    },
    listOfGroup: async (groupId, { offset, limit }) => {
      const own = collaborations().where('group_id', '=', toKey(groupId)).orderBy('id');
      return (await own.offset(offset).limit(limit).execute()).map(fromRow);
    },
    listOfUser: async (userId) => {
      return (await collaborations().where('user_id', '=', toKey(userId)).orderBy('id').execute()).map(fromRow);
    },
    listExpired: async (time, limit) => {
      const ended = collaborations().where('expires_at', '<=', time).orderBy('expires_at').limit(limit);
      return (await ended.execute()).map(fromRow);
    },
    countPending: async (userId) => {
      const count = ofUser(db, userId, 'pending').select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    listPending: async (userId, { offset, limit }) => {
      const pending = ofUser(db, userId, 'pending').selectAll().orderBy('id');
      return (await pending.offset(offset).limit(limit).execute()).map(fromRow);
    },
  };
}

function ofUser(db: Kysely<Tables>, userId: string, status: CollaborationRecord['status']) {
  return db.selectFrom('collaboration').where('user_id', '=', toKey(userId)).where('status', '=', status);
}

function fromRow(row: CollaborationRow): CollaborationRecord {
  return {
    id: toId(row.id),
    itemId: toId(row.item_id),
    userId: toOptionalId(row.user_id),
    inviteEmail: row.invite_email,
    // The columns hold what `toRow` wrote.
    role: row.role as CollaborationRole,
    status: row.status as CollaborationRecord['status'],
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    acknowledgedAt: row.acknowledged_at,
    groupId: toOptionalId(row.group_id),
    expiresAt: row.expires_at,
    isAccessOnly: row.is_access_only === 1,
    canViewPath: row.can_view_path === 1,
  };
}

function toRow(collaboration: CollaborationRecord): CollaborationRow {
  return {
    id: toKey(collaboration.id),
    item_id: toKey(collaboration.itemId),
    user_id: toOptionalKey(collaboration.userId),
    invite_email: collaboration.inviteEmail,
    invite_key: collaboration.inviteEmail?.toLowerCase() ?? null,
    role: collaboration.role,
    status: collaboration.status,
    created_by: toKey(collaboration.createdBy),
    created_at: collaboration.createdAt,
    modified_at: collaboration.modifiedAt,
    acknowledged_at: collaboration.acknowledgedAt,
    group_id: toOptionalKey(collaboration.groupId),
    expires_at: collaboration.expiresAt,
    is_access_only: collaboration.isAccessOnly ? 1 : 0,
    can_view_path: collaboration.canViewPath ? 1 : 0,
  };
}
