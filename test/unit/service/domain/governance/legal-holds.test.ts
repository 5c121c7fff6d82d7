import { describe, expect, test } from 'vitest';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { finishReleases } from '../../../../../service/domain/governance/legal-holds/finish-releases.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { releaseLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/release-policy.ts';
import { updateLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/update-policy.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import type { LegalHoldTarget } from '../../../../../service/ports/metadata/governance/legal-holds.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

const day = 24 * 3_600_000;

/** Ann is the administrator; Bob and Eve have files. */
async function openWorld() {
  const world = await openDomainWorld();
  world.holdTime();
  const { service } = world;
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  const period = (from?: number, to?: number) => ({
    isOngoing: from === undefined,
    filterStartedAt: from,
    filterEndedAt: to,
  });
  const create = (from?: number, to?: number, name = 'case') =>
    createLegalHoldPolicy(service, ann, { name, description: '', ...period(from, to) });
  const hold = async (target: LegalHoldTarget, from?: number, to?: number) => {
    const { id: policyId } = await create(from, to);
    await createLegalHoldAssignment(service, ann, { policyId, target });
    return policyId;
  };
  /** Which of these files have a version on hold. */
  const held = (files: readonly { readonly file_version: { readonly id: string } }[]) =>
    service.store.read(async ({ legalHolds }) => {
      const ids = await legalHolds.heldAmong(files.map(({ file_version }) => file_version.id));
      return files.map(({ file_version }) => ids.has(file_version.id));
    });
  return {
    ...world,
    service,
    ann,
    bob,
    eve,
    create,
    hold,
    held,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('an ongoing hold on a person covers later uploads', () => {
  test.each(['user', 'ownership'] as const)('assigned to the %s', async (type) => {
    await using t = await openWorld();
    await t.hold({ type, id: t.bob.user.id });
    const files = [await putFile(t.service, t.bob, '0', 'later'), await putFile(t.service, t.eve, '0', 'of Eve')];
    expect(await t.held(files)).toEqual([true, false]);
  });
});

test('a hold with a period covers later items of a person only if they were created in it', async () => {
  await using t = await openWorld();
  const before = await putFile(t.service, t.eve, '0', 'before');
  t.passTime(day);
  const start = t.service.clock.now();
  const atStart = await putFile(t.service, t.eve, '0', 'start');
  t.passTime(day);
  const atEnd = await putFile(t.service, t.eve, '0', 'end');
  await t.hold({ type: 'user', id: t.bob.user.id }, start, t.service.clock.now());
  // The second in which it ends belongs to it.
  t.passTime(1_000);
  const after = await putFile(t.service, t.eve, '0', 'after');
  await transferContent(t.service, t.ann, { userId: t.eve.user.id, newOwnerId: t.bob.user.id });
  expect(await t.held([before, atStart, atEnd, after])).toEqual([false, true, true, false]);
});

test('a period may begin and end in one moment, and not end before it begins', async () => {
  await using t = await openWorld();
  expect(await refusalOf(t.create(1000, 999))).toMatchObject({ code: 'bad_request' });
  expect(await t.create(1000, 1000)).toMatchObject({ status: 'active' });
});

test('a released policy keeps its name and its description; only its notes may change', async () => {
  await using t = await openWorld();
  const id = await t.hold({ type: 'user', id: t.bob.user.id });
  await releaseLegalHoldPolicy(t.service, t.ann, id);
  const none = { id, name: undefined, description: undefined, releaseNotes: undefined };
  for (const change of [{ name: 'other' }, { description: 'other' }]) {
    const update = updateLegalHoldPolicy(t.service, t.ann, { ...none, ...change });
    expect(await refusalOf(update)).toMatchObject({ code: 'conflict' });
  }
  expect(await updateLegalHoldPolicy(t.service, t.ann, { ...none, releaseNotes: 'done' })).toMatchObject({
    release_notes: 'done',
  });
});

test('a release that takes several steps lifts every hold before the assignment goes', async () => {
  await using t = await openWorld();
  const files: Awaited<ReturnType<typeof putFile>>[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) files.push(await putFile(t.service, t.bob, '0', name));
  const id = await t.hold({ type: 'user', id: t.bob.user.id });
  await releaseLegalHoldPolicy(t.service, t.ann, id);
  const left: number[] = [];
  // Each step lifts at most two holds, and says so as a full step does.
  const transaction: Service['store']['transaction'] = (work, scope) =>
    t.service.store.transaction((tx) => {
      const liftSome = async (assignmentId: string, limit: number) => {
        const lifted = await tx.legalHolds.liftSome(assignmentId, 2);
        return lifted === 2 ? limit : lifted;
      };
      const deleteAssignment = async (assignmentId: string) => {
        left.push((await tx.legalHolds.heldAmong(files.map(({ file_version }) => file_version.id))).size);
        await tx.legalHolds.deleteAssignment(assignmentId);
      };
      return work({ ...tx, legalHolds: { ...tx.legalHolds, liftSome, deleteAssignment } });
    }, scope);
  await finishReleases({ ...t.service, store: { ...t.service.store, transaction } });
  expect(left).toEqual([0]);
  expect(await t.held(files)).toEqual([false, false, false, false, false]);
});
