import { expect, test } from 'vitest';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { deleteRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/delete-assignment.ts';
import { finishLifts } from '../../../../../service/domain/governance/retention/finish-lifts.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import { deleteRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/delete-policy.ts';
import {
  getRetentionPolicy,
  listRetentionPolicies,
} from '../../../../../service/domain/governance/retention/policies/get-policy.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { finishPurges } from '../../../../../service/domain/tree/trash/finish-purges.ts';
import { purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { openDomainWorld, refusalOf } from '../../../../support/service/domain-world.ts';

/* A policy that has grown over months is lifted like a legal hold: at once for everyone, and step by step in the database. */

const files = 1001;

async function retain(service: Service, ann: Caller, folderId: string) {
  const policy = { name: 'records', type: 'indefinite', dispositionAction: 'remove_retention' } as const;
  const { id: policyId } = await createRetentionPolicy(service, ann, { ...policy, length: undefined });
  const target = { targetType: 'folder' as const, targetId: folderId, startDateField: undefined, hasFilter: false };
  const { id } = await createRetentionAssignment(service, ann, { policyId, ...target });
  return { policyId, assignmentId: id };
}

/** Ann's folder with very many retained files. */
async function openLargeWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'retained' });
  const { policyId, assignmentId } = await retain(service, ann, folderId);
  const content = { parentId: folderId, contentCreatedAt: undefined, contentModifiedAt: undefined };
  for (let first = 0; first < files; first += 200) {
    const count = Math.min(200, files - first);
    const some = Array.from({ length: count }, (_, at) => ({ ...content, name: `${first + at}`, bytes: Buffer.of(1) }));
    await uploadFiles(service, ann, some);
  }
  const left = () =>
    service.store.read(
      async (reads) => (await reads.retention.listFilesUnder(assignmentId, { after: null, limit: files })).length,
    );
  const purge = async () => {
    await deleteFolder(service, ann, { folderId, recursive: true });
    await purgeFolder(service, ann, folderId);
    await finishPurges(service);
    return service.store.read(async ({ items }) => items.countTrash(ann.user.id));
  };
  return { ...world, service, ann, folderId, policyId, assignmentId, left, purge };
}

test('a large assignment is over with its deletion, which leaves its rows to a job', async () => {
  await using t = await openLargeWorld();
  await deleteRetentionAssignment(t.service, t.ann, t.assignmentId);
  expect(await t.left()).toBe(files);
  expect(await refusalOf(deleteRetentionAssignment(t.service, t.ann, t.assignmentId))).toMatchObject({
    code: 'not_found',
  });
  expect((await getRetentionPolicy(t.service, t.ann, t.policyId)).assignment_counts?.folder).toBe(0);
  const steps: number[] = [];
  const transaction: Service['store']['transaction'] = (work, scope) =>
    t.service.store.transaction((tx) => {
      const liftSome = async (assignmentId: string, limit: number) => {
        const lifted = await tx.retention.liftSome(assignmentId, limit);
        steps.push(lifted);
        return lifted;
      };
      return work({ ...tx, retention: { ...tx.retention, liftSome } });
    }, scope);
  await finishLifts({ ...t.service, store: { ...t.service.store, transaction } });
  expect([steps, await t.left()]).toEqual([[1000, 1], 0]);
});

test('the files it retained can be permanently deleted at once', async () => {
  await using t = await openLargeWorld();
  expect(await refusalOf(t.purge())).toMatchObject({ code: 'forbidden_by_policy' });
  await deleteRetentionAssignment(t.service, t.ann, t.assignmentId);
  await purgeFolder(t.service, t.ann, t.folderId);
  await finishLifts(t.service);
  await finishPurges(t.service);
  const items = await t.service.store.read(({ items }) => items.countTrash(t.ann.user.id));
  expect([items, await t.left()]).toEqual([0, 0]);
  expect(await t.service.store.read(({ versions }) => versions.listAfter('0', 5))).toEqual([]);
});

test('a deleted policy is gone for everyone at once, and its name is free', async () => {
  await using t = await openLargeWorld();
  const { service, ann } = t;
  await deleteRetentionPolicy(service, ann, t.policyId);
  expect(await t.left()).toBe(files);
  expect(await refusalOf(getRetentionPolicy(service, ann, t.policyId))).toMatchObject({ code: 'not_found' });
  const again = await retain(service, ann, t.folderId);
  const page = { namePrefix: '', policyType: undefined, createdBy: undefined, marker: undefined, limit: 9 };
  const listed = async () => (await listRetentionPolicies(service, ann, page)).entries.map(({ id }) => id);
  expect(await listed()).toEqual([again.policyId]);
  await finishLifts(service);
  expect([await t.left(), await listed()]).toEqual([0, [again.policyId]]);
  expect(await service.store.read(({ retention }) => retention.getAssignment(again.assignmentId))).not.toBeNull();
});
