import { expect, test } from 'vitest';
import type { DispositionAction } from '../../../../../../contract/resources/governance/retention-policy.ts';
import { changeIn } from '../../../../../../service/domain/change/change.ts';
import { createCollaboration } from '../../../../../../service/domain/collaborations/create-collaboration.ts';
import { createRetentionAssignment } from '../../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../../../service/domain/governance/retention/policies/create-policy.ts';
import { openClockTrust } from '../../../../../../service/domain/kernel/keeping/clock-trust.ts';
import type { Caller, Service } from '../../../../../../service/domain/service.ts';
import { deleteFile } from '../../../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../../../service/domain/tree/files/update-file.ts';
import { copyFolder } from '../../../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { purgeFile } from '../../../../../../service/domain/tree/trash/purge-item.ts';
import { disposeOfExpired } from '../../../../../../service/domain/upkeep/dispose.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../../support/service/domain-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A world whose two clocks the test moves; its clock is trusted, unless it is new. */
async function openClocks(age: 'new' | 'used' = 'used') {
  let elapsed = 0;
  const world = await openDomainWorld({}, () => elapsed);
  world.holdTime();
  for (const ms of age === 'new' ? [] : [0, day]) {
    elapsed += ms;
    world.passTime(ms);
    await world.service.trust.look();
  }
  return {
    world,
    trust: world.service.trust,
    elapsed: () => elapsed,
    /** The service runs; both clocks advance. */
    run: (ms: number) => {
      elapsed += ms;
      world.passTime(ms);
    },
    /** Only the clock that people can set advances, as while the machine is off. */
    leap: (ms: number) => world.passTime(ms),
    [Symbol.asyncDispose]: async () => world[Symbol.asyncDispose](),
  };
}

test('a clock that is ahead for minutes destroys nothing, nor does the right one for a day after it', async () => {
  await using clocks = await openClocks();
  expect(await clocks.trust.mayDestroy()).toBe(true);
  clocks.run(minute);
  clocks.leap(40 * day);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.run(15 * minute);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.leap(-40 * day);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.run(day - minute);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.run(10 * minute);
  expect(await clocks.trust.mayDestroy()).toBe(true);
});

test('a computer that was off for a week destroys what has expired once it has run for an hour, in one part or several', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  clocks.leap(7 * day);
  let trust = await openClockTrust(service.store, service.clock, clocks.elapsed);
  for (let part = 0; part < 2; part += 1) {
    expect(await trust.mayDestroy()).toBe(false);
    clocks.run(29 * minute);
    expect(await trust.mayDestroy()).toBe(false);
    clocks.leap(day / 2);
    trust = await openClockTrust(service.store, service.clock, clocks.elapsed);
  }
  expect(await trust.mayDestroy()).toBe(false);
  clocks.run(10 * minute);
  expect(await trust.mayDestroy()).toBe(true);
});

test('a computer that runs three hours every other evening destroys what has expired, also after its first start', async () => {
  await using clocks = await openClocks('new');
  const { service } = clocks.world;
  const evenings: boolean[] = [];
  for (let evening = 0; evening < 20; evening += 1) {
    const trust = await openClockTrust(service.store, service.clock, clocks.elapsed);
    expect(await trust.mayDestroy()).toBe(false);
    clocks.run(180 * minute);
    evenings.push(await trust.mayDestroy());
    clocks.leap(45 * 60 * minute);
  }
  expect(evenings.indexOf(true)).toBe(day / (180 * minute) - 1);
  expect(evenings.slice(evenings.indexOf(true))).not.toContain(false);
});

test('two processes do not count the same hours twice', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  await clocks.trust.mayDestroy();
  clocks.leap(7 * day);
  const trusts = [clocks.trust, await openClockTrust(service.store, service.clock, clocks.elapsed)];
  for (const trust of trusts) expect(await trust.mayDestroy()).toBe(false);
  for (let hour = 0; hour < 23; hour += 1) {
    clocks.run(60 * minute);
    for (const trust of trusts) expect(await trust.mayDestroy()).toBe(false);
  }
  clocks.run(60 * minute);
  for (const trust of trusts) expect(await trust.mayDestroy()).toBe(true);
});

test('a term that starts while the clock is behind starts when the clock was last trusted, also after a restart', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  const ann = await clocks.world.join('ann');
  const trusted = service.clock.now();
  clocks.leap(-20 * 365 * day);
  const restarted = { ...service, trust: await openClockTrust(service.store, service.clock, clocks.elapsed) };
  for (const [name, one] of Object.entries({ service, restarted })) {
    const { id: fileId } = await putFile(one, ann, '0', name);
    await deleteFile(one, ann, { fileId });
    const [item, versions] = await one.store.read(async (reads) => [
      await reads.items.get(fileId),
      await reads.versions.listOfFiles([fileId]),
    ]);
    expect([item?.trashedAt, versions[0]?.createdAt]).toEqual([trusted, trusted]);
  }
});

test('a term starts at a whole millisecond, whatever fractions the clock counts that nobody can set', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  const ann = await clocks.world.join('ann');
  let elapsed = 0;
  const trust = await openClockTrust(service.store, service.clock, () => (elapsed += 0.3));
  const { id: fileId } = await putFile({ ...service, trust }, ann, '0', 'new');
  const [version] = await service.store.read(({ versions }) => versions.listOfFiles([fileId]));
  expect(version?.createdAt).toBe(service.clock.now());
  expect(Number.isInteger(trust.surelyNow())).toBe(true);
});

test('a new service whose clock was ahead at first dates changes and expiries by the corrected clock', async () => {
  await using clocks = await openClocks('new');
  const { service } = clocks.world;
  clocks.leap(400 * day);
  const ann = await clocks.world.join('ann');
  await clocks.trust.look();
  clocks.run(2 * minute);
  await clocks.trust.look();
  clocks.leap(-400 * day);
  const now = service.clock.now();
  expect(await clocks.trust.mayDestroy()).toBe(false);
  const changeTime = await changeIn(service, ann, 'enterprise', async (change) => change.now);
  expect(changeTime).toBe(now);
  const { id } = await putFile(service, ann, '0', 'shared');
  await clocks.world.join('bob');
  const expiresAt = now + day;
  const invited = { kind: 'login' as const, login: 'bob' };
  const shared = await createCollaboration(service, ann, {
    item: { kind: 'file', id },
    invited,
    role: 'viewer',
    expiresAt,
  });
  expect(Date.parse(shared.expires_at ?? '')).toBe(expiresAt);
});

/** A file that a retention keeps for a number of days. */
async function retainedFile(
  service: Service,
  ann: Caller,
  length: number,
  dispositionAction: DispositionAction = 'remove_retention',
) {
  const { id: targetId } = await createFolder(service, ann, { parentId: '0', name: 'retained' });
  const { id: policyId } = await createRetentionPolicy(service, ann, {
    name: 'policy',
    type: 'finite',
    length,
    dispositionAction,
  });
  const target = { targetType: 'folder' as const, targetId, startDateField: undefined, hasFilter: false };
  await createRetentionAssignment(service, ann, { policyId, ...target });
  return putFile(service, ann, targetId, 'kept');
}

test('nobody permanently deletes what a retention keeps while the clock is ahead', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  const ann = await clocks.world.join('ann');
  const { id: fileId } = await retainedFile(service, ann, 10);
  await deleteFile(service, ann, { fileId });
  clocks.leap(40 * day);
  const restarted = { ...service, trust: await openClockTrust(service.store, service.clock, clocks.elapsed) };
  for (const one of [service, restarted]) {
    expect((await refusalOf(purgeFile(one, ann, fileId))).code).toBe('forbidden_by_policy');
    await one.trust.look();
    clocks.run(minute);
    expect((await refusalOf(purgeFile(one, ann, fileId))).code).toBe('forbidden_by_policy');
  }
  clocks.leap(-40 * day);
  await service.trust.look();
  clocks.run(11 * day);
  await service.trust.look();
  await purgeFile(service, ann, fileId);
  expect(await service.store.read(async ({ items }) => items.get(fileId))).toBeNull();
});

test('a folder that is copied while the clock is behind is retained like an upload', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  const ann = await clocks.world.join('ann');
  const { parent } = await retainedFile(service, ann, 30);
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'original' });
  await putFile(service, ann, folderId, 'new');
  clocks.leap(-60 * day);
  const copy = await copyFolder(service, ann, { folderId, parentId: parent?.id ?? '' });
  clocks.leap(60 * day);
  const below = { sort: 'id', direction: 'ASC', after: null, limit: 9 } as const;
  const [file] = await service.store.read(({ items }) =>
    items.listChildrenAfter({ folderId: copy === 'not_modified' ? '' : copy.id, alsoItems: [] }, below),
  );
  const fileId = file?.id ?? '';
  await deleteFile(service, ann, { fileId });
  expect((await refusalOf(purgeFile(service, ann, fileId))).code).toBe('forbidden_by_policy');
});

test('a file that is moved while the clock is ahead is retained for the days of the folder', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  const ann = await clocks.world.join('ann');
  const { parent } = await retainedFile(service, ann, 30, 'permanently_delete');
  const { id: fileId } = await putFile(service, ann, '0', 'new');
  clocks.leap(40 * day);
  await updateFile(service, ann, { fileId, parentId: parent?.id });
  clocks.leap(-40 * day);
  await deleteFile(service, ann, { fileId });
  expect((await refusalOf(purgeFile(service, ann, fileId))).code).toBe('forbidden_by_policy');
});

test.each([
  ['behind', -8 * day, 0],
  ['right after a week off, but not trusted yet', 0, 7 * day],
])(
  'a file that may be older than the retention of a folder survives its move there while the clock is %s',
  async (_which, wrongMs, offMs) => {
    await using clocks = await openClocks();
    const { service } = clocks.world;
    const ann = await clocks.world.join('ann');
    const { parent } = await retainedFile(service, ann, 5, 'permanently_delete');
    const { id: fileId } = await putFile(service, ann, '0', 'old');
    clocks.run(offMs === 0 ? 10 * day : day);
    await service.trust.look();
    clocks.leap(offMs + wrongMs);
    const trust = await openClockTrust(service.store, service.clock, clocks.elapsed);
    await trust.look();
    await updateFile({ ...service, trust }, ann, { fileId, parentId: parent?.id });
    clocks.leap(-wrongMs);
    for (let hour = 0; hour < 25; hour += 1) {
      clocks.run(60 * minute);
      await trust.look();
    }
    expect(await trust.mayDestroy()).toBe(true);
    const trusting = { ...service, trust };
    await disposeOfExpired(trusting);
    expect(await service.store.read(({ items }) => items.get(fileId))).toMatchObject({ trashedAt: null });
    await deleteFile(trusting, ann, { fileId });
    await purgeFile(trusting, ann, fileId);
    expect(await service.store.read(({ items }) => items.get(fileId))).toBeNull();
  },
);
