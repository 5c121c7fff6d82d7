import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { type DomainWorld, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/* A large folder is not walked when it moves, unless its content comes under a hold or a retention that it wasn't under before. */

/** The service, and the ids of the assignments whose targets content was walked for. */
function watched(service: Service) {
  const walks: string[] = [];
  const noting =
    <Args extends readonly unknown[]>(add: (id: string, ...args: Args) => Promise<void>) =>
    async (id: string, ...args: Args) => {
      walks.push(id);
      return add(id, ...args);
    };
  const transaction: Service['store']['transaction'] = (work, scope) =>
    service.store.transaction(
      (tx) =>
        work({
          ...tx,
          legalHolds: { ...tx.legalHolds, hold: noting(tx.legalHolds.hold) },
          retention: { ...tx.retention, retain: noting(tx.retention.retain) },
        }),
      scope,
    );
  return { walks, service: { ...service, store: { ...service.store, transaction } } };
}

type HoldTarget = Parameters<typeof createLegalHoldAssignment>[2]['target'];

async function hold({ service }: DomainWorld, admin: Caller, target: HoldTarget): Promise<string> {
  const always = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };
  const policy = await createLegalHoldPolicy(service, admin, { name: target.id, description: '', ...always });
  return (await createLegalHoldAssignment(service, admin, { policyId: policy.id, target })).id;
}

async function retain({ service }: DomainWorld, admin: Caller, targetId?: string): Promise<string> {
  const { id } = await createRetentionPolicy(service, admin, {
    name: `of ${targetId}`,
    type: 'indefinite',
    length: undefined,
    dispositionAction: 'remove_retention',
  });
  const target = {
    targetType: targetId === undefined ? ('enterprise' as const) : ('folder' as const),
    targetId,
    startDateField: undefined,
    hasFilter: false,
  };
  return (await createRetentionAssignment(service, admin, { policyId: id, ...target })).id;
}

/** Ann's folder "moved" with a file, and two more folders. */
async function tree(world: DomainWorld) {
  const ann = await world.join('ann');
  const make = (name: string, parentId = '0') => createFolder(world.service, ann, { parentId, name });
  const [moved, one, two] = [await make('moved'), await make('one'), await make('two')];
  const file = await putFile(world.service, ann, moved.id, 'file');
  return { ann, moved, one, two, file, make };
}

/** The assignments that hold or retain the current version of a file. */
async function keepersOf({ service }: DomainWorld, versionId: string) {
  return service.store.read(async ({ legalHolds, retention }) => ({
    isHeld: (await legalHolds.heldAmong([versionId])).size > 0,
    retainedBy: (await retention.listOfVersions([versionId])).map(({ assignmentId }) => assignmentId),
  }));
}

test('a move inside one owner under a retention of the enterprise and a hold on the owner walks nothing', async () => {
  await using world = await openDomainWorld();
  const { ann, moved, one } = await tree(world);
  await retain(world, ann);
  await hold(world, ann, { type: 'user', id: ann.user.id });
  await hold(world, ann, { type: 'folder', id: moved.id });
  const { service, walks } = watched(world.service);
  await updateFolder(service, ann, { folderId: moved.id, parentId: one.id });
  expect(walks).toEqual([]);
});

test('a move within a held and retained folder walks nothing, and one into another such folder only for that one', async () => {
  await using world = await openDomainWorld();
  const { ann, moved, one, two, file, make } = await tree(world);
  const inner = await make('inner', one.id);
  await updateFolder(world.service, ann, { folderId: moved.id, parentId: one.id });
  const first = await retain(world, ann, one.id);
  await hold(world, ann, { type: 'folder', id: one.id });
  const second = await retain(world, ann, two.id);
  const { service, walks } = watched(world.service);
  await updateFolder(service, ann, { folderId: moved.id, parentId: inner.id });
  expect(walks).toEqual([]);
  await updateFolder(service, ann, { folderId: moved.id, parentId: two.id });
  expect(walks).toEqual([second]);
  expect(await keepersOf(world, file.file_version.id)).toEqual({ isHeld: true, retainedBy: [first, second] });
});

test('a move to another owner comes under the hold on that owner', async () => {
  await using world = await openDomainWorld();
  const { ann, moved, file } = await tree(world);
  const bob = await world.join('bob');
  const shared = await createFolder(world.service, bob, { parentId: '0', name: 'shared' });
  const item = { kind: 'folder' as const, id: shared.id };
  await createCollaboration(world.service, bob, { item, invited: { login: 'ann' }, role: 'editor' });
  await retain(world, ann);
  const ofBob = await hold(world, ann, { type: 'user', id: bob.user.id });
  const { service, walks } = watched(world.service);
  await updateFolder(service, ann, { folderId: moved.id, parentId: shared.id });
  expect(walks).toEqual([ofBob]);
  expect(await keepersOf(world, file.file_version.id)).toMatchObject({ isHeld: true });
});

test('a restore walks nothing for what was held and retained in the trash', async () => {
  await using world = await openDomainWorld();
  const { ann, moved, one } = await tree(world);
  await updateFolder(world.service, ann, { folderId: moved.id, parentId: one.id });
  await deleteFolder(world.service, ann, { folderId: moved.id, recursive: true });
  await retain(world, ann);
  await hold(world, ann, { type: 'folder', id: one.id });
  const { service, walks } = watched(world.service);
  await restoreFolder(service, ann, { itemId: moved.id });
  expect(walks).toEqual([]);
});
