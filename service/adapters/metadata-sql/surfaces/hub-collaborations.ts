import type { Kysely } from 'kysely';
import type { HubWrites } from '../../../ports/metadata/surfaces/hubs.ts';
import { toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';
import { fromHubCollaborationRow, toHubCollaborationRow } from './hub-rows.ts';

type Collaborations = Pick<
  HubWrites,
  | 'getCollaboration'
  | 'listCollaborations'
  | 'collaborationsOf'
  | 'findCollaboration'
  | 'listCollaborationsOf'
  | 'countCoOwners'
  | 'insertCollaboration'
  | 'updateCollaboration'
  | 'deleteCollaboration'
  | 'claimInvitations'
>;

/** Collaborations on hubs in SQL. */
export function hubCollaborations(db: Kysely<Tables>): Collaborations {
  const collaborations = () => db.selectFrom('hub_collaboration').selectAll();
  return {
    getCollaboration: async (id) => {
      const row = await collaborations().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromHubCollaborationRow(row) : null;
    },
    listCollaborations: async (hubId, { after, limit }) => {
      const ofHub = collaborations().where('hub_id', '=', toKey(hubId));
      const rows = await ofHub
        .where('id', '>', toKey(after ?? '0'))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromHubCollaborationRow);
    },
    collaborationsOf: async (hubId, userId) => {
      const rows = await grantedTo(db, userId).selectAll().where('hub_id', '=', toKey(hubId)).execute();
      return rows.map(fromHubCollaborationRow);
    },
    findCollaboration: async (hubId, { granteeType, granteeId, inviteKey }) => {
      const ofHub = collaborations().where('hub_id', '=', toKey(hubId)).where('grantee_type', '=', granteeType);
      const found =
        granteeId === null
          ? ofHub.where('invite_key', '=', inviteKey)
          : ofHub.where('grantee_id', '=', toKey(granteeId));
      const row = await found.executeTakeFirst();
      return row ? fromHubCollaborationRow(row) : null;
    },
    listCollaborationsOf: async (granteeType, granteeId) => {
      const granted = collaborations().where('grantee_type', '=', granteeType);
      const rows = await granted.where('grantee_id', '=', toKey(granteeId)).orderBy('id').execute();
      return rows.map(fromHubCollaborationRow);
    },
    countCoOwners: async (hubId) => {
      const count = db
        .selectFrom('hub_collaboration')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('hub_id', '=', toKey(hubId))
        .where('role', '=', 'co-owner')
        .where('status', '=', 'accepted');
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    insertCollaboration: async (collaboration) => {
      await db.insertInto('hub_collaboration').values(toHubCollaborationRow(collaboration)).execute();
    },
    updateCollaboration: async (collaboration) => {
      const { id, ...columns } = toHubCollaborationRow(collaboration);
      await db.updateTable('hub_collaboration').set(columns).where('id', '=', id).execute();
    },
    deleteCollaboration: async (id) => {
      await db.deleteFrom('hub_collaboration').where('id', '=', toKey(id)).execute();
    },
    ...collaborationsOfAll(db),
  };
}

/** Changes to the collaborations of one user on all hubs. */
function collaborationsOfAll(db: Kysely<Tables>): Pick<Collaborations, 'claimInvitations'> {
  return {
    claimInvitations: async (login, userId) => {
      const [key, user] = [login.toLowerCase(), toKey(userId)];
      const hubIds = () => db.selectFrom('hub_collaboration').select('hub_id');
      const own = hubIds().where('grantee_type', '=', 'user').where('grantee_id', '=', user);
      const invited = hubIds().where('invite_key', '=', key);
      const gone = () => db.deleteFrom('hub_collaboration');
      await gone()
        .where('invite_key', '=', key)
        .where('hub_id', 'in', own.where('status', '!=', 'rejected'))
        .execute();
      // The user's remaining own collaborations in these hubs were declined.
      await gone()
        .where('grantee_type', '=', 'user')
        .where('grantee_id', '=', user)
        .where('hub_id', 'in', invited)
        .execute();
      const claimed = db.updateTable('hub_collaboration').set({ grantee_id: user, invite_key: null });
      await claimed.where('invite_key', '=', key).execute();
    },
  };
}

/** The collaborations of a user and of the user's groups. */
export function grantedTo(db: Kysely<Tables>, userId: string) {
  const user = toKey(userId);
  const groups = db.selectFrom('group_membership').select('group_id').where('user_id', '=', user);
  return db
    .selectFrom('hub_collaboration')
    .where((eb) =>
      eb.or([
        eb.and([eb('grantee_type', '=', 'user'), eb('grantee_id', '=', user)]),
        eb.and([eb('grantee_type', '=', 'group'), eb('grantee_id', 'in', groups)]),
      ]),
    );
}
