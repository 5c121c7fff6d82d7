import { mkdir, rm, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import { eventually } from '../../support/programs/processes.ts';

/** Rules added and removed while both sides have matching items. */
let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
  device = await world.device(world.ann);
});
afterEach(() => world.close());

const there = async (name: string, parent = '0') => {
  const found = await world.annsWeb.find(parent, name);
  return found === undefined ? null : String(await world.annsWeb.read(found.id));
};
const idOf = async (name: string, parent = '0') => (await world.annsWeb.find(parent, name))?.id ?? '';

test('[E78] a rule that is added for synced items stops their sync, and both copies stay', async () => {
  await device.write('notes.log', 'one');
  await device.write('build/out.txt', 'out');
  await device.write('kept.txt', 'kept');
  await device.once();
  await device.write('.tandemignore', '*.log\nbuild/\n');
  const ruled = await device.once();
  expect(ruled).toMatchObject({ state: 'in_sync', uploaded: 1, deleted_remote: 0, deleted_local: 0 });
  expect(ruled.ignored).toContainEqual({ path: 'notes.log', reason: 'rule' });
  await device.write('notes.log', 'two, here alone');
  await world.annsWeb.replace(await idOf('notes.log'), 'notes.log', 'two, there alone');
  await world.annsWeb.upload(await idOf('build'), 'there.txt', 'there alone');
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, blocked: [] });
  expect([await there('notes.log'), await device.read('notes.log')]).toEqual(['two, there alone', 'two, here alone']);
  expect([await device.read('build/there.txt'), await device.read('build/out.txt')]).toEqual([null, 'out']);
  await rm(device.at('notes.log'));
  expect((await device.once()).deleted_remote).toBe(0);
  expect(await there('notes.log')).toBe('two, there alone');
});

test('[E78] the same for a line of the person, set while it runs', async () => {
  await device.write('notes.log', 'one');
  await device.once();
  device.engine.start();
  expect(device.engine.setIgnoreLines(['*.log'])).toMatchObject({ ok: true });
  await eventually('ignored', async () => {
    const why = await device.engine.why({ path: 'notes.log' });
    return why.ok && why.value.status === 'ignored';
  });
  await world.annsWeb.upload('0', 'other.log', 'there alone');
  await device.write('kept.txt', 'kept');
  await eventually('kept.txt is there', async () => (await there('kept.txt')) === 'kept');
  await eventually('in sync', async () => device.engine.status().state === 'in_sync');
  expect([await there('notes.log'), await device.read('notes.log'), await device.read('other.log')]).toEqual([
    'one',
    'one',
    null,
  ]);
  expect(device.engine.ignoreLines()).toEqual(['*.log']);
});

test('[E79] a removed rule: equal files are adopted, different ones are kept twice, one-sided ones arrive', async () => {
  await device.write('same.log', 'same');
  await device.write('edited.log', 'first');
  await device.once();
  await device.write('.tandemignore', '*.log\n');
  await device.once();
  await device.write('edited.log', 'edited here');
  await device.write('here.log', 'here');
  await world.annsWeb.replace(await idOf('edited.log'), 'edited.log', 'edited there');
  await world.annsWeb.upload('0', 'there.log', 'there');
  await device.once();
  await device.write('.tandemignore', '');
  const report = await device.once();
  expect([report.state, report.conflicts]).toEqual(['in_sync', 1]);
  expect([await device.read('edited.log'), await device.read('there.log')]).toEqual(['edited there', 'there']);
  expect([await there('here.log'), await there('same.log')]).toEqual(['here', 'same']);
  const copies = (await world.annsWeb.items('0')).filter(({ name }) => name.includes('conflicted copy'));
  expect(await Promise.all(copies.map(({ name }) => there(name)))).toEqual(['edited here']);
});

test('[E79] [P69] once a person removes an ignore line, items that only the service has are downloaded', async () => {
  device.engine.setIgnoreLines(['*.log', 'build/']);
  await device.write('kept.txt', 'kept');
  await device.once();
  await world.annsWeb.upload('0', 'there.log', 'there');
  const build = await world.annsWeb.createFolder('0', 'build');
  await world.annsWeb.upload(build.id, 'out.txt', 'out');
  const before = await device.once();
  expect([before.state, before.downloaded, await device.read('there.log')]).toEqual(['in_sync', 0, null]);
  await device.restart();
  expect(device.engine.ignoreLines()).toEqual(['*.log', 'build/']);
  expect((await device.once()).downloaded).toBe(0);
  device.engine.setIgnoreLines([]);
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('there.log'), await device.read('build/out.txt')]).toEqual(['there', 'out']);
});

test('[E80] a folder deleted on the service: synced files go, ignored ones stay, and it is in sync', async () => {
  await device.write('work/plan.txt', 'plan');
  await device.write('work/deep/inner.txt', 'inner');
  await device.write('work/deep/inner.swp', 'swap');
  await device.once();
  const folder = await world.annsWeb.find('0', 'work');
  if (folder === undefined) throw new Error('no folder');
  await world.annsWeb.trash(folder);
  const report = await device.once();
  expect([report.state, report.blocked, report.deleted_local]).toEqual(['in_sync', [], 1]);
  expect([await device.read('work/plan.txt'), await device.read('work/deep/inner.swp')]).toEqual([null, 'swap']);
  expect(report.ignored).toEqual([{ path: 'work/deep/inner.swp', reason: 'rule' }]);
  const [told] = device.engine.activity({ limit: 1, kinds: ['trash-local'] }).entries;
  expect(told).toMatchObject({
    path: 'work',
    sentence: { code: 'done', args: { what: 'trash-local-folder-in-part' } },
  });
  expect(await world.annsWeb.find('0', 'work')).toBeUndefined();
});

test('[P86] [E80] what Finder and Explorer made in a folder goes to the local trash with it, in one move', async () => {
  for (const name of ['plan.txt', '.DS_Store', 'deep/inner.txt', 'deep/thumbs.db'])
    await device.write(`work/${name}`, name);
  await device.once();
  const folder = await world.annsWeb.find('0', 'work');
  if (folder === undefined) throw new Error('no folder');
  await world.annsWeb.trash(folder);
  const report = await device.once();
  expect([report.state, report.deleted_local, [...(await readTree(device.path)).keys()]]).toEqual(['in_sync', 1, []]);
  const trashed = device.store.trash.list(10);
  expect(trashed).toMatchObject([{ path: 'work', itemKind: 'folder' }]);
  await device.engine.acts.restoreTrashed(trashed[0]?.id ?? 0);
  expect(await device.read('work/.DS_Store')).toBe('.DS_Store');
});

test('[P86] [E80] a leftover folder goes once it is empty, with the folders in it', async () => {
  await device.write('work/deep/inner.txt', 'inner');
  await device.write('work/deep/inner.swp', 'swap');
  await device.once();
  const folder = await world.annsWeb.find('0', 'work');
  if (folder === undefined) throw new Error('no folder');
  await world.annsWeb.trash(folder);
  await device.once();
  expect(await device.engine.plan({ limit: 10 })).toMatchObject({ ok: true, value: { total: 0 } });
  await rm(device.at('work/deep/inner.swp'));
  const last = device.store.journal.query({ limit: 1 })[0]?.id ?? 0;
  const planned = await device.engine.plan({ limit: 10 });
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [], uploaded: 0 });
  expect([...(await readTree(device.path)).keys()]).toEqual([]);
  const done = device.store.journal.query({ limit: 10, after: last });
  expect(done).toMatchObject([{ kind: 'trash-local', path: 'work', rule: 'P86' }]);
  // The dry run predicted the same ([P52]).
  expect(planned).toMatchObject({ ok: true, value: { total: 1, steps: [{ kind: 'trash-local', path: 'work' }] } });
  expect(await world.annsWeb.items('0')).toEqual([]);
});

test('[E82] an item moved on the service to a place ignored here leaves; a local edit goes up first', async () => {
  await device.write('.tandemignore', 'private/\n*.tmp\n');
  await device.write('clean.txt', 'clean');
  await device.write('dirty.txt', 'dirty');
  await device.once();
  const hidden = await world.annsWeb.createFolder('0', 'private');
  for (const name of ['clean.txt', 'dirty.txt']) {
    const item = await world.annsWeb.find('0', name);
    if (item !== undefined) await world.annsWeb.update(item, { parent: { id: hidden.id } });
  }
  await device.write('dirty.txt', 'edited here');
  expect((await device.once()).state).toBe('in_sync');
  expect([await device.read('clean.txt'), await device.read('dirty.txt')]).toEqual([null, null]);
  expect([await there('clean.txt', hidden.id), await there('dirty.txt', hidden.id)]).toEqual(['clean', 'edited here']);
  const back = await world.annsWeb.find(hidden.id, 'clean.txt');
  if (back !== undefined) await world.annsWeb.update(back, { parent: { id: '0' } });
  await device.once();
  expect(await device.read('clean.txt')).toBe('clean');
});

test('[P69] a rule file in a folder applies from there, a later line negates, and matching items are never downloaded', async () => {
  await device.write('docs/.tandemignore', '*.bak\n!keep.bak\n/only-here.txt\n');
  await device.write('docs/deep/only-here.txt', 'deeper is meant for all');
  await device.once();
  const docs = await idOf('docs');
  for (const name of ['a.bak', 'keep.bak', 'only-here.txt']) await world.annsWeb.upload(docs, name, name);
  const report = await device.once();
  expect([report.state, report.downloaded]).toEqual(['in_sync', 1]);
  expect([await device.read('docs/keep.bak'), await device.read('docs/a.bak')]).toEqual(['keep.bak', null]);
  expect(await there('only-here.txt', await idOf('deep', docs))).toBe('deeper is meant for all');
});

test('[P69] a preview counts the items that lines would exclude and include, and changes nothing', async () => {
  for (const name of ['a.log', 'b.log', 'logs/c.txt', 'logs/deep/d.txt']) await device.write(name, '12345');
  await device.write('.tandemignore', 'never.txt\n');
  await device.write('never.txt', 'never');
  await device.once();
  const preview = await device.engine.testIgnoreLines(['*.log', 'logs/']);
  expect(preview).toEqual({
    ok: true,
    value: {
      leavesOut: { files: 4, folders: 2, bytes: 20, sample: ['a.log', 'b.log', 'logs/'] },
      takesIn: { files: 0, folders: 0, bytes: 0, sample: [] },
    },
  });
  expect((await device.once()).state).toBe('in_sync');
  device.engine.setIgnoreLines(['*.log', 'logs/']);
  await device.once();
  const back = await device.engine.testIgnoreLines(['logs/']);
  expect(back).toMatchObject({ value: { leavesOut: { files: 0 }, takesIn: { files: 2, sample: ['a.log', 'b.log'] } } });
  expect(device.engine.setIgnoreLines(['two\nlines'])).toMatchObject({ ok: false });
});

test.each([
  ['is removed', async () => undefined],
  ['gives way to a folder', () => mkdir(device.at('notes'))],
])('[P34][E58] a link in the place of a folder there %s: the contents of the folder arrive', async (_, instead) => {
  await symlink('nowhere', device.at('notes'));
  const notes = await world.annsWeb.createFolder('0', 'notes');
  await world.annsWeb.upload((await world.annsWeb.createFolder(notes.id, 'deep')).id, 'plan.txt', 'plan');
  expect((await device.once()).state).toBe('in_sync');
  await rm(device.at('notes'));
  await instead();
  expect((await device.once()).state).toBe('in_sync');
  expect(await device.read('notes/deep/plan.txt')).toBe('plan');
});

test.each([
  ['onto the name of a link', 'link', async () => ({ name: 'link' })],
  [
    'into a folder whose place a link has',
    'link/plan.txt',
    async () => ({ parent: { id: (await world.annsWeb.createFolder('0', 'link')).id } }),
  ],
])(
  '[P34][P33] a synced file that moves there %s keeps syncing, and moves once the link is gone',
  async (_, to, move) => {
    await device.write('plan.txt', 'plan');
    await symlink('nowhere', device.at('link'));
    await device.once();
    const plan = await world.annsWeb.find('0', 'plan.txt');
    if (plan === undefined) throw new Error('the file is not on the service');
    await world.annsWeb.update(plan, await move());
    await device.write('plan.txt', 'edited');
    const { blocked } = await device.once();
    expect(blocked).toMatchObject([{ path: 'plan.txt', reason: 'name_taken_by_sibling' }]);
    expect(String(await world.annsWeb.read(plan.id))).toBe('edited');
    await rm(device.at('link'));
    expect((await device.once()).state).toBe('in_sync');
    expect(await device.read(to)).toBe('edited');
  },
);

const LIMIT = { most: 1_000, mostBytes: 64_000 };

test.each([
  ['rules', Array.from({ length: 1_001 }, (_, n) => `r${n}`).join('\n')],
  ['bytes', `# ${'x'.repeat(64_000)}\n*.log`],
])(
  '[P87] a rule file with too many %s keeps its folder as it is, and says so, until it is shorter',
  async (_, text) => {
    await device.write('docs/a.txt', 'one');
    await device.once();
    await device.write('docs/.tandemignore', text);
    await device.write('docs/a.txt', 'two');
    await device.write('docs/new.log', 'new');
    await device.write('other.txt', 'other');
    const ruled = await device.once();
    expect(ruled).toMatchObject({ uploaded: 1, deleted_remote: 0 });
    const says = { code: 'rule_file_too_long', args: { subject: 'docs/.tandemignore', ...LIMIT } };
    expect(ruled.blocked).toMatchObject([{ path: 'docs', reason: 'rule_file_too_long' }]);
    expect(JSON.stringify(ruled.blocked)).toContain(JSON.stringify(says));
    expect(await there('a.txt', await idOf('docs'))).toBe('one');
    await device.write('docs/.tandemignore', '*.log');
    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 2, blocked: [] });
    expect(await there('new.log', await idOf('docs'))).toBeNull();
  },
);

test('[P87] the rule file of the synced folder itself is named if it is too long', async () => {
  await device.write('.tandemignore', 'rule\n'.repeat(1_001));
  const subject = device.at('.tandemignore');
  expect(await device.once()).toMatchObject({
    uploaded: 0,
    error: { message: { code: 'rule_file_too_long', args: { subject, ...LIMIT } } },
  });
  await device.write('.tandemignore', 'rule\n'.repeat(1_000));
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
});

test('[P87] a rule file of the synced folder that became too long is mended from the service', async () => {
  await device.write('.tandemignore', '*.log');
  await device.write('kept.txt', 'one');
  await device.write('gone.txt', 'one');
  await device.write('new.log', 'log');
  await device.once();
  const rules = await idOf('.tandemignore');
  await world.annsWeb.replace(rules, '.tandemignore', 'rule\n'.repeat(1_001));
  await device.once();
  await device.write('kept.txt', 'edited');
  await device.write('rule', 'excluded');
  await device.write('new.txt', 'new');
  await rm(device.at('gone.txt'));
  const waits = await device.once();
  expect(waits).toMatchObject({ uploaded: 0, deleted_remote: 0, deleted_local: 0, state: 'attention' });
  expect(waits.blocked).toMatchObject([{ path: '.tandemignore', reason: 'rule_file_too_long' }]);
  expect(JSON.stringify(waits.blocked)).toContain(JSON.stringify({ subject: '.tandemignore', ...LIMIT }));
  await world.annsWeb.replace(rules, '.tandemignore', '*.log\nrule');
  expect(await device.once()).toMatchObject({ state: 'in_sync', downloaded: 1, uploaded: 2, deleted_remote: 1 });
  expect([await there('new.log'), await there('rule'), await there('kept.txt')]).toEqual([null, null, 'edited']);
});

test('[P90] more lines of the person than that are refused, and so is a preview of them', async () => {
  const refusal = { ok: false, error: { message: { code: 'too_many_rules', args: LIMIT } } };
  for (const lines of [Array.from({ length: 1_001 }, () => '*.log'), ['x'.repeat(64_001)]]) {
    expect(device.engine.setIgnoreLines(lines)).toMatchObject(refusal);
    expect(await device.engine.testIgnoreLines(lines)).toMatchObject(refusal);
  }
  expect(device.engine.setIgnoreLines(Array.from({ length: 1_000 }, () => '*.log'))).toMatchObject({ ok: true });
});
