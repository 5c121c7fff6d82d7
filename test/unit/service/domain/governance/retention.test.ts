import { describe, expect, test } from 'vitest';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import {
  type CreateRetentionPolicy,
  createRetentionPolicy,
} from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { disposeOfExpired } from '../../../../../service/domain/upkeep/dispose.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

const day = 24 * 3_600_000;

/** Ann is the administrator, and owns a folder with a file in it. */
async function openWorld() {
  const world = await openDomainWorld();
  world.holdTime();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'retained' });
  const { id: fileId } = await putFile(service, ann, folderId, 'f', 'content');
  let made = 0;
  /** Retains everything in the folder for a number of days from its upload. */
  const retain = async (
    length: number,
    dispositionAction: CreateRetentionPolicy['dispositionAction'],
    more: Partial<CreateRetentionPolicy> = {},
  ) => {
    made += 1;
    const settings = { name: `policy ${made}`, type: 'finite' as const, length, dispositionAction, ...more };
    const { id: policyId } = await createRetentionPolicy(service, ann, settings);
    // Two policies of one length cannot be on one target.
    const target =
      made === 1 ? { targetType: 'folder', targetId: folderId } : { targetType: 'enterprise', targetId: undefined };
    await createRetentionAssignment(service, ann, {
      policyId,
      ...(target as { targetType: 'folder' | 'enterprise'; targetId: string | undefined }),
      startDateField: undefined,
      hasFilter: false,
    });
  };
  const statusOf = () =>
    service.store.read(async ({ items }) => {
      const item = await items.get(fileId);
      if (item === null) return 'gone';
      return item.trashedAt === null ? 'live' : 'trashed';
    });
  return {
    ...world,
    service,
    ann,
    folderId,
    fileId,
    retain,
    statusOf,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('of several retentions that are over, the longest decides', () => {
  const actions = ['permanently_delete', 'remove_retention'] as const;
  const cells = [
    { first: [1, actions[0]], second: [2, actions[1]], status: 'live' },
    { first: [2, actions[1]], second: [1, actions[0]], status: 'live' },
    { first: [1, actions[1]], second: [2, actions[0]], status: 'gone' },
    { first: [2, actions[0]], second: [1, actions[1]], status: 'gone' },
    // At equal length, the one that deletes nothing.
    { first: [1, actions[0]], second: [1, actions[1]], status: 'live' },
    { first: [1, actions[1]], second: [1, actions[0]], status: 'live' },
  ] as const;

  test.each(cells)('$first, then $second: $status', async ({ first, second, status }) => {
    await using t = await openWorld();
    await t.retain(first[0], first[1]);
    await t.retain(second[0], second[1]);
    t.passTime(3 * day);
    await disposeOfExpired(t.service);
    expect(await t.statusOf()).toBe(status);
    expect(await disposeOfExpired(t.service)).toBe(0);
  });
});

test('a file on legal hold is neither deleted nor moved to the trash, and nobody reads that its retention ended', async () => {
  await using t = await openWorld();
  await t.retain(1, 'permanently_delete');
  const ongoing = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };
  const policy = await createLegalHoldPolicy(t.service, t.ann, { name: 'case', description: '', ...ongoing });
  const target = { type: 'file' as const, id: t.fileId };
  await createLegalHoldAssignment(t.service, t.ann, { policyId: policy.id, target });
  t.passTime(2 * day);
  expect(await disposeOfExpired(t.service)).toBe(0);
  expect(await t.statusOf()).toBe('live');
  const log = await listEvents(t.service, t.ann, {
    streamType: 'admin_logs',
    limit: 100,
    eventTypes: ['DATA_RETENTION_REMOVE_RETENTION'],
  });
  expect(log.entries).toEqual([]);
});

test.each(['live', 'in the trash'])(
  'the administrators’ log says that a file disposed of was deleted automatically: %s',
  async (place) => {
    await using t = await openWorld();
    await t.retain(1, 'permanently_delete');
    if (place === 'in the trash') await deleteFile(t.service, t.ann, { fileId: t.fileId });
    t.passTime(2 * day);
    expect(await disposeOfExpired(t.service)).toBe(1);
    const log = await listEvents(t.service, t.ann, { streamType: 'admin_logs', limit: 100, eventTypes: ['DELETE'] });
    expect(log.entries.at(-1)).toMatchObject({
      additional_details: { is_permanent: true, is_automatic: true },
    });
  },
);

describe('a file that is disposed of counts no longer in the size of the folders above it, and was counted once', () => {
  test.each(['live', 'in the trash', 'in a folder in the trash'])('%s', async (place) => {
    await using t = await openWorld();
    await t.retain(1, 'permanently_delete');
    await putFile(t.service, t.ann, '0', 'beside', 'four');
    if (place === 'in the trash') await deleteFile(t.service, t.ann, { fileId: t.fileId });
    if (place === 'in a folder in the trash') {
      await deleteFolder(t.service, t.ann, { folderId: t.folderId, recursive: true });
    }
    t.passTime(2 * day);
    expect(await disposeOfExpired(t.service)).toBe(1);
    const [root, folder] = await t.service.store.read(({ items }) => items.getMany([t.ann.user.rootId, t.folderId]));
    const sizes = new Map([root, folder].map((item) => [item?.id, item?.sizeBytes]));
    expect([sizes.get(t.ann.user.rootId), sizes.get(t.folderId)]).toEqual([4, 0]);
  });
});

test('an owner can extend a retention to the last moment that the policy allows, and no further', async () => {
  await using t = await openWorld();
  await t.retain(1, 'permanently_delete', { canOwnerExtend: true, maxExtension: 3 });
  const last = t.service.clock.now() + 4 * day;
  const extend = (dispositionAt: number) => updateFile(t.service, t.ann, { fileId: t.fileId, dispositionAt });
  expect(await refusalOf(extend(last + 1))).toMatchObject({ code: 'forbidden_by_policy' });
  await extend(last);
  t.passTime(4 * day - 1);
  expect(await disposeOfExpired(t.service)).toBe(0);
  expect(await getFile(t.service, t.ann, { fileId: t.fileId })).toMatchObject({ id: t.fileId });
  t.passTime(1);
  expect(await disposeOfExpired(t.service)).toBe(1);
  expect(await t.statusOf()).toBe('gone');
});
