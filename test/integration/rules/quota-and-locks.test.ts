import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import { eventually } from '../../support/programs/processes.ts';

/** A full quota on the service, and files locked by others. */
let world: SharingWorld;
let bobs: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
});
afterEach(() => world.close());

const setSpace = (bytes: number) => world.annsWeb.call('PUT', `/users/${world.bob.id}`, { space_amount: bytes });
const has = async (name: string) => (await world.bobsWeb.find('0', name)) !== undefined;
const full = 'x'.repeat(1_000);

test('[E107] no room: new content waits with its reason and few requests, the rest syncs, and it resumes by itself', async () => {
  bobs = await world.device(world.bob);
  await bobs.write('old.txt', 'old');
  await bobs.write('moved.txt', 'moved');
  await bobs.once();
  await setSpace(500);
  bobs.engine.start();
  const before = bobs.engine.status().roots[0];
  for (let index = 0; index < 40; index++) await bobs.write(`big/${index}.bin`, `${full}${index}`);
  await eventually('all 40 wait', async () => bobs.engine.status().attentionTotal === 40);
  // One of them may be trying at this moment, without the time of its next try.
  const first = await eventually('the time of the next try is known', async () =>
    bobs.engine.status().attention.find(({ retryAtMs }) => retryAtMs !== null),
  );
  expect(first).toMatchObject({ code: 'quota_full', reach: 'waiting', retryAtMs: expect.any(Number) });

  await bobs.write('small.txt', 'small');
  await eventually('a small file still fits', () => has('small.txt'));
  await rename(bobs.at('moved.txt'), bobs.at('renamed.txt'));
  await rm(bobs.at('old.txt'));
  await world.bobsWeb.upload('0', 'web.txt', 'web');
  await eventually('the move is there', () => has('renamed.txt'));
  await eventually('the delete is there', async () => !(await has('old.txt')));
  await eventually('the download is here', async () => (await bobs.read('web.txt')) === 'web');

  await setSpace(10_000_000);
  const all = async () => {
    const folder = await world.bobsWeb.find('0', 'big');
    return folder !== undefined && (await world.bobsWeb.items(folder.id)).length === 40;
  };
  await eventually('all is there', all, 60_000);
  await eventually('in sync', async () => bobs.engine.status().state === 'in_sync');
  expect(before?.id).toBe(bobs.engine.status().roots[0]?.id);
});

/** Synced once. Collects the waits of later passes that ended by themselves and that a person would notice, in milliseconds. */
async function bobsWithCountedWaits(): Promise<readonly number[]> {
  const waits: number[] = [];
  const counted = ({ clock, ...parts }: EngineParts): EngineParts => ({
    ...parts,
    clock: {
      ...clock,
      sleep: (ms, signal) => {
        return clock.sleep(ms, signal).then(() => {
          if (ms >= 2_000 && signal?.aborted !== true) waits.push(ms);
        });
      },
    },
  });
  bobs = await world.device(world.bob, { change: counted });
  await bobs.once();
  return waits;
}

test('[E107] while there is no room the service is asked now and then, not once for each file', async () => {
  const waits = await bobsWithCountedWaits();
  await setSpace(100);
  for (let index = 0; index < 200; index++) await bobs.write(`${index}.bin`, `${full}${index}`);
  const report = await bobs.once();
  expect([report.state, report.uploaded, new Set(report.blocked.map(({ reason }) => reason))]).toEqual([
    'attention',
    0,
    new Set(['quota_full']),
  ]);
  // The uploads in flight when the first one was refused.
  expect(report.requests).toBeLessThan(60);
  expect(report.requests).toBeGreaterThan(1);
  expect(waits).toEqual([]);
  await setSpace(-1);
  bobs.engine.retry({});
  expect((await bobs.once()).state).toBe('in_sync');
});

test('[P73] [E107] of two large files that fit alone but not together, one arrives, and the other waits for room', async () => {
  const waits = await bobsWithCountedWaits();
  await setSpace(30_000_000);
  for (const name of ['a.bin', 'b.bin']) await bobs.write(name, name.repeat(4_200_000));
  const report = await bobs.once();
  expect([report.state, report.uploaded, report.blocked.map(({ reason }) => reason)]).toEqual([
    'attention',
    1,
    ['quota_full'],
  ]);
  expect(waits).toEqual([]);
  await setSpace(-1);
  bobs.engine.retry({});
  expect((await bobs.once()).state).toBe('in_sync');
});

test('[E103] a file locked by another person waits, says by whom and until when, and syncs once it is unlocked', async () => {
  const team = await world.annsWeb.createFolder('0', 'team');
  const plan = await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
  await world.share(team, 'editor');
  bobs = await world.device(world.bob);
  await bobs.once();
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  await world.annsWeb.update(plan, { lock: { access: 'lock', expires_at: expires } });
  bobs.engine.start();
  await bobs.write('team/plan.txt', 'edited by Bob');
  await bobs.write('team/other.txt', 'other');
  await eventually('the reason is reported', async () => bobs.engine.status().attentionTotal === 1);
  const [reason] = bobs.engine.status().attention;
  expect(reason).toMatchObject({ path: 'team/plan.txt', code: 'item_locked', reach: 'waiting' });
  expect(reason?.sentence).toMatchObject({
    code: 'item_locked_by',
    args: { subject: 'team/plan.txt', by: 'Ann', untilMs: Date.parse(expires) },
  });
  await eventually('the rest syncs', async () => (await world.annsWeb.find(team.id, 'other.txt')) !== undefined);

  await world.annsWeb.update(plan, { lock: null });
  await eventually('the edit is there', async () => String(await world.annsWeb.read(plan.id)) === 'edited by Bob');
  await eventually('in sync', async () => bobs.engine.status().state === 'in_sync');
});

test('[E103] a lock that ends by itself is found out without an event', async () => {
  const team = await world.annsWeb.createFolder('0', 'team');
  const plan = await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
  await world.share(team, 'editor');
  bobs = await world.device(world.bob);
  await bobs.once();
  const expires = new Date(Date.now() + 4_000).toISOString();
  await world.annsWeb.update(plan, { lock: { access: 'lock', expires_at: expires } });
  bobs.engine.start();
  await bobs.write('team/plan.txt', 'edited by Bob');
  await eventually('the edit is there', async () => String(await world.annsWeb.read(plan.id)) === 'edited by Bob');
});
