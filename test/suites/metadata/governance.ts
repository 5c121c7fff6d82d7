import { describe, expect, it } from 'vitest';
import type { ContentScope } from '../../../service/ports/metadata/governance/content-scope.ts';
import type {
  LegalHoldAssignmentRecord,
  LegalHoldPolicyRecord,
} from '../../../service/ports/metadata/governance/legal-holds.ts';
import type { RetentionPolicyRecord } from '../../../service/ports/metadata/governance/retention.ts';
import type { VersionRecord } from '../../../service/ports/metadata/items/versions.ts';
import { file, folder, type MetadataStoreFixture, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** The contract of every metadata store for legal holds and retention. */
export function governanceSuite(open: Open): void {
  holdSuite(open);
  retentionSuite(open);
}

const day = 24 * 3600 * 1000;

const policy: LegalHoldPolicyRecord = {
  id: '500',
  name: 'Case',
  description: '',
  status: 'active',
  isOngoing: true,
  filterStartedAt: null,
  filterEndedAt: null,
  releaseNotes: '',
  createdBy: '1',
  createdAt: 1,
  modifiedAt: 1,
  deletedAt: null,
};

const assignment: LegalHoldAssignmentRecord = {
  id: '501',
  policyId: '500',
  target: { type: 'folder', id: '10' },
  assignedBy: '1',
  assignedAt: 1,
  deletedAt: null,
};

function holdSuite(open: Open): void {
  describe('legal holds', () => {
    const held: readonly (readonly [scope: ContentScope, versions: readonly string[]])[] = [
      [{ kind: 'version', id: '120' }, ['120']],
      [{ kind: 'file', id: '12' }, ['120', '121']],
      [{ kind: 'folder', id: '10' }, ['120', '121', '160']],
      [{ kind: 'folder', id: '11' }, ['120', '121']],
      [{ kind: 'owner', id: '1' }, ['120', '121', '140', '160']],
      [{ kind: 'owner', id: '9' }, []],
      [{ kind: 'everything' }, ['120', '121', '140', '160']],
    ];

    it('are found on files, version by version, without the rest', async () => {
      await using fixture = await withVersions(open);
      await fixture.store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'version', id: '120' }, null));
      const of = (...ids: string[]) => fixture.store.read(({ trees }) => trees.governedVersions(ids));
      const held = [{ id: '120', fileId: '12' }];
      expect([await of('12', '14'), await of('14', '16')]).toEqual([held, []]);
      await fixture.store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'file', id: '12' }, null));
      expect((await of('12')).map(({ id }) => id).toSorted()).toEqual(['120', '121']);
    });

    it('are found from below, up to a number of them, without what is in the trash', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      const below = async (folderIds: readonly string[], limit: number) => {
        const found = await store.read(({ trees }) => trees.governedBelow(folderIds, limit));
        return found && Object.fromEntries(found);
      };
      expect(await below(['10'], 0)).toEqual({});
      await store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'everything' }, null));
      expect(await below(['10', '11', '16'], 4)).toEqual({ 10: ['12'], 11: ['12'] });
      expect(await below(['16'], 4)).toEqual({});
      expect(await below(['10'], 3)).toBeNull();
    });

    it('are reached through the folders around them, page by page, without what is in the trash', async () => {
      await using fixture = await withVersions(open);
      const list = (folderIds: readonly string[], afterId: string, limit: number) =>
        fixture.store.read(({ trees }) => trees.listIn(folderIds, afterId, limit));
      const items = [
        { folderId: '10', id: '11', kind: 'folder' },
        { folderId: '11', id: '12', kind: 'file' },
      ] as const;
      expect(await list(['10', '11'], '0', 9)).toEqual(items);
      expect([await list(['11', '10'], '0', 1), await list(['10'], '11', 9)]).toEqual([[items[0]], []]);
    });

    it.each(held)('are placed on $kind $id, the trash included', async (scope, versions) => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      await store.transaction(async ({ legalHolds }) => {
        await legalHolds.hold('501', scope, null);
        await legalHolds.hold('501', scope, null);
      });
      const all = ['120', '121', '140', '160'];
      const found = await store.read(({ legalHolds }) => legalHolds.heldAmong(all));
      expect([...found].sort()).toEqual(versions);
    });

    it('cover versions created in a date range, both ends included', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      await store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'everything' }, { from: 2, to: 3 }));
      const found = await store.read(({ legalHolds }) => legalHolds.heldAmong(['120', '121', '140', '160']));
      expect([...found].sort()).toEqual(['121', '140']);
    });

    it('block the deletion of a held version for every caller', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      await store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'version', id: '120' }, null));
      await expect(store.transaction(({ versions }) => versions.delete(['120']))).rejects.toThrow();
      await store.transaction(({ versions }) => versions.delete(['121']));
    });

    it('list current and past versions apart, and are lifted step by step', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      await store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'everything' }, null));
      await store.read(async ({ legalHolds }) => {
        expect(await legalHolds.listFilesOnHold('501', { after: null, limit: 2 })).toEqual(['12', '14']);
        expect(await legalHolds.listFilesOnHold('501', { after: '14', limit: 2 })).toEqual(['16']);
        expect(await legalHolds.listPastVersionsOnHold('501', { after: null, limit: 9 })).toEqual(['121']);
      });
      const lift = async () => store.transaction(({ legalHolds }) => legalHolds.liftSome('501', 3));
      expect([await lift(), await lift(), await lift()]).toEqual([3, 1, 0]);
    });

    it('keep a folder off the purges in progress until they are lifted', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      const hasMore = async () => store.read(async ({ purges }) => purges.hasMore('11'));
      expect(await hasMore()).toBe(true);
      await store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'version', id: '120' }, null));
      expect(await hasMore()).toBe(false);
      await store.transaction(async (tx) => {
        await tx.items.delete(['11']);
        await tx.purges.add([{ folderId: '11', ownerId: '1' }]);
        await tx.purges.done('11');
      });
      expect(await store.read(({ purges }) => purges.next('0'))).toBeNull();
      await store.transaction(({ legalHolds }) => legalHolds.liftSome('501', 3));
      expect(await store.read(({ purges }) => purges.next('0'))).toEqual({ folderId: '11', ownerId: '1' });
    });

    it('are found by their targets, unless they are being released', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      const on = async () =>
        store.read(({ legalHolds }) =>
          legalHolds.listActiveOn([
            { type: 'file', id: '10' },
            { type: 'folder', id: '10' },
            { type: 'folder', id: '11' },
          ]),
        );
      expect(await on()).toEqual([assignment]);
      await store.transaction(({ legalHolds }) => legalHolds.markReleasing('501', 7));
      expect(await on()).toEqual([]);
      const releasing = await store.read(({ legalHolds }) => legalHolds.listReleasing({ after: null, limit: 5 }));
      expect(releasing).toEqual([{ ...assignment, deletedAt: 7 }]);
    });

    it('have policies whose names are compared without regard to case, and free again after the release', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      const byName = async () => store.read(({ legalHolds }) => legalHolds.getPolicyByName('cASE'));
      const list = async (namePrefix: string) =>
        store.read(({ legalHolds }) => legalHolds.listPolicies({ namePrefix, after: null, limit: 5 }));
      expect(await byName()).toEqual(policy);
      expect([await list('CA'), await list('as'), await list('%')]).toEqual([[policy], [], []]);
      await store.transaction(({ legalHolds }) => legalHolds.updatePolicy({ ...policy, deletedAt: 3 }));
      expect(await byName()).toBeNull();
    });
  });
}

const retentionPolicy: RetentionPolicyRecord = {
  id: '600',
  name: 'Invoices',
  description: '',
  lengthDays: 2,
  dispositionAction: 'remove_retention',
  isModifiable: true,
  status: 'active',
  canOwnerExtend: true,
  maxExtensionDays: 3,
  areOwnersNotified: false,
  notificationRecipients: ['1'],
  createdBy: '1',
  createdAt: 1,
  modifiedAt: 1,
};

const retentionAssignment = {
  id: '601',
  policyId: '600',
  target: { type: 'folder' as const, id: '10' },
  assignedBy: '1',
  assignedAt: 1,
};

function retentionSuite(open: Open): void {
  describe('retention', () => {
    it('tells what retains a version, from its upload on', async () => {
      await using fixture = await withRetention(open);
      const found = await fixture.store.read(({ retention }) => retention.listOfVersions(['121', '999']));
      expect(found).toEqual([
        {
          assignmentId: '601',
          policyId: '600',
          versionId: '121',
          fileId: '12',
          startsAt: 2,
          lengthDays: 2,
          dispositionAction: 'remove_retention',
          canOwnerExtend: true,
          maxExtensionDays: 3,
        },
      ]);
    });

    it('takes in only versions uploaded after a time, and a term that may be over deletes nothing', async () => {
      await using fixture = await withRetention(open);
      const found = await fixture.store.transaction(async ({ retention }) => {
        await retention.insertAssignment({ ...retentionAssignment, id: '602', target: { type: 'folder', id: '11' } });
        await retention.updatePolicy({ ...retentionPolicy, dispositionAction: 'permanently_delete' });
        await retention.retain('602', { kind: 'everything' }, { after: 2, doubtfulUntil: 3 });
        return retention.listOfVersions(['120', '121', '140', '160']);
      });
      const taken = found.filter(({ assignmentId }) => assignmentId === '602');
      expect(
        Object.fromEntries(taken.map(({ versionId, dispositionAction }) => [versionId, dispositionAction])),
      ).toEqual({
        140: 'remove_retention',
        160: 'permanently_delete',
      });
    });

    it('lists what began before a time, oldest first, behind a cursor', async () => {
      await using fixture = await withRetention(open);
      const { store } = fixture;
      const list = async (time: number, after: { startsAt: number; versionId: string } | null, limit: number) =>
        store.read(({ retention }) => retention.listStartedBefore({ assignmentId: '601', time, after, limit }));
      const first = await list(3, null, 2);
      expect(first.map(({ versionId }) => versionId)).toEqual(['120', '121']);
      expect((await list(3, first[1] ?? null, 2)).map(({ versionId }) => versionId)).toEqual(['140']);
      expect((await list(5 * day, null, 9)).map(({ versionId }) => versionId)).toEqual(['120', '121', '140', '160']);
    });

    it('releases one version or a whole assignment, and forgets deleted versions', async () => {
      await using fixture = await withRetention(open);
      const { store } = fixture;
      const retained = async () =>
        (await store.read(({ retention }) => retention.listOfVersions(['120', '121', '140', '160']))).map(
          ({ versionId }) => versionId,
        );
      await store.transaction(async ({ retention, versions }) => {
        await retention.lift('601', '140');
        await retention.forgetVersions(['121']);
        await versions.delete(['121']);
      });
      expect((await retained()).sort()).toEqual(['120', '160']);
    });

    it('ends an assignment and its policy at once, and lifts the versions step by step', async () => {
      await using fixture = await withRetention(open);
      const { store } = fixture;
      const other = { ...retentionAssignment, id: '603' };
      await store.transaction(async ({ retention }) => {
        await retention.endAssignment('601', 9);
        await retention.insertAssignment(other);
        await retention.endAssignment('603', 9);
        await retention.endPolicy('600', 9);
        await retention.insertPolicy({ ...retentionPolicy, id: '605' });
      });
      const wanted = { policyId: '600', targetType: undefined, after: null, limit: 5 };
      await store.read(async ({ retention }) => {
        expect(await retention.listOfVersions(['120', '121', '140', '160'])).toEqual([]);
        expect([await retention.getPolicy('600'), await retention.getAssignment('601')]).toEqual([null, null]);
        expect([await retention.listAssignments(wanted), await retention.countAssignments(['600'])]).toEqual([[], []]);
        expect(await retention.listActiveOn([retentionAssignment.target])).toEqual([]);
        expect([await retention.listEnded(1), await retention.listEnded(5)]).toEqual([['601'], ['601', '603']]);
      });
      const steps = await store.transaction(async ({ retention }) => {
        const lifted = [await retention.liftSome('601', 3), await retention.liftSome('601', 3)];
        await retention.deleteAssignment('601');
        return lifted;
      });
      expect(steps).toEqual([3, 1]);
      await store.transaction(async ({ retention }) => retention.deleteAssignment('603'));
      expect(await store.read(({ retention }) => retention.listEnded(5))).toEqual([]);
      // The row of the ended policy is gone, so its id is free.
      await store.transaction(({ retention }) =>
        retention.insertPolicy({ ...retentionPolicy, id: '600', name: 'Again' }),
      );
    });

    it('finds policies by a prefix with regard to case, by type and by creator, and keeps extensions', async () => {
      await using fixture = await withRetention(open);
      const { store } = fixture;
      const list = async (namePrefix: string, more: object = {}) => {
        const query = { namePrefix, policyType: undefined, createdBy: undefined, after: null, limit: 5, ...more };
        return (await store.read(({ retention }) => retention.listPolicies(query))).length;
      };
      expect([await list('Inv'), await list('inv'), await list('')]).toEqual([1, 0, 1]);
      expect([await list('', { policyType: 'indefinite' }), await list('', { createdBy: '9' })]).toEqual([0, 0]);
      await store.transaction(async ({ retention }) => {
        await retention.setExtension('12', 5);
        await retention.setExtension('12', 6);
      });
      const extensions = await store.read(({ retention }) => retention.extensionsOf(['12', '14']));
      expect([...extensions]).toEqual([['12', 6]]);
    });

    it('takes in nothing by policies that are retired', async () => {
      await using fixture = await withRetention(open);
      const { store } = fixture;
      const on = async () => store.read(({ retention }) => retention.listActiveOn([retentionAssignment.target]));
      expect(await on()).toEqual([{ ...retentionAssignment, lengthDays: 2 }]);
      await store.transaction(({ retention }) => retention.updatePolicy({ ...retentionPolicy, status: 'retired' }));
      expect(await on()).toEqual([]);
    });
  });
}

/** The items of `withVersions`, with all versions retained by a policy of two days. */
export async function withRetention(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withVersions(open);
  await fixture.store.transaction(async ({ retention }) => {
    await retention.insertPolicy(retentionPolicy);
    await retention.insertAssignment(retentionAssignment);
    await retention.retain(retentionAssignment.id, { kind: 'everything' }, null);
  });
  return fixture;
}

/** Folder 10 with folder 11 and a trashed file 16; file 12 with two versions in 11; file 14 in the root; a policy on folder 10. */
export async function withVersions(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  const files = [
    file('12', 'twelve', { parentId: '11' }),
    file('14', 'fourteen'),
    file('16', 'sixteen', { parentId: '10', trashedAt: 5, trashedBy: '1' }),
  ];
  await fixture.store.transaction(async (tx) => {
    for (const item of [folder('10', 'ten'), folder('11', 'eleven', { parentId: '10' }), ...files]) {
      await tx.items.insert(item, item.name);
    }
    const versions = [
      version('120', '12', 1, 1),
      version('121', '12', 2, 2),
      version('140', '14', 1, 3),
      version('160', '16', 1, 4 * day),
    ];
    for (const each of versions) await tx.versions.insert(each);
    await tx.legalHolds.insertPolicy(policy);
    await tx.legalHolds.insertAssignment(assignment);
  });
  return fixture;
}

function version(id: string, fileId: string, number: number, createdAt: number): VersionRecord {
  return {
    id,
    fileId,
    number,
    blobId: `blob-${id}`,
    sha1: 'a'.repeat(40),
    sizeBytes: 1,
    name: 'name',
    createdAt,
    modifiedAt: createdAt,
    modifiedBy: '1',
    contentCreatedAt: 1,
    contentModifiedAt: 1,
    uploaderDisplayName: 'Ann',
    trashedAt: null,
    trashedBy: null,
    restoredAt: null,
    restoredBy: null,
  };
}
