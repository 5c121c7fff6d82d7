import { expect, type Page } from '@playwright/test';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { now } from '../../support/window/status-states.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

const minutes = 60_000;
const day = 24 * 60 * minutes;

function entry(id: number, change: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id,
    atMs: now - minutes,
    rootId: 1,
    kind: 'upload',
    side: 'remote',
    path: `Photos/photo-${id}.jpg`,
    fromPath: null,
    itemKind: 'file',
    bytes: 4_800_000,
    sentence: 'Uploaded',
    rule: 'P1',
    batch: 9,
    undo: 'never',
    by: null,
    ...change,
  };
}

const folder = { kind: 'create-remote-folder', itemKind: 'folder', bytes: null, path: 'Photos/Harbour' } as const;
const rename = { kind: 'move-remote', batch: 8, fromPath: 'Plans/fees.xlsx', path: 'Plans/fees-2027.xlsx' } as const;
const deepPath = `${'A folder with a long name/'.repeat(6)}site plan of the harbour.dwg`;
const journal = [
  ...[212, 211, 210, 209, 208].map((id) => entry(id)),
  entry(207, folder),
  entry(100, { ...rename, bytes: null, undo: 'possible' }),
  ...[53, 52].map((id) =>
    entry(id, {
      kind: 'trash-local',
      side: 'local',
      batch: 7,
      undo: 'possible',
      atMs: now - day,
      path: `raw/${id}.raw`,
    }),
  ),
  entry(40, {
    kind: 'download-version',
    side: 'local',
    batch: 6,
    by: { id: '9', name: 'Bob Meyer' },
    undo: 'possible',
    atMs: now - 3 * day,
    path: deepPath,
  }),
];

const groupsOf = (page: Page) => page.getByRole('main').getByRole('region').locator('> div > ul > li');

test('Activity groups what happened by day and batch, each in one sentence', async ({ page, bridge }) => {
  bridge.answer({ 'activity.list': () => ({ entries: journal, more: false }) });
  await bridge.open('#/activity');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'TodayMonday 23 November',
    'YesterdaySunday 22 November',
    'Friday 20 November',
  ]);
  const groups = groupsOf(page);
  await expect(groups).toHaveCount(4);
  await expect(groups.nth(0)).toContainText('You uploaded 5 files and 1 folder to Photos');
  await expect(groups.nth(1)).toContainText('You renamed fees.xlsx to fees-2027.xlsx');
  await expect(groups.nth(2)).toContainText('Tandem moved 2 files from raw to the trash on this computer');
  await expect(groups.nth(3)).toContainText(
    'Bob Meyer edited site plan of the harbour.dwg in A folder with a long name',
  );

  await expect(groups.nth(0).getByRole('listitem')).toHaveCount(3);
  await groups.nth(0).getByRole('button', { name: 'Show 3 more' }).click();
  await expect(groups.nth(0).getByRole('listitem')).toHaveCount(6);
  // An upload can't be undone.
  await expect(groups.nth(0).getByRole('button', { name: /Undo/ })).toHaveCount(0);
});

test('a conflict is one sentence that names both people, and leads to both versions', async ({ page, bridge }) => {
  const copy = 'Plans/notes (conflicted copy laptop).md';
  const carol = { id: '9', name: 'Carol Ito' };
  const conflict = [
    entry(3, { path: copy }),
    entry(2, { path: 'Plans/notes.md', kind: 'download', side: 'local', by: carol }),
    entry(1, { path: copy, fromPath: 'Plans/notes.md', kind: 'set-aside', side: 'local' }),
  ];
  const version = { itemId: null, versionId: null, sha1: null, sizeBytes: 1, modifiedAtMs: now, by: null, byId: null };
  bridge.answer({
    'activity.list': () => ({ entries: conflict, more: false }),
    'conflict.list': () => ({
      conflicts: [
        {
          id: 4,
          rootId: 1,
          path: 'Plans/notes.md',
          copyPath: copy,
          itemKind: 'file',
          reason: 'both_edited',
          rule: 'P7',
          sentence: '',
          atMs: now,
          mine: { ...version, whose: 'mine', isCopy: true, path: copy },
          theirs: { ...version, whose: 'theirs', isCopy: false, path: 'Plans/notes.md' },
          choices: ['mine', 'theirs', 'both'],
        },
      ],
      total: 1,
    }),
  });
  await bridge.open('#/activity');
  const group = groupsOf(page);
  await expect(group).toContainText('Carol Ito and you both changed notes.md');
  await expect(group.getByRole('listitem')).toHaveCount(0);
  await expect(group.getByRole('link', { name: /Compare/ })).toHaveAttribute('href', '#/attention?conflict=4');
});

test('a pass that carried changes both ways is nobody’s, and counts a file once', async ({ page, bridge }) => {
  const both = [entry(3, { path: 'a.txt', kind: 'download', side: 'local' }), entry(2, { path: 'a.txt' }), entry(1)];
  bridge.answer({ 'activity.list': () => ({ entries: both, more: false }) });
  await bridge.open('#/activity');
  await expect(groupsOf(page)).toContainText('Tandem synced 2 files in Documents');
});

test('the arrows move between the entries of Activity, Left and Right within one', async ({ page, bridge }) => {
  bridge.answer({ 'activity.list': () => ({ entries: journal, more: false }) });
  await bridge.open('#/activity');
  const groups = groupsOf(page);
  await groups.nth(1).getByRole('button', { name: 'fees-2027.xlsx', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(groups.nth(1).getByRole('button', { name: /^Undo/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(groups.nth(2).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(groups.nth(3).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(groups.nth(0).getByRole('button').first()).toBeFocused();
});

test('Undo takes a batch as one, from the keyboard too', async ({ page, bridge }) => {
  bridge.answer({
    'activity.list': () => ({ entries: journal, more: false }),
    'activity.undo': () => ({ undone: 2, batch: 10, refused: [] }),
  });
  await bridge.open('#/activity');
  const trashed = groupsOf(page).nth(2);
  await trashed.getByRole('button', { name: 'Undo: 2 files' }).focus();
  await page.keyboard.press('Enter');
  await expect(trashed).toContainText('Undone');
  expect(bridge.asked.filter(({ name }) => name === 'activity.undo').map(({ request }) => request)).toEqual([
    { batch: 7, part: { most: 25 } },
  ]);
});

test('the Undo of a long batch shows its progress, can be stopped, and continues', async ({ page, bridge }) => {
  const all = Array.from({ length: 60 }, (_, at) =>
    entry(300 - at, { kind: 'trash-remote', batch: 12, undo: 'possible' }),
  );
  const undone = new Set<number>();
  bridge.answer({
    'activity.list': () => ({
      entries: all.map((one) => (undone.has(one.id) ? { ...one, undo: 'done' as const } : one)),
      more: false,
    }),
    'activity.undo': ({ part }) => {
      const rest = all.filter(({ id }) => id < (part?.after?.entry ?? 999));
      const now = rest.slice(0, part?.most);
      for (const { id } of now) undone.add(id);
      const left = rest.length - now.length;
      const after = { entry: now.at(-1)?.id ?? 0, batch: 13 };
      return { undone: now.length, batch: 13, refused: [], ...(left > 0 && { rest: { entries: left, after } }) };
    },
  });
  const asked = () => bridge.asked.filter(({ name }) => name === 'activity.undo').map(({ request }) => request);
  await bridge.open('#/activity');
  const first = bridge.delay('activity.undo');
  const undo = page.getByRole('button', { name: 'Undo: 60 files' });
  await undo.click();
  const progress = page.getByRole('progressbar', { name: 'Undoing the changes to 60 files…' });
  await expect(progress).toHaveAttribute('aria-valuenow', '0');
  const second = bridge.delay('activity.undo');
  first();
  await expect(progress).toHaveAttribute('aria-valuenow', '41');
  await bothSchemesAreSound(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  second();
  await expect(page.getByRole('alert')).toContainText('Undid 50 of 60 changes.');
  expect(asked()).toEqual([
    { batch: 12, part: { most: 25 } },
    { batch: 12, part: { most: 25, after: { entry: 276, batch: 13 } } },
  ]);
  await undo.click();
  await expect(groupsOf(page)).toContainText('Undone');
});

test('a refused Undo says why, and can be pressed again', async ({ page, bridge }) => {
  bridge.answer({
    'activity.list': () => ({ entries: journal, more: false }),
    'activity.undo': () => ({ undone: 2, batch: 10, refused: [] }),
  });
  await bridge.open('#/activity');
  const trashed = groupsOf(page).nth(2);
  const undo = trashed.getByRole('button', { name: 'Undo: 2 files' });
  bridge.refuseNext('activity.undo');
  await undo.click();
  await expect(trashed.getByRole('alert')).toHaveText('The service is unreachable. Check the network.');
  await undo.click();
  await expect(trashed).toContainText('Undone');
  await expect(trashed.getByRole('alert')).toHaveCount(0);
});

test('a batch that can only be undone in part says why, and the rest can be tried again', async ({ page, bridge }) => {
  const refused = [{ id: 52, path: 'raw/52.raw', message: '“52.raw” is no longer in the trash.', remedy: '' }];
  bridge.answer({
    'activity.list': () => ({ entries: journal, more: false }),
    'activity.undo': () => ({ undone: 1, batch: 10, refused }),
  });
  await bridge.open('#/activity');
  const undo = page.getByRole('button', { name: 'Undo: 2 files' });
  await undo.click();
  await expect(page.getByRole('alert')).toHaveText('“52.raw” is no longer in the trash.');
  await expect(undo).toBeVisible();
  await bothSchemesAreSound(page);
});

test('a filter keeps the groups, and offers Undo only for visible changes', async ({ page, bridge }) => {
  bridge.answer({
    'activity.list': ({ contains = '' }) => ({
      entries: journal.filter(({ path }) => path.includes(contains)),
      more: false,
    }),
    'activity.undo': () => ({ undone: 1, batch: 10, refused: [] }),
  });
  await bridge.open('#/activity');
  await page.getByRole('searchbox').fill('raw/');
  await expect(groupsOf(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo: 2 files' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: raw/52.raw' }).click();
  await expect.poll(() => bridge.asked.find(({ name }) => name === 'activity.undo')?.request).toEqual({ id: 52 });
});

test('a filter that shows one conflict undoes only the changes it shows', async ({ page, bridge }) => {
  const conflict = [
    entry(2, { path: 'Plans/notes.md', kind: 'download', side: 'local' }),
    entry(1, {
      path: 'Plans/notes (conflicted copy laptop).md',
      fromPath: 'Plans/notes.md',
      kind: 'set-aside',
      side: 'local',
      undo: 'possible',
    }),
  ];
  bridge.answer({
    'activity.list': () => ({ entries: conflict, more: false }),
    'activity.undo': () => ({ undone: 1, batch: 10, refused: [] }),
    'conflict.list': () => ({ conflicts: [], total: 0 }),
  });
  await bridge.open('#/activity');
  await page.getByRole('searchbox').fill('notes');
  await expect(groupsOf(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => bridge.asked.find(({ name }) => name === 'activity.undo')?.request).toEqual({ id: 1 });
});

test('Activity shows what everyone did, or only what I did', async ({ page, bridge }) => {
  bridge.answer({
    'activity.list': ({ mine }) => ({
      entries: journal.filter(({ by, side }) => mine === undefined || by?.id === mine || side === 'remote'),
      more: false,
    }),
  });
  await bridge.open('#/activity');
  const who = page.getByRole('radiogroup', { name: 'Who' });
  await expect(who.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await expect(groupsOf(page)).toHaveCount(4);
  await who.getByRole('radio', { name: 'Everyone' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(who.getByRole('radio', { name: 'Only me' })).toBeChecked();
  await expect(groupsOf(page)).toHaveCount(2);
  await expect(page.getByRole('main')).not.toContainText('Bob Meyer');
  await expect
    .poll(() => bridge.asked.findLast(({ name }) => name === 'activity.list')?.request)
    .toMatchObject({ mine: people.ann.id });
  // A filter that hides parts of a batch offers no Undo for the whole of it.
  await expect(page.getByRole('button', { name: 'Undo: Plans/fees-2027.xlsx' })).toBeVisible();
});

test('a batch of which not everything is read yet does not give a wrong number', async ({ page, bridge }) => {
  const size = 260;
  const all = Array.from({ length: size }, (_, at) => entry(size - at));
  bridge.answer({
    'activity.list': ({ before = size + 1, limit }) => {
      const rest = all.filter(({ id }) => id < before);
      return { entries: rest.slice(0, limit), more: rest.length > limit };
    },
  });
  await bridge.open('#/activity');
  await expect(groupsOf(page)).toHaveCount(1);
  await expect(groupsOf(page)).toContainText(`You uploaded ${size} files to Photos`);
});

test('a batch of exactly 500 is counted and listed in full', async ({ page, bridge }) => {
  const long = Array.from({ length: 500 }, (_, at) => entry(4_000 - at));
  const all = [...long, ...journal.filter(({ batch }) => batch !== 9)];
  bridge.answer({
    'activity.list': ({ before = 9_999, limit, withoutBatches = [] }) => {
      const rest = all.filter(({ id, batch }) => id < before && !withoutBatches.includes(batch));
      return { entries: rest.slice(0, limit), more: rest.length > limit };
    },
  });
  await bridge.open('#/activity');
  const groups = groupsOf(page);
  await expect(groups).toHaveCount(4);
  await expect(groups.nth(0)).toContainText('You uploaded 500 files to Photos');
});

test('a batch of thousands does not keep Activity from what happened before it', async ({ page, bridge }) => {
  const long = Array.from({ length: 3_000 }, (_, at) => entry(4_000 - at));
  const all = [...long, ...journal.filter(({ batch }) => batch !== 9)];
  bridge.answer({
    'activity.list': ({ before = 9_999, limit, withoutBatches = [] }) => {
      const rest = all.filter(({ id, batch }) => id < before && !withoutBatches.includes(batch));
      return { entries: rest.slice(0, limit), more: rest.length > limit };
    },
  });
  await bridge.open('#/activity');
  const groups = groupsOf(page);
  await expect(groups).toHaveCount(4);
  await expect(groups.nth(0)).toContainText('You uploaded more than 500 files to Photos');
  await expect(groups.nth(1)).toContainText('You renamed fees.xlsx to fees-2027.xlsx');
  expect(bridge.asked.filter(({ name }) => name === 'activity.list')).toHaveLength(7);
  for (let clicks = 0; clicks < 5; clicks += 1) await groups.nth(0).getByRole('button', { name: /^Show/ }).click();
  await expect(groups.nth(0)).toContainText('Only the newest 500 are listed. Search to find an older one.');
});

for (const width of [1440, 400]) {
  test(`Activity is sound at ${width} px, and no path is cut at its name`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    const long = journal.map((one) => (one.id === 211 ? { ...one, path: `Photos/${deepPath}` } : one));
    bridge.answer({ 'activity.list': () => ({ entries: long, more: false }) });
    await bridge.open('#/activity');
    const path = page.getByRole('button', { name: `Photos/${deepPath}` });
    const name = path.getByText('site plan of the harbour.dwg');
    await expect(name).toBeVisible();
    const [inner, outer] = [await name.boundingBox(), await path.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0) + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await outOfReach(page)).toEqual([]);
    await bothSchemesAreSound(page);
  });
}

test('why a file waits is said once, and what else troubles a conflict is said beside it', async ({ page, bridge }) => {
  const says = { sentence: '“budget.xlsx” is open in another program.', remedy: 'Close it there.' };
  const problem = { code: 'file_in_use', cause: 'file_in_use', args: {}, ...says };
  const why = {
    rootId: 1,
    path: 'budget.xlsx',
    status: 'waiting' as const,
    sentence: `${says.sentence} ${says.remedy}`,
    local: null,
    remote: null,
    synced: null,
    rule: null,
    operation: null,
    next: null,
    problem,
    leftOut: null,
    retryAtMs: null,
    attempts: 1,
    held: null,
    conflict: null,
  };
  let shown: typeof why = why;
  bridge.answer({ 'activity.list': () => ({ entries: journal, more: false }), 'path.why': () => shown });
  await bridge.open('#/activity?root=1&why=budget.xlsx');
  const panel = page.getByRole('complementary');
  await expect(panel.getByText(says.sentence)).toHaveCount(1);
  shown = { ...why, sentence: '“budget.xlsx” was edited on both sides.' };
  await page.reload();
  await expect(panel).toContainText('was edited on both sides.');
  await expect(panel.getByText(`${says.sentence} ${says.remedy}`)).toHaveCount(1);
});
