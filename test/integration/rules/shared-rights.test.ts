import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';

/** A folder of Ann's on Bob's computer: the rights of his role, and the effects when the role changes or ends. */
let world: SharingWorld;
let bobs: EngineDevice;
let team: WebItem;
beforeEach(async () => {
  world = await openSharingWorld();
  team = await world.annsWeb.createFolder('0', 'team');
  await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
});
afterEach(() => world.close());

const shared = async (role: string): Promise<string> => {
  const id = await world.share(team, role);
  bobs = await world.device(world.bob);
  await bobs.once();
  return id;
};
const annReads = async (name: string) => {
  const found = await world.annsWeb.find(team.id, name);
  return found === undefined ? null : String(await world.annsWeb.read(found.id));
};
const revoke = (id: string) => world.annsWeb.call('DELETE', `/collaborations/${id}`);
const setRole = (id: string, role: string) => world.annsWeb.call('PUT', `/collaborations/${id}`, { role });
const rescued = (...names: string[]) => join(dirname(bobs.path), 'files (rescued)', ...names);
const namesIn = (path: string) => readdir(path).catch(() => []);

test('[E84] a viewer: edits stay, each with one reason, and nothing is sent again and again', async () => {
  await shared('viewer');
  expect(await bobs.read('team/plan.txt')).toBe('plan');
  await bobs.write('team/plan.txt', 'edited by Bob');
  await bobs.write('team/new.txt', 'new by Bob');
  const first = await bobs.once();
  expect(new Set(first.blocked.map(({ path, reason }) => `${path} ${reason}`))).toEqual(
    new Set(['team/new.txt no_permission', 'team/plan.txt no_permission']),
  );
  const again = await bobs.once();
  expect([again.state, again.requests, again.uploaded]).toEqual(['attention', 1, 0]);
  expect([await bobs.read('team/plan.txt'), await bobs.read('team/new.txt')]).toEqual(['edited by Bob', 'new by Bob']);
  expect([await annReads('plan.txt'), await annReads('new.txt')]).toEqual(['plan', null]);
});

test('[E84] a viewer that deletes and renames: nothing is tried, and it comes back when that is wished', async () => {
  await shared('viewer');
  await rm(bobs.at('team/plan.txt'));
  const report = await bobs.once();
  expect(report.blocked).toMatchObject([{ path: 'team/plan.txt', reason: 'no_permission' }]);
  expect(await bobs.engine.bringBack('team/plan.txt')).toMatchObject({ ok: true });
  expect((await bobs.once()).state).toBe('in_sync');
  expect([await bobs.read('team/plan.txt'), await annReads('plan.txt')]).toEqual(['plan', 'plan']);
});

test('[E84] an uploader: new files go up, a delete of an existing one stays here with its reason', async () => {
  await shared('viewer uploader');
  await bobs.write('team/new.txt', 'new by Bob');
  await bobs.once();
  expect(await annReads('new.txt')).toBe('new by Bob');
  await rm(bobs.at('team/plan.txt'));
  expect((await bobs.once()).blocked).toMatchObject([{ path: 'team/plan.txt', reason: 'no_permission' }]);
});

test('[E84] an editor who may no longer edit: an edit of an existing file stays here with its reason', async () => {
  const id = await shared('editor');
  await setRole(id, 'previewer uploader');
  await bobs.write('team/plan.txt', 'edited by Bob');
  const report = await bobs.once();
  expect(report).toMatchObject({ uploaded: 0, blocked: [{ path: 'team/plan.txt', reason: 'no_permission' }] });
  expect([await bobs.read('team/plan.txt'), await annReads('plan.txt')]).toEqual(['edited by Bob', 'plan']);
});

test('[E84] files that may not be downloaded stay on the service, and the folder is in sync without them', async () => {
  await shared('previewer uploader');
  await bobs.write('team/new.txt', 'new by Bob');
  const report = await bobs.once();
  expect([report.state, await annReads('new.txt'), await bobs.read('team/plan.txt')]).toEqual([
    'in_sync',
    'new by Bob',
    null,
  ]);
  const why = await bobs.engine.why({ path: 'team/plan.txt' });
  expect(why).toMatchObject({ ok: true, value: { status: 'excluded' } });
});

test('[P74] rights granted at run time take effect, and work that waited for them resumes', async () => {
  const id = await shared('viewer');
  bobs.engine.start();
  await bobs.write('team/plan.txt', 'edited by Bob');
  await eventually('the reason is shown', async () => bobs.engine.status().attentionTotal === 1);
  await setRole(id, 'editor');
  await eventually('the edit is there', async () => (await annReads('plan.txt')) === 'edited by Bob');
  await eventually('in sync', async () => bobs.engine.status().state === 'in_sync');
  await setRole(id, 'viewer');
  await eventually('the right is gone here too', async () => {
    await bobs.write('team/other.txt', 'other');
    return bobs.engine.status().attention.some(({ code }) => code === 'no_permission');
  });
  expect(await bobs.read('team/other.txt')).toBe('other');
});

test('[P74] the same when the synced folder is itself the shared one', async () => {
  const id = await world.share(team, 'viewer');
  bobs = await world.device(world.bob, { remoteId: team.id });
  await bobs.once();
  await bobs.write('plan.txt', 'edited by Bob');
  expect((await bobs.once()).blocked).toMatchObject([{ path: 'plan.txt', reason: 'no_permission' }]);
  await setRole(id, 'editor');
  expect((await bobs.once()).state).toBe('in_sync');
  expect(await annReads('plan.txt')).toBe('edited by Bob');
  await setRole(id, 'viewer');
  await bobs.write('plan.txt', 'again');
  const report = await bobs.once();
  expect(report.blocked).toMatchObject([{ path: 'plan.txt', reason: 'no_permission' }]);
  expect(await annReads('plan.txt')).toBe('edited by Bob');
});

test.each([
  ['the synced folder', () => team.id],
  ['a folder above it', async () => (await world.annsWeb.createFolder(team.id, 'deep')).id],
])('[P70] access to %s that ends and is granted again at once: changes made meanwhile arrive', async (_, which) => {
  const root = await which();
  const notes = await world.annsWeb.upload(root, 'notes.txt', 'before');
  const id = await world.share(team, 'editor');
  bobs = await world.device(world.bob, { remoteId: root });
  expect((await bobs.once()).state).toBe('in_sync');
  await revoke(id);
  await world.annsWeb.replace(notes.id, 'notes.txt', 'meanwhile');
  await world.annsWeb.upload(root, 'new.txt', 'new');
  await world.share(team, 'editor');
  expect((await bobs.once()).state).toBe('in_sync');
  expect([await bobs.read('notes.txt'), await bobs.read('new.txt')]).toEqual(['meanwhile', 'new']);
});

test('[P70][E83] access that ends: clean files to the local trash, edits and new files beside the root, none of it on the service', async () => {
  const id = await shared('editor');
  await bobs.write('team/deep/inner.txt', 'inner');
  await bobs.write('mine.txt', 'mine');
  await bobs.once();
  await revoke(id);
  await bobs.write('team/plan.txt', 'edited by Bob');
  await bobs.write('team/deep/new.txt', 'new by Bob');
  await bobs.write('team/fresh/first.txt', 'first');
  const report = await bobs.once();
  expect([report.state, report.uploaded]).toEqual(['in_sync', 0]);
  expect(await namesIn(bobs.path).then((names) => names.filter((name) => name !== '.tandem'))).toEqual(['mine.txt']);
  expect([
    await bobs.read('../files (rescued)/team/plan.txt'),
    await bobs.read('../files (rescued)/team/deep/new.txt'),
  ]).toEqual(['edited by Bob', 'new by Bob']);
  expect(await namesIn(rescued('team', 'fresh'))).toEqual(['first.txt']);
  expect((await world.bobsWeb.items('0')).map(({ name }) => name)).toEqual(['mine.txt']);
  expect([await annReads('plan.txt'), (await world.annsWeb.items(team.id)).map(({ name }) => name)]).toEqual([
    'plan',
    ['deep', 'plan.txt'],
  ]);
  const told = bobs.engine.activity({ limit: 50, kinds: ['rescue'] }).entries;
  expect(told.map(({ path }) => path)).toContain('team/plan.txt');

  // Given again, it comes back.
  await world.share(team, 'editor');
  expect((await bobs.once()).state).toBe('in_sync');
  expect([await bobs.read('team/plan.txt'), await bobs.read('team/deep/inner.txt')]).toEqual(['plan', 'inner']);
});

test('[P70][E76][E83] access to a large share that ends is no mass delete: it leaves at once, and nothing of it is uploaded', async () => {
  for (let index = 0; index < 60; index++) await world.annsWeb.upload(team.id, `${index}.txt`, `content ${index}`);
  const id = await shared('editor');
  await revoke(id);
  expect(await bobs.once()).toMatchObject({ state: 'in_sync', held: 0, uploaded: 0 });
  expect(await bobs.read('team/7.txt')).toBeNull();
  expect(await namesIn(join(bobs.trash, 'team'))).toContain('7.txt');
  expect(await world.bobsWeb.items('0')).toEqual([]);

  const [trashed] = bobs.engine.acts.trashed({ limit: 1, offset: 0 }).items;
  const restore = () => bobs.engine.acts.restoreTrashed(trashed?.id ?? 0);
  const refused = { ok: false, error: { code: 'not_possible', message: { code: 'trash_not_shared' } } };
  expect(await restore()).toMatchObject(refused);
  const [entry] = bobs.engine.activity({ limit: 1, kinds: ['trash-local'] }).entries;
  expect(await bobs.engine.acts.undo({ id: entry?.id ?? 0 })).toMatchObject(refused);
  await bobs.once();
  expect([await namesIn(bobs.path), await world.bobsWeb.items('0')]).toEqual([['.tandem'], []]);
});

test('[P46][P70] deletes that wait for a decision keep waiting when the share ends, and can only be applied', async () => {
  for (let index = 0; index < 60; index++) await world.annsWeb.upload(team.id, `${index}.txt`, `content ${index}`);
  const id = await shared('editor');
  for (const item of await world.annsWeb.items(team.id)) await world.annsWeb.trash(item);
  expect(await bobs.once()).toMatchObject({ state: 'attention', deleted_local: 0 });
  await revoke(id);
  expect(await bobs.once()).toMatchObject({ state: 'attention', deleted_local: 0, uploaded: 0 });
  expect(await bobs.read('team/7.txt')).toBe('content 7');

  const [batch] = bobs.engine.acts.held();
  const decide = (decision: 'restore' | 'apply') => bobs.engine.acts.decideHeld({ id: batch?.id ?? 0, decision });
  const message = { code: 'no_longer_shared', args: { path: 'team' } };
  expect(await decide('restore')).toMatchObject({
    ok: true,
    value: { restored: 0, failed: expect.arrayContaining([{ path: 'team', message }]) },
  });
  expect(await bobs.once()).toMatchObject({ state: 'attention', deleted_local: 0, uploaded: 0 });
  expect(await decide('apply')).toMatchObject({ ok: true });
  expect(await bobs.once()).toMatchObject({ state: 'in_sync', held: 0, uploaded: 0 });
  expect([await bobs.read('team/7.txt'), await world.bobsWeb.items('0')]).toEqual([null, []]);
});

test('[E83] access that ends while it runs, and comes back', async () => {
  const id = await shared('editor');
  bobs.engine.start();
  await revoke(id);
  await eventually('the folder is gone', async () => (await bobs.read('team/plan.txt')) === null);
  await eventually('in sync', async () => bobs.engine.status().state === 'in_sync');
  await world.share(team, 'viewer');
  await eventually('it is back', async () => (await bobs.read('team/plan.txt')) === 'plan');
});

test('[E83] a single file that is no longer shared', async () => {
  const file = await world.annsWeb.upload('0', 'single.txt', 'single');
  const id = await world.share(file, 'editor');
  bobs = await world.device(world.bob);
  await bobs.once();
  await bobs.write('single.txt', 'edited by Bob');
  await revoke(id);
  expect((await bobs.once()).state).toBe('in_sync');
  expect([await bobs.read('single.txt'), await bobs.read('../files (rescued)/single.txt')]).toEqual([
    null,
    'edited by Bob',
  ]);
  expect(await world.bobsWeb.items('0')).toEqual([]);
});

/** Bob's root is the top of a stick; `home` is his other place. */
const onStick =
  (home: string) =>
  (parts: EngineParts): EngineParts => {
    const fileSystem: EngineParts['fileSystem'] = {
      ...parts.fileSystem,
      volumeId: async (path) => (path.includes('files') ? 'stick' : parts.fileSystem.volumeId(path)),
    };
    return { ...parts, fileSystem, settings: { ...parts.settings, likelyPlaces: [home] } };
  };

test('[P70][E83] a root with nothing beside it: what is rescued goes to the home folder, and the notice says so', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tandem-home-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const id = await world.share(team, 'editor');
  bobs = await world.device(world.bob, { change: onStick(home) });
  await bobs.once();
  const told: unknown[] = [];
  bobs.engine.feeds.subscribe('notice', ({ body }) => told.push(body));
  await bobs.write('team/plan.txt', 'edited by Bob');
  await revoke(id);
  expect((await bobs.once()).state).toBe('in_sync');
  const folder = join(home, 'files (rescued)');
  expect(await readFile(join(folder, 'team', 'plan.txt'), 'utf8')).toBe('edited by Bob');
  expect(told).toEqual([{ code: 'rescued_details', args: { path: 'team/plan.txt', more: 0, folder, root: null } }]);
  expect(await namesIn(rescued())).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  '[P70][E83] the problem of a rescue names the folder that refuses it',
  async () => {
    // Not even an administrator may write there.
    const home = '/sys/kernel';
    const id = await world.share(team, 'editor');
    bobs = await world.device(world.bob, { change: onStick(home) });
    await bobs.once();
    await bobs.write('team/plan.txt', 'edited by Bob');
    await revoke(id);
    const { blocked } = await bobs.once();
    const subject = join(home, 'files (rescued)', 'team');
    expect(blocked).toMatchObject([{ path: 'team/plan.txt', reason: 'unwritable', args: { subject } }]);
    expect(await bobs.read('team/plan.txt')).toBe('edited by Bob');
  },
);

test('[P71][E87] deleting a shared folder asks first: others keep it, and you can leave it permanently', async () => {
  await shared('editor');
  await rm(bobs.at('team'), { recursive: true });
  const report = await bobs.once();
  expect(report).toMatchObject({ deleted_remote: 0, blocked: [{ path: 'team', reason: 'left_or_back' }] });
  expect(await annReads('plan.txt')).toBe('plan');
  expect(await bobs.engine.leaveShare('team')).toMatchObject({ ok: true });
  expect((await bobs.once()).state).toBe('in_sync');
  expect([await annReads('plan.txt'), await world.bobsWeb.items('0')]).toEqual(['plan', []]);
});

test('[E87] or it comes back; and items below it are deleted as usual', async () => {
  await shared('editor');
  await rm(bobs.at('team'), { recursive: true });
  await bobs.once();
  expect(await bobs.engine.bringBack('team')).toMatchObject({ ok: true });
  expect((await bobs.once()).state).toBe('in_sync');
  expect(await bobs.read('team/plan.txt')).toBe('plan');
  await rm(bobs.at('team/plan.txt'));
  expect((await bobs.once()).deleted_remote).toBe(1);
  expect(await annReads('plan.txt')).toBeNull();
  expect(await bobs.engine.leaveShare('nothing')).toMatchObject({ ok: false });
});
