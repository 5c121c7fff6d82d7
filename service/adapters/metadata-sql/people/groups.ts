import type { Kysely } from 'kysely';
import type { GroupLevel, MembershipRole } from '../../../../contract/resources/people/group.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import type {
  GroupFilter,
  GroupPermissions,
  GroupRecord,
  GroupWrites,
  Member,
  MembershipRecord,
} from '../../../ports/metadata/people/groups.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import { startsWith } from '../prefix.ts';
import type { GroupMembershipRow, GroupRow } from '../tables/people.ts';
import type { Tables } from '../tables.ts';

/** Groups and memberships in SQL. */
export function sqlGroups(db: Kysely<Tables>): GroupWrites {
  const groups = () => db.selectFrom('user_group').selectAll();
  const memberships = () => db.selectFrom('group_membership').selectAll();
  return {
    get: async (id) => toGroup(await groups().where('id', '=', toKey(id)).executeTakeFirst()),
    getMany: async (ids) => {
      const rows = await inChunks(ids.map(toKey), (keys) => groups().where('id', 'in', keys).execute());
      return rows.map(fromGroupRow);
    },
    getByName: async (key) => toGroup(await groups().where('name_key', '=', key).executeTakeFirst()),
    count: async (filter) => {
      const count = filtered(db, filter).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    list: async (filter, { offset, limit }) => {
      const page = filtered(db, filter).selectAll().orderBy('name_key').offset(offset).limit(limit);
      return (await page.execute()).map(fromGroupRow);
    },
    membership: async (id) => toMembership(await memberships().where('id', '=', toKey(id)).executeTakeFirst()),
    membershipOf: async (groupId, userId) => {
      const pair = memberships().where('group_id', '=', toKey(groupId)).where('user_id', '=', toKey(userId));
      return toMembership(await pair.executeTakeFirst());
    },
    ...listsOf(db),
    insert: async (group) => void (await db.insertInto('user_group').values(toGroupRow(group)).execute()),
    update: async (group) => {
      const { id, ...columns } = toGroupRow(group);
      await db.updateTable('user_group').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => {
      await db.deleteFrom('group_membership').where('group_id', '=', toKey(id)).execute();
      await db.deleteFrom('user_group').where('id', '=', toKey(id)).execute();
    },
    insertMembership: async (membership) => {
      await db.insertInto('group_membership').values(toMembershipRow(membership)).execute();
    },
    updateMembership: async (membership) => {
      const { id, ...columns } = toMembershipRow(membership);
      await db.updateTable('group_membership').set(columns).where('id', '=', id).execute();
    },
    deleteMembership: async (id) => {
      await db.deleteFrom('group_membership').where('id', '=', toKey(id)).execute();
    },
  };
}

/** Memberships, listed by group or by user. */
function listsOf(db: Kysely<Tables>) {
  const memberships = () => db.selectFrom('group_membership').selectAll();
  const countBy = async (column: 'group_id' | 'user_id', id: string) => {
    const counted = db.selectFrom('group_membership').where(column, '=', toKey(id));
    const row = await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    countMembers: (groupId: string) => countBy('group_id', groupId),
    listMembers: async (groupId: string, { offset, limit }: { offset: number; limit: number }) => {
      const members = memberships().where('group_id', '=', toKey(groupId)).orderBy('id');
      return (await members.offset(offset).limit(limit).execute()).map(fromMembershipRow);
    },
    countOfUser: (userId: string) => countBy('user_id', userId),
    listOfUser: async (userId: string, { offset, limit }: { offset: number; limit: number }) => {
      const own = memberships().where('user_id', '=', toKey(userId)).orderBy('id');
      return (await own.offset(offset).limit(limit).execute()).map(fromMembershipRow);
    },
    members: async (groupIds: readonly string[]): Promise<readonly Member[]> => {
      const pairs = () => db.selectFrom('group_membership').select(['group_id', 'user_id']);
      const rows = await inChunks(groupIds.map(toKey), (keys) => pairs().where('group_id', 'in', keys).execute());
      return rows.map((row) => ({ groupId: toId(row.group_id), userId: toId(row.user_id) }));
    },
    ofUserAmong: async (userId: string, groupIds: readonly string[]) => {
      const own = () => db.selectFrom('group_membership').select('group_id').where('user_id', '=', toKey(userId));
      const rows = await inChunks(groupIds.map(toKey), (keys) => own().where('group_id', 'in', keys).execute());
      return rows.map((row) => toId(row.group_id));
    },
    administrationsOver: async (adminId: string, memberId: string) => {
      const own = db
        .selectFrom('group_membership as own')
        .innerJoin('group_membership as other', 'other.group_id', 'own.group_id')
        .selectAll('own')
        .where('own.user_id', '=', toKey(adminId))
        .where('own.role', '=', 'admin')
        .where('other.user_id', '=', toKey(memberId));
      return (await own.execute()).map(fromMembershipRow);
    },
    administrationsOf: async (adminId: string) => {
      const own = memberships().where('user_id', '=', toKey(adminId)).where('role', '=', 'admin');
      return (await own.orderBy('id').execute()).map(fromMembershipRow);
    },
  };
}

function filtered(db: Kysely<Tables>, { namePrefix, visibleTo }: GroupFilter) {
  const all = db.selectFrom('user_group');
  const named = namePrefix === '' ? all : all.where(startsWith('name_key', namePrefix));
  if (visibleTo === null) return named;
  const own = db.selectFrom('group_membership').select('group_id').where('user_id', '=', toKey(visibleTo));
  return named.where((eb) => eb.or([eb('invitability_level', '=', 'all_managed_users'), eb('id', 'in', own)]));
}

function toGroup(row: GroupRow | undefined): GroupRecord | null {
  return row ? fromGroupRow(row) : null;
}

function fromGroupRow(row: GroupRow): GroupRecord {
  return {
    id: toId(row.id),
    name: row.name,
    description: row.description,
    provenance: row.provenance,
    externalSyncIdentifier: row.external_sync_identifier,
    // The columns hold what `toGroupRow` wrote.
    invitabilityLevel: row.invitability_level as GroupLevel,
    memberViewabilityLevel: row.member_viewability_level as GroupLevel,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toGroupRow(group: GroupRecord): GroupRow {
  return {
    id: toKey(group.id),
    name: group.name,
    name_key: nameKey(group.name),
    description: group.description,
    provenance: group.provenance,
    external_sync_identifier: group.externalSyncIdentifier,
    invitability_level: group.invitabilityLevel,
    member_viewability_level: group.memberViewabilityLevel,
    created_at: group.createdAt,
    modified_at: group.modifiedAt,
  };
}

function toMembership(row: GroupMembershipRow | undefined): MembershipRecord | null {
  return row ? fromMembershipRow(row) : null;
}

function fromMembershipRow(row: GroupMembershipRow): MembershipRecord {
  const permissions = row.configurable_permissions;
  return {
    id: toId(row.id),
    groupId: toId(row.group_id),
    userId: toId(row.user_id),
    // The columns hold what `toMembershipRow` wrote.
    role: row.role as MembershipRole,
    permissions: permissions === null ? 'unset' : (JSON.parse(permissions) as GroupPermissions),
    isByEnterprise: row.is_by_enterprise === 1,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toMembershipRow(membership: MembershipRecord): GroupMembershipRow {
  return {
    id: toKey(membership.id),
    group_id: toKey(membership.groupId),
    user_id: toKey(membership.userId),
    role: membership.role,
    configurable_permissions: membership.permissions === 'unset' ? null : JSON.stringify(membership.permissions),
    is_by_enterprise: membership.isByEnterprise ? 1 : 0,
    created_at: membership.createdAt,
    modified_at: membership.modifiedAt,
  };
}
