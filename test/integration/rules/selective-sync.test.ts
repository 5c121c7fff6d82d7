import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';

/** Folder selection for one computer: chosen here, elsewhere, by the owner or by the person who shares. */
let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
  device = await world.device(world.ann);
});
afterEach(() => world.close());

const folder = async (path: string): Promise<WebItem> => {
  let parent = '0';
  let found: WebItem | undefined;
  for (const name of path.split('/')) {
    found = await world.annsWeb.find(parent, name);
    if (found === undefined) throw new Error(`${path} is not on the service`);
    parent = found.id;
  }
  if (found === undefined) throw new Error('no path');
  return found;
};
const stateOf = async (path: string): Promise<string> =>
  ((await world.annsWeb.call('GET', `/folders/${(await folder(path)).id}?fields=sync_state`)) as { sync_state: string })
    .sync_state;
const select = async (path: string, state: 'synced' | 'not_synced', on = device) => {
  const answer = await on.engine.select({ changes: [{ path, state }] });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.changed;
};
const inTrash = async (on: EngineDevice): Promise<string[]> => readdir(on.trash).catch(() => []);
const statusOf = async (path: string) => {
  const why = await device.engine.why({ path });
  return why.ok ? why.value.status : why.error.code;
};

test('[P65] [P66] a folder that is left out goes to the local trash, stays on the service, and comes back when it is selected', async () => {
  await device.write('big/one.bin', 'one');
  await device.write('big/deep/two.bin', 'two');
  await device.write('kept.txt', 'kept');
  await device.once();

  expect(await select('big', 'not_synced')).toBe(1);
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('big/one.bin'), await device.read('kept.txt')]).toEqual([null, 'kept']);
  expect(await inTrash(device)).toEqual(['big']);
  expect([await stateOf('big'), await statusOf('big/one.bin')]).toEqual(['not_synced', 'excluded']);
  expect((await world.annsWeb.items((await folder('big')).id)).map(({ name }) => name)).toEqual(['deep', 'one.bin']);
  // New items there stay there, and a second pass has nothing to do.
  await world.annsWeb.upload((await folder('big')).id, 'new.bin', 'new');
  const quiet = await device.once();
  expect([quiet.state, quiet.downloaded, await device.read('big/new.bin')]).toEqual(['in_sync', 0, null]);

  await select('big', 'synced');
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('big/new.bin'), await device.read('big/deep/two.bin')]).toEqual(['new', 'two']);
  expect(await stateOf('big')).toBe('synced');
});

test('[P65] of two choices for a folder the later one holds, even when the service has not answered the first', async () => {
  await device.write('big/one.bin', 'one');
  await device.once();
  expect(await Promise.all([select('big', 'not_synced'), select('big', 'synced')])).toEqual([1, 1]);
  const { state } = await device.once();
  expect([state, await stateOf('big'), await device.read('big/one.bin')]).toEqual(['in_sync', 'synced', 'one']);
});

test("[P65] the parent's state follows from its folders, and a new folder in a part is synced", async () => {
  await device.write('all/a/1.txt', '1');
  await device.write('all/b/2.txt', '2');
  await device.once();
  await select('all/a', 'not_synced');
  expect([await stateOf('all'), await stateOf('all/a'), await stateOf('all/b')]).toEqual([
    'partially_synced',
    'not_synced',
    'synced',
  ]);
  const made = await world.annsWeb.createFolder((await folder('all')).id, 'c');
  await world.annsWeb.upload(made.id, '3.txt', '3');
  await device.once();
  expect([await device.read('all/a/1.txt'), await device.read('all/c/3.txt')]).toEqual([null, '3']);
  // Selecting one folder inside an excluded one brings only that folder and the path down to it.
  await select('all', 'not_synced');
  await device.once();
  await select('all/b', 'synced');
  await device.once();
  expect([await device.read('all/b/2.txt'), await device.read('all/c/3.txt')]).toEqual(['2', null]);
  expect([await stateOf('all'), await stateOf('all/c')]).toEqual(['partially_synced', 'not_synced']);

  await select('all', 'synced');
  expect([await stateOf('all'), await stateOf('all/a'), await stateOf('all/c')]).toEqual([
    'synced',
    'synced',
    'synced',
  ]);
  await device.once();
  expect(await device.read('all/a/1.txt')).toBe('1');
});

test('[P65] the selection tree shows states and sizes, one level at a time', async () => {
  await device.write('all/a/1.txt', '12345');
  await device.write('all/2.txt', '12');
  await device.once();
  await select('all/a', 'not_synced');
  const [root] = device.engine.status().roots;
  const tree = device.engine.selectionTree({ rootId: root?.id ?? 0 });
  expect(tree).toMatchObject({
    ok: true,
    value: {
      path: '',
      isListed: true,
      files: 2,
      bytes: 7,
      chosenFiles: 1,
      chosenBytes: 2,
      folders: [
        {
          name: 'all',
          state: 'partially_synced',
          files: 2,
          bytes: 7,
          chosenFiles: 1,
          chosenBytes: 2,
          hasFolders: true,
        },
      ],
    },
  });
  const below = device.engine.selectionTree({ rootId: root?.id ?? 0, folderId: (await folder('all')).id });
  expect(below).toMatchObject({
    value: {
      path: 'all',
      chosenBytes: 2,
      folders: [{ name: 'a', state: 'not_synced', bytes: 5, chosenBytes: 0, hasFolders: false, isShared: false }],
    },
  });
});

test('[P65] a root that is added paused shows the folders to choose from, and transfers nothing before it resumes', async () => {
  await device.write('all/a/1.txt', '12345');
  await device.write('keep/2.txt', '12');
  await device.once();
  const desk = await world.device(world.ann, { name: 'desk' });
  await desk.engine.removeRoot(desk.engine.status().roots[0]?.id ?? 0);
  await desk.write('mine.txt', 'mine');
  desk.engine.start();
  const added = await desk.engine.addRoot({ localPath: desk.path, remoteId: '0', paused: true });
  const rootId = added.ok ? added.value.id : 0;
  const listed = await eventually('the service is listed', async () => {
    const tree = desk.engine.selectionTree({ rootId });
    return tree.ok && tree.value.isListed ? tree.value : undefined;
  });
  expect(listed).toMatchObject({ bytes: 7, folders: [{ name: 'all' }, { name: 'keep' }] });
  expect(desk.engine.status().roots[0]?.state).toBe('paused');
  expect(await readdir(desk.path).then((names) => names.sort())).toEqual(['.tandem', 'mine.txt']);
  const { id } = await folder('all');
  expect(await desk.engine.select({ rootId, changes: [{ folderId: id, state: 'not_synced' }] })).toMatchObject({
    ok: true,
  });
  desk.engine.resume(rootId);
  await eventually('the rest is here', async () => desk.read('keep/2.txt').catch(() => undefined));
  await eventually('mine is there', async () => world.annsWeb.find('0', 'mine.txt'));
  expect(await readdir(desk.path).then((names) => names.sort())).toEqual(['.tandem', 'keep', 'mine.txt']);
});

test('[E81] edits that were not synced yet go up before a folder leaves, and nothing is dropped', async () => {
  await device.write('work/plan.txt', 'first');
  await device.once();
  await device.write('work/plan.txt', 'edited here');
  await device.write('work/new.txt', 'never synced');
  await mkdir(device.at('work/made'));
  await device.write('work/made/inner.txt', 'inner');
  await select('work', 'not_synced');
  expect((await device.once()).state).toBe('in_sync');
  expect(await readdir(device.path).then((names) => names.filter((name) => name !== '.tandem'))).toEqual([]);
  const there = await folder('work');
  const read = async (name: string, parent = there.id) =>
    String(await world.annsWeb.read((await world.annsWeb.find(parent, name))?.id ?? ''));
  expect([await read('plan.txt'), await read('new.txt')]).toEqual(['edited here', 'never synced']);
  expect(await read('inner.txt', (await folder('work/made')).id)).toBe('inner');
});

test('[E81] an edit that met another one leaves a conflict copy on the service, and both are there', async () => {
  await device.write('work/plan.txt', 'first');
  await device.once();
  const file = await folder('work/plan.txt');
  await world.annsWeb.replace(file.id, 'plan.txt', 'edited there');
  await device.write('work/plan.txt', 'edited here as well');
  await select('work', 'not_synced');
  expect((await device.once()).state).toBe('in_sync');
  const items = await world.annsWeb.items((await folder('work')).id);
  const contents = await Promise.all(items.map(async ({ id }) => String(await world.annsWeb.read(id))));
  expect(contents.toSorted((a, b) => a.length - b.length)).toEqual(['edited there', 'edited here as well']);
  expect(await device.read('work/plan.txt')).toBeNull();
});

test('[E81] ignored files in a deselected folder stay here with it, and that is in sync', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.write('work/plan.swp', 'swap');
  await device.once();
  await select('work', 'not_synced');
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('work/plan.txt'), await device.read('work/plan.swp')]).toEqual([null, 'swap']);
  await select('work', 'synced');
  expect((await device.once()).state).toBe('in_sync');
  expect(await device.read('work/plan.txt')).toBe('plan');
});

test('[P86] a deselected folder that holds only ignored files goes once they are gone', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.write('work/plan.swp', 'swap');
  await device.once();
  await select('work', 'not_synced');
  await device.once();
  await rm(device.at('work/plan.swp'));
  expect(await device.engine.plan({ limit: 10 })).toMatchObject({
    ok: true,
    value: { total: 1, steps: [{ kind: 'trash-local', path: 'work', rule: 'P86' }] },
  });
  expect((await device.once()).state).toBe('in_sync');
  expect(await readdir(device.path)).not.toContain('work');
  expect(await statusOf('work')).toBe('excluded');
  await select('work', 'synced');
  expect([(await device.once()).state, await device.read('work/plan.txt')]).toEqual(['in_sync', 'plan']);
});

test('[P86] what a deselected folder left behind goes from its new name too, although the folder is selected and here again', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.write('work/plan.swp', 'swap');
  await device.once();
  await select('work', 'not_synced');
  await device.once();
  await rename(device.at('work'), device.at('old'));
  await select('work', 'synced');
  expect([(await device.once()).state, await device.read('work/plan.txt')]).toEqual(['in_sync', 'plan']);
  await rm(device.at('old/plan.swp'));
  expect((await device.once()).state).toBe('in_sync');
  expect([await readdir(device.path), await device.read('work/plan.txt')]).toEqual([
    expect.not.arrayContaining(['old']),
    'plan',
  ]);
});

test('[P66] a folder of any size leaves without asking the guard: the service has all of it', async () => {
  await Promise.all(Array.from({ length: 80 }, (_, index) => device.write(`many/${index}.txt`, String(index))));
  await device.once();
  await select('many', 'not_synced');
  const report = await device.once();
  expect([report.state, report.held, await device.read('many/7.txt')]).toEqual(['in_sync', 0, null]);
});

test('[P68] something new under the name of a folder that is left out is kept, with a reason, and merges when that is selected', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.once();
  await select('work', 'not_synced');
  await device.once();
  await device.write('work/mine.txt', 'mine');
  const report = await device.once();
  expect(report).toMatchObject({ state: 'attention', blocked: [{ path: 'work', reason: 'excluded_here' }] });
  expect(await device.read('work/mine.txt')).toBe('mine');
  await select('work', 'synced');
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('work/mine.txt'), await device.read('work/plan.txt')]).toEqual(['mine', 'plan']);
});

test('[P68] an empty folder under the name of one that is left out is left alone with those in it, and goes up when that is selected', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.once();
  await select('work', 'not_synced');
  await device.once();
  await mkdir(device.at('work/new/deep'), { recursive: true });
  expect((await device.once()).state).toBe('in_sync');
  expect([await statusOf('work'), await statusOf('work/new/deep')]).toEqual(['excluded', 'ignored']);
  await device.write('work/new/mine.txt', 'mine');
  expect((await device.once()).blocked).toMatchObject([{ path: 'work', reason: 'excluded_here' }]);
  await rm(device.at('work/new/mine.txt'));
  expect((await device.once()).state).toBe('in_sync');
  await select('work', 'synced');
  expect((await device.once()).state).toBe('in_sync');
  expect(await device.read('work/plan.txt')).toBe('plan');
  expect((await folder('work/new/deep')).name).toBe('deep');
});

test('[P68] new folders in a deselected one go up once it is renamed, deleted, or loses its parent', async () => {
  for (const name of ['a', 'b', 'c', 'top/d']) {
    await device.write(`${name}/plan.txt`, 'plan');
    await device.once();
    await select(name, 'not_synced');
    await device.once();
    await mkdir(device.at(`${name}/new`), { recursive: true });
  }
  expect((await device.once()).state).toBe('in_sync');
  await world.annsWeb.update(await folder('a'), { name: 'other' });
  for (const name of ['b', 'top'])
    await world.annsWeb.call('DELETE', `/folders/${(await folder(name)).id}?recursive=true`);
  await rename(device.at('c'), device.at('mine'));
  expect((await device.once()).state).toBe('in_sync');
  for (const name of ['a', 'b', 'mine', 'top/d']) expect((await folder(`${name}/new`)).name).toBe('new');
});

test('[P66] [P68] new folders in a deselected one leave with the folder above it when that is deselected as well', async () => {
  await device.write('top/work/plan.txt', 'plan');
  await device.once();
  await select('top/work', 'not_synced');
  await device.once();
  await mkdir(device.at('top/work'));
  expect((await device.once()).state).toBe('in_sync');
  await select('top', 'not_synced');
  expect((await device.once()).state).toBe('in_sync');
  expect(await readdir(device.path)).not.toContain('top');
});

test('[E82] an item moved out of scope on the service leaves once it is in sync, and is downloaded when it moves in', async () => {
  await device.write('out/old.txt', 'old');
  await device.write('in/clean.txt', 'clean');
  await device.write('in/dirty.txt', 'dirty');
  await device.write('in/box/deep.txt', 'deep');
  await device.once();
  await select('out', 'not_synced');
  await device.once();
  const [out, inside] = [await folder('out'), await folder('in')];
  for (const name of ['clean.txt', 'dirty.txt', 'box']) {
    await world.annsWeb.update(await folder(`in/${name}`), { parent: { id: out.id } });
  }
  await device.write('in/dirty.txt', 'dirty and edited here');
  expect((await device.once()).state).toBe('in_sync');
  expect(await readdir(device.at('in'))).toEqual([]);
  expect(String(await world.annsWeb.read((await folder('out/dirty.txt')).id))).toBe('dirty and edited here');
  for (const name of ['box', 'old.txt'])
    await world.annsWeb.update(await folder(`out/${name}`), { parent: { id: inside.id } });
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('in/old.txt'), await device.read('in/box/deep.txt')]).toEqual(['old', 'deep']);
});

test('[P65] a choice made on the web or on another computer is followed by those that run', async () => {
  const other = await world.device(world.ann);
  await device.write('work/plan.txt', 'plan');
  await device.once();
  await other.once();
  device.engine.start();
  other.engine.start();
  await world.annsWeb.update(await folder('work'), { sync_state: 'not_synced' });
  for (const each of [device, other]) {
    await eventually(`work gone from ${each.name}`, async () => (await each.read('work/plan.txt')) === null);
  }
  await select('work', 'synced', other);
  for (const each of [device, other]) {
    await eventually(`work back on ${each.name}`, async () => (await each.read('work/plan.txt')) === 'plan');
  }
});

test('[P65] a shared folder is selected for one computer alone: its owner keeps it, and their choice is not ours', async () => {
  await device.write('team/plan.txt', 'plan');
  await device.once();
  await world.share(await folder('team'), 'editor');
  const bobs = await world.device(world.bob);
  await bobs.once();
  expect(await bobs.read('team/plan.txt')).toBe('plan');

  await select('team', 'not_synced', bobs);
  await bobs.once();
  await device.once();
  expect([await bobs.read('team/plan.txt'), await device.read('team/plan.txt')]).toEqual([null, 'plan']);
  expect(await stateOf('team')).toBe('synced');
  await select('team', 'synced', bobs);
  await bobs.once();

  await select('team', 'not_synced');
  await device.once();
  await bobs.once();
  expect([await bobs.read('team/plan.txt'), await device.read('team/plan.txt')]).toEqual(['plan', null]);
});

test('[P66] a folder that was deleted here and then left out is not deleted on the service', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.once();
  await rm(device.at('work'), { recursive: true });
  await select('work', 'not_synced');
  expect((await device.once()).state).toBe('in_sync');
  expect((await world.annsWeb.items((await folder('work')).id)).map(({ name }) => name)).toEqual(['plan.txt']);
  await select('work', 'synced');
  await device.once();
  expect(await device.read('work/plan.txt')).toBe('plan');
});

test('[P65] after a lost state the deselected folders are found again, and nothing of them is downloaded', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.write('kept.txt', 'kept');
  await device.once();
  await select('work', 'not_synced');
  await device.once();
  await device.loseState();
  const report = await device.once();
  expect([report.state, report.downloaded, await device.read('work/plan.txt')]).toEqual(['in_sync', 0, null]);
});
