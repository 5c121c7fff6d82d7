import { describe, expect, it } from 'vitest';
import type { GroupPermissions, GroupRecord, MembershipRecord } from '../../../service/ports/metadata/people/groups.ts';
import { plainProfile, type UserRecord } from '../../../service/ports/metadata/people/users.ts';
import type { CollaborationRecord } from '../../../service/ports/metadata/sharing/collaborations.ts';
import { ann, folder, type MetadataStoreFixture, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

function group(id: string, name: string, changes: Partial<GroupRecord> = {}): GroupRecord {
  return {
    id,
    name,
    description: '',
    provenance: null,
    externalSyncIdentifier: null,
    invitabilityLevel: 'admins_and_members',
    memberViewabilityLevel: 'admins_only',
    createdAt: 1,
    modifiedAt: 1,
    ...changes,
  };
}

function membership(id: string, groupId: string, userId: string, more: Partial<MembershipRecord> = {}) {
  const plain = { role: 'member' as const, permissions: 'unset' as const, isByEnterprise: true };
  return { id, groupId, userId, ...plain, createdAt: 1, modifiedAt: 1, ...more };
}

function person(id: string, name: string, changes: Partial<UserRecord> = {}): UserRecord {
  return { ...ann, id, login: `${name}@example.org`, name, role: 'user', rootId: `${id}0`, ...changes };
}

function collaboration(id: string, changes: Partial<CollaborationRecord> = {}): CollaborationRecord {
  return {
    id,
    itemId: '10',
    userId: null,
    groupId: null,
    inviteEmail: null,
    role: 'editor',
    status: 'accepted',
    createdBy: '1',
    createdAt: 1,
    modifiedAt: 1,
    acknowledgedAt: 1,
    expiresAt: null,
    isAccessOnly: false,
    canViewPath: false,
    ...changes,
  };
}

/** Ann owns the folder 10; Bob (20) and Carol (21) are in the group 30, Bob as its administrator. */
async function withGroup(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  await fixture.store.transaction(async (tx) => {
    await tx.items.insert(folder('10', 'shared'), 'shared');
    await tx.users.insert(person('20', 'Bob'));
    await tx.users.insert(person('21', 'Carol'));
    await tx.groups.insert(group('30', 'Staff'));
    await tx.groups.insertMembership(membership('40', '30', '20', { role: 'admin', permissions: { can_edit: false } }));
    await tx.groups.insertMembership(membership('41', '30', '21'));
  });
  return fixture;
}

/** The contract of every metadata store for groups, their access and accounts. */
export function groupSuite(open: Open): void {
  describe('groups', () => {
    it('are found by id and by folded name, and one group has a name', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      const found = await store.read(({ groups }) => groups.getByName('staff'));
      expect(found).toEqual(group('30', 'Staff'));
      const again = store.transaction((tx) => tx.groups.insert(group('31', 'STAFF')));
      await expect(again).rejects.toThrow();
    });

    it('are listed by the beginning of the name, taken literally, to who may know them', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        await tx.groups.insert(group('31', 'St%ff', { invitabilityLevel: 'all_managed_users' }));
        await tx.groups.insert(group('32', 'Other'));
      });
      const list = (namePrefix: string, visibleTo: string | null) =>
        store.read(async ({ groups }) => {
          const filter = { namePrefix, visibleTo };
          const names = (await groups.list(filter, { offset: 0, limit: 10 })).map(({ name }) => name);
          expect(await groups.count(filter)).toBe(names.length);
          return names.sort();
        });
      expect(await list('', null)).toEqual(['Other', 'St%ff', 'Staff']);
      expect(await list('st', null)).toEqual(['St%ff', 'Staff']);
      expect(await list('st%', null)).toEqual(['St%ff']);
      expect(await list('', '20')).toEqual(['St%ff', 'Staff']);
      expect(await list('', '1')).toEqual(['St%ff']);
    });

    it('keep what an administrator may do, from never set to all off', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      const states: readonly GroupPermissions[] = ['unset', null, {}, { can_run_reports: false, other: true }];
      for (const permissions of states) {
        await store.transaction((tx) => tx.groups.updateMembership(membership('41', '30', '21', { permissions })));
        expect((await store.read(({ groups }) => groups.membership('41')))?.permissions).toEqual(permissions);
      }
    });

    it('tell who is in them from either side, and who administers whom', async () => {
      await using fixture = await withGroup(open);
      await fixture.store.read(async ({ groups }) => {
        expect((await groups.members(['30', '31'])).map(({ userId }) => userId).sort()).toEqual(['20', '21']);
        expect(await groups.ofUserAmong('20', ['29', '30'])).toEqual(['30']);
        expect(await groups.ofUserAmong('1', ['30'])).toEqual([]);
        expect((await groups.administrationsOver('20', '21')).map(({ id }) => id)).toEqual(['40']);
        expect(await groups.administrationsOver('21', '20')).toEqual([]);
        expect((await groups.administrationsOf('20')).map(({ permissions }) => permissions)).toEqual([
          { can_edit: false },
        ]);
        expect((await groups.listMembers('30', { offset: 1, limit: 5 })).map(({ id }) => id)).toEqual(['41']);
        expect([await groups.countMembers('30'), await groups.countOfUser('20')]).toEqual([2, 1]);
        expect((await groups.listOfUser('21', { offset: 0, limit: 5 })).map(({ groupId }) => groupId)).toEqual(['30']);
      });
    });

    it('keep whether the enterprise added the member', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      const added = membership('41', '30', '21', { isByEnterprise: false });
      await store.transaction((tx) => tx.groups.updateMembership(added));
      expect(await store.read(({ groups }) => groups.membership('41'))).toEqual(added);
      expect((await store.read(({ groups }) => groups.membership('40')))?.isByEnterprise).toBe(true);
    });

    it('have a person once, and go with their memberships', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await expect(
        store.transaction((tx) => tx.groups.insertMembership(membership('42', '30', '20'))),
      ).rejects.toThrow();
      await store.transaction((tx) => tx.groups.delete('30'));
      expect(await store.read(({ groups }) => groups.membership('40'))).toBeNull();
    });
  });

  describe('collaborations of groups', () => {
    it('count as accepted by each member, beside the own ones', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        await tx.collaborations.insert(collaboration('50', { groupId: '30' }));
        await tx.collaborations.insert(collaboration('51', { userId: '20', role: 'viewer' }));
        await tx.collaborations.insert(collaboration('52', { userId: '21', status: 'pending' }));
      });
      const accepted = (userId: string) =>
        store.read(async ({ collaborations }) => (await collaborations.listAccepted(userId)).map(({ id }) => id));
      expect([await accepted('20'), await accepted('21'), await accepted('1')]).toEqual([['50', '51'], ['50'], []]);
      await store.transaction((tx) => tx.groups.deleteMembership('40'));
      expect(await accepted('20')).toEqual(['51']);
    });

    it('are listed by item behind a collaboration, without those that were declined, and by group', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        await tx.collaborations.insert(collaboration('50', { groupId: '30' }));
        await tx.collaborations.insert(collaboration('51', { userId: '20', status: 'rejected' }));
        await tx.collaborations.insert(collaboration('52', { userId: '21', status: 'pending', canViewPath: true }));
      });
      await store.read(async ({ collaborations }) => {
        const ids = async (afterId: string | null, limit: number) =>
          (await collaborations.listOfItem('10', { afterId, limit })).map(({ id }) => id);
        expect([await ids(null, 1), await ids('50', 5), await ids(null, 5)]).toEqual([['50'], ['52'], ['50', '52']]);
        expect((await collaborations.listOfGroup('30', { offset: 0, limit: 5 })).map(({ id }) => id)).toEqual(['50']);
        expect(await collaborations.countOfGroup('30')).toBe(1);
        expect((await collaborations.get('52'))?.canViewPath).toBe(true);
      });
    });

    it('that end are found once their time has come, the earliest first', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        await tx.collaborations.insert(collaboration('50', { groupId: '30', expiresAt: 2_000_000_000_000 }));
        await tx.collaborations.insert(collaboration('51', { userId: '20', expiresAt: 1_900_000_000_000 }));
        await tx.collaborations.insert(collaboration('52', { userId: '21' }));
      });
      const due = (time: number) =>
        store.read(async ({ collaborations }) => (await collaborations.listExpired(time, 9)).map(({ id }) => id));
      expect(await due(1_899_999_999_999)).toEqual([]);
      expect(await due(2_000_000_000_000)).toEqual(['51', '50']);
    });
  });

  describe('names that shared items go by', () => {
    it('belong to one person and one item, and are replaced', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      const shown = { userId: '20', itemId: '10', itemName: 'shared', name: 'shared (2)' };
      await store.transaction(async (tx) => {
        await tx.shownNames.put(shown);
        await tx.shownNames.put({ ...shown, name: 'shared (3)' });
      });
      await store.read(async ({ shownNames }) => {
        expect(await shownNames.ofUser('20')).toEqual([{ ...shown, name: 'shared (3)' }]);
        expect(await shownNames.get('21', '10')).toBeNull();
      });
      await store.transaction((tx) => tx.shownNames.deleteOfItems(['10']));
      expect(await store.read(({ shownNames }) => shownNames.ofUser('20'))).toEqual([]);
    });
  });

  describe('accounts', () => {
    it('store all their fields, and change only in the named ones', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      const profile = { ...plainProfile, phone: '030', trackingCodes: [{ name: 'unit', value: '7' }] };
      const changes = { profile, maxUploadBytes: 9_000_000_000_000_000, externalAppUserId: 'x', name: 'Bobby' };
      await store.transaction((tx) => tx.users.update('20', changes));
      const found = await store.read(({ users }) => users.getByExternalAppUserId('x'));
      expect(found).toEqual({ ...person('20', 'Bob'), ...changes });
    });

    it('are listed by the beginning of name or login, by position and behind a person', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await store.transaction((tx) => tx.users.insert(person('22', 'Zoe', { login: 'carla@example.org' })));
      await store.read(async ({ users }) => {
        const filter = { prefix: 'car', externalAppUserId: null };
        expect(await users.count(filter)).toBe(2);
        const names = async (page: Parameters<typeof users.page>[1]) =>
          (await users.page(filter, page)).map(({ name }) => name);
        expect(await names({ form: 'offset', offset: 1, limit: 5 })).toEqual(['Zoe']);
        expect(await names({ form: 'after', afterId: null, limit: 1 })).toEqual(['Carol']);
        expect(await names({ form: 'after', afterId: '21', limit: 5 })).toEqual(['Zoe']);
        expect((await users.listByRole('admin', 5)).map(({ id }) => id)).toEqual(['1']);
      });
    });

    it('that were removed are only named, and give up their login', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        await tx.groups.deleteMembership('40');
        await tx.users.putAvatar({ userId: '20', contentType: 'image/png', content: Buffer.from('picture') });
        await tx.users.remove('20', 5);
        await tx.users.insert(person('23', 'Bob'));
      });
      await store.read(async ({ users }) => {
        expect([await users.get('20'), await users.avatar('20')]).toEqual([null, null]);
        expect((await users.getByLogin('bob@example.org'))?.id).toBe('23');
        expect((await users.getMany(['20'])).map(({ name }) => name)).toEqual(['Bob']);
        expect((await users.list()).map(({ id }) => id)).toEqual(['1', '21', '23']);
      });
    });

    it('are none in a new database only, even after the last one was removed', async () => {
      await using unused = await open();
      expect(await unused.store.read(({ users }) => users.isEmpty())).toBe(true);
      await using fixture = await withAnn(open);
      await fixture.store.transaction((tx) => tx.users.remove(ann.id, 5));
      expect(await fixture.store.read(({ users }) => users.isEmpty())).toBe(false);
    });

    it('keep a picture byte for byte, and email aliases that no other account has', async () => {
      await using fixture = await withGroup(open);
      const { store } = fixture;
      const content = Buffer.from([0, 255, 128, 10, 13]);
      await store.transaction(async (tx) => {
        await tx.users.putAvatar({ userId: '20', contentType: 'image/png', content: Buffer.from('old') });
        await tx.users.putAvatar({ userId: '20', contentType: 'image/jpeg', content });
        await tx.users.insertAlias({ id: '60', userId: '20', email: 'Robert@example.org' });
      });
      await store.read(async ({ users }) => {
        expect(await users.avatar('20')).toEqual({ userId: '20', contentType: 'image/jpeg', content });
        expect((await users.getAlias('robert@EXAMPLE.org'))?.userId).toBe('20');
        expect((await users.aliases('20')).map(({ email }) => email)).toEqual(['Robert@example.org']);
      });
      const taken = store.transaction((tx) => {
        return tx.users.insertAlias({ id: '61', userId: '21', email: 'ROBERT@example.org' });
      });
      await expect(taken).rejects.toThrow();
    });
  });
}
