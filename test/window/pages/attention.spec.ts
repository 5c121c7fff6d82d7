import { expect } from '@playwright/test';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { chosen } from '../../support/window/chosen.ts';
import { signedIn, status } from '../../support/window/status-states.ts';
import { comparison } from '../../support/window/studio/comparison.ts';
import { files } from '../../support/window/studio/files.ts';
import { attention, problem } from '../../support/window/studio/home.ts';
import { test } from '../fake-window.ts';

test('a comparison shows both versions side by side or as one text, and keeps the choice', async ({ page, bridge }) => {
  bridge.answer(files);
  bridge.answer(comparison);
  await bridge.open('#/attention?conflict=4');
  await expect(page.getByLabel('Text of your version')).toBeVisible();
  await expect(page.getByText('4 changes')).toBeVisible();
  const inline = page.getByRole('radio', { name: 'Inline' });
  await page.getByRole('radio', { name: 'Side by side' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(inline).toBeChecked();
  const text = page.getByLabel('Text of both versions');
  await expect(page.getByLabel('Text of your version')).toHaveCount(0);
  const lines = await text.locator('[data-change="0"]').allInnerTexts();
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    '4 Your version: Ground floor: poured on Monday, cures until 27 Nov.',
    '4 The other version: Ground floor: poured on Monday, ready 25 Nov.',
  ]);
  await text.evaluate((element) => {
    element.style.maxHeight = '5rem';
  });
  for (let change = 0; change < 4; change += 1) {
    await page.getByRole('button', { name: 'Next change' }).press('Enter');
    await expect(text.locator(`[data-change="${change}"]`).first()).toBeInViewport();
  }
  await expect(page.getByRole('button', { name: 'Next change' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Keep Carol Ito’s version' })).toBeVisible();
  await bothSchemesAreSound(page);
  expect(bridge.asked).toContainEqual({ name: 'settings.set', request: { comparison: 'inline' } });
  await chosen(page, { comparison: 'inline' });
  await page.reload();
  await expect(text).toBeVisible();
});

test('in a narrow window, the comparison is one text whose lines wrap, without a choice of layouts', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  bridge.answer(files);
  bridge.answer(comparison);
  await bridge.open('#/attention?conflict=4');
  const text = page.getByLabel('Text of both versions');
  await expect(text).toContainText('Call the glazier about the corner window.');
  await expect(page.getByRole('radio')).toHaveCount(0);
  expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 1440, height: 860 });
  await expect(page.getByRole('radio', { name: 'Side by side' })).toBeChecked();
});

test('a decision names the versions that were shown, and both are read again when it is refused', async ({
  page,
  bridge,
}) => {
  bridge.answer(files);
  bridge.answer(comparison);
  const detail = comparison['conflict.get']?.({ id: 4 });
  if (detail === undefined) throw new Error('the scene has no conflict');
  const seen = { mine: '1'.repeat(40), theirs: '2'.repeat(40) };
  const mine = { ...detail.mine, sha1: seen.mine };
  const theirs = { ...detail.theirs, sha1: seen.theirs };
  bridge.answer({ 'conflict.get': () => ({ ...detail, mine, theirs }) });
  await bridge.open('#/attention?conflict=4');
  bridge.refuseNext('conflict.resolve');
  const asked = (wanted: string) => bridge.asked.filter(({ name }) => name === wanted);
  const before = asked('conflict.get').length;
  await page.getByRole('button', { name: 'Keep Carol Ito’s version' }).click();
  await expect(page.getByText('The service is unreachable.')).toBeVisible();
  expect(asked('conflict.resolve').map(({ request }) => request)).toEqual([{ id: 4, keep: 'theirs', seen }]);
  await expect.poll(() => asked('conflict.get').length).toBeGreaterThan(before);
});

test('Attention keeps what it shows when one repeat of a question fails', async ({ page, bridge }) => {
  bridge.answer(comparison);
  await bridge.open('#/attention');
  const held = page.getByRole('list', { name: 'Deletions on hold' });
  await expect(held).toBeVisible();
  const asked = (): number => bridge.asked.filter(({ name }) => name === 'held.list').length;
  const before = asked();
  bridge.refuseNext('held.list');
  await bridge.reconnect();
  await expect.poll(asked).toBeGreaterThan(before);
  const shown = comparison['status.get']?.({});
  if (shown === undefined) throw new Error('the scene has no status');
  await bridge.emit('status', { ...shown, attentionTotal: 5 });
  await expect(page.getByRole('main')).toContainText('5 items. Nothing has been lost.');
  await expect(held).toBeVisible();
});

test('each list of Attention says how many more there are than it shows, and problems are all shown on demand', async ({
  page,
  bridge,
}) => {
  bridge.answer(comparison);
  const shown = comparison['status.get']?.({});
  const listed = comparison['conflict.list']?.({ limit: 100, offset: 0 });
  if (shown === undefined || listed === undefined) throw new Error('the scene has no status or no conflicts');
  const [root] = shown.roots;
  const name = shown.attention.find(({ suggestedName }) => suggestedName !== undefined);
  if (root === undefined || name === undefined) throw new Error('the scene has no folder or no problem');
  const roots = [{ ...root, conflicts: 120, held: 60, blocked: 1_201 }];
  bridge.answer({
    'status.get': () => ({ ...shown, roots, attention: [name], attentionTotal: 1_322 }),
    'conflict.list': () => ({ ...listed, total: 120 }),
  });
  await bridge.open('#/attention');
  const main = page.getByRole('main');
  const conflicts = main.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByRole('listitem').last()).toContainText('and 118 more');
  const names = main.getByRole('list', { name: 'Names' }).getByRole('listitem');
  await expect(names.last()).toContainText('and 1,200 more');
  const all = Array.from({ length: 1_201 }, (_, at) => (at === 0 ? name : { ...name, path: `${at}.txt` }));
  bridge.answer({
    'problem.list': ({ limit, offset }) => ({ problems: all.slice(offset, offset + limit), total: all.length }),
  });
  const more = main.getByRole('list', { name: 'Names' }).getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(names).toHaveCount(101);
  await expect(names.last()).toContainText('and 1,101 more');
  await more.click();
  await expect(names).toHaveCount(201);
  // A problem that is solved leaves the list.
  all.shift();
  const blocked = { ...root, conflicts: 120, held: 60, blocked: 1_200 };
  await bridge.emit('status', { ...shown, roots: [blocked], attention: all.slice(0, 50), attentionTotal: 1_321 });
  await expect(names.first().getByRole('textbox')).toHaveAccessibleName('New name of 1.txt');
  await expect(names.last()).toContainText('and 1,000 more');
});

test('problems that are shown on demand are each shown once when a retry changes their order, also after a refusal', async ({
  page,
  bridge,
}) => {
  bridge.answer(comparison);
  const shown = comparison['status.get']?.({});
  const name = shown?.attention.find(({ suggestedName }) => suggestedName !== undefined);
  if (shown === undefined || name === undefined) throw new Error('the scene has no status or no problem');
  const all = Array.from({ length: 150 }, (_, at) => ({ ...name, path: `${at}.txt` }));
  const others = shown.attentionTotal - shown.attention.filter(({ code }) => code === name.code).length;
  const first = () => ({ ...shown, attention: all.slice(0, 50), attentionTotal: all.length + others });
  bridge.answer({
    'status.get': first,
    'problem.list': ({ limit, offset }) => ({ problems: all.slice(offset, offset + limit), total: all.length }),
  });
  await bridge.open('#/attention');
  const main = page.getByRole('main');
  const boxes = main.getByRole('list', { name: 'Names' }).getByRole('textbox');
  const more = main.getByRole('button', { name: 'Show more' });
  bridge.refuseNext('problem.list');
  await more.click();
  await expect(main.getByText('The service is unreachable.')).toBeVisible();
  await more.click();
  await expect(boxes).toHaveCount(100);
  await more.click();
  await expect(boxes).toHaveCount(150);
  all.push(...all.splice(10, 1));
  await bridge.emit('status', first());
  await expect(boxes.last()).toHaveAccessibleName('New name of 10.txt');
  await expect(boxes.nth(99)).toHaveAccessibleName('New name of 100.txt');
  await expect(boxes.nth(100)).toHaveAccessibleName('New name of 101.txt');
  await expect(boxes).toHaveCount(150);
  // On the next visit the list begins again.
  await page.evaluate(() => {
    location.hash = '#/activity';
  });
  await expect(boxes).toHaveCount(0);
  all.splice(0, 60);
  await bridge.emit('status', first());
  await page.evaluate(() => {
    location.hash = '#/attention';
  });
  await expect(boxes).toHaveCount(50);
  await expect(boxes.first()).toHaveAccessibleName('New name of 61.txt');
});

test('a question that is refused at first says so and is asked again; so is the list of held files', async ({
  page,
  bridge,
}) => {
  bridge.answer(comparison);
  bridge.answer({ 'held.items': () => ({ items: [], total: 0 }) });
  bridge.refuseNext('held.list');
  await bridge.open('#/attention');
  const refused = page.getByRole('alert').filter({ hasText: 'The service is unreachable.' });
  await refused.getByRole('button').click();
  await expect(refused).toHaveCount(0);
  bridge.refuseNext('held.items');
  await page.getByRole('button', { name: 'Show files' }).first().press('Enter');
  await refused.getByRole('button').click();
  await expect(refused).toHaveCount(0);
});

test('a comparison says that the line ends differ, and does not show every line as changed', async ({
  page,
  bridge,
}) => {
  bridge.answer(comparison);
  const detail = comparison['conflict.get']?.({ id: 4 });
  if (detail === undefined) throw new Error('the scene has no conflict');
  const windows = detail.mineShown.text?.replaceAll('\n', '\r\n') ?? null;
  bridge.answer({ 'conflict.get': () => ({ ...detail, mineShown: { ...detail.mineShown, text: windows } }) });
  await bridge.open('#/attention?conflict=4');
  await expect(page.getByText('The line endings differ (Windows and Unix).')).toBeVisible();
  await expect(page.getByText('4 changes')).toBeVisible();
});

test('a comparison stays when one repeat of it fails, and ends when the conflict is gone', async ({ page, bridge }) => {
  bridge.answer(comparison);
  await bridge.open('#/attention?conflict=4');
  const text = page.getByLabel('Text of your version');
  await expect(text).toBeVisible();
  const asked = (): number => bridge.asked.filter(({ name }) => name === 'conflict.get').length;
  const before = asked();
  bridge.refuseNext('conflict.get');
  await bridge.reconnect();
  await expect.poll(asked).toBeGreaterThan(before);
  await expect(page.getByText('The service is unreachable.')).toHaveCount(0);
  await expect(text).toBeVisible();
  bridge.refuseNext('conflict.get', { code: 'not_found', message: 'This conflict was resolved.', remedy: '' });
  await bridge.reconnect();
  await expect(page.getByRole('alert')).toContainText('This conflict was resolved.');
  await expect(text).toHaveCount(0);
});

for (const width of [1440, 400]) {
  test(`Attention lists each kind of question with its fix in its row, at ${width} px`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(comparison);
    bridge.answer({
      'conflict.resolve': () => ({ batch: 1, trashed: [] }) as never,
      'held.items': () =>
        ({ items: [{ path: 'raw/1.raw', itemKind: 'file', bytes: 4_000, itemId: null }], total: 128 }) as never,
    });
    await bridge.open('#/attention');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Conflicts', 'Names', 'Deletions on hold']);
    await expect(main).toContainText('3 items. Nothing has been lost.');
    const conflicts = main.getByRole('region', { name: 'Conflicts' }).getByRole('listitem');
    await expect(conflicts).toContainText([
      /^“site-notes.md” was edited in two placesDocuments · You and Carol Ito both changed this file\./,
      /^“schedule.md” was edited in two placesDocuments \/ Contracts \/ 2026 · /,
    ]);
    const held = main.getByRole('list', { name: 'Deletions on hold' });
    await expect(held).toContainText('Nothing is deleted on the service until you decide');
    await held.getByRole('button', { name: 'Show files' }).press('Enter');
    await expect(held.getByRole('listitem').filter({ hasText: 'raw/1.raw' }).last()).toBeVisible();
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await main.getByRole('button', { name: 'Keep both versions of site-notes.md' }).press('Enter');
    await expect
      .poll(() => bridge.asked.find(({ name }) => name === 'conflict.resolve')?.request)
      .toEqual({ id: 4, keep: 'both' });
  });
}

for (const width of [1440, 400]) {
  test(`a new name is checked as it is typed, and a sentence says why it can’t be given, at ${width} px`, async ({
    page,
    bridge,
  }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(attention);
    bridge.answer({
      'conflict.list': () => ({ conflicts: [], total: 0 }),
      'problem.checkName': () => ({}),
      'problem.rename': ({ path }) => ({ batch: 4, path }),
    });
    await bridge.open('#/attention');
    const field = page.getByRole('textbox', { name: 'New name of Q3\\Q4 outlook.xlsx' });
    const button = page.getByRole('button', { name: 'Rename Q3\\Q4 outlook.xlsx' });
    await expect(button).toBeEnabled();
    const reason = 'This name can’t be used: names can’t contain / or \\.';
    bridge.refuseNext('problem.checkName', { code: 'not_possible', message: reason, remedy: 'Choose another name.' });
    await field.fill('Q3/Q4.xlsx');
    await expect(field).toHaveAccessibleDescription(reason);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(button).toBeDisabled();
    await bothSchemesAreSound(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await field.press('Enter');
    await field.fill('Q3-Q4.xlsx');
    await expect(field).toHaveAccessibleDescription('This name works');
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    await bothSchemesAreSound(page);
    await field.press('Enter');
    await expect
      .poll(() => bridge.asked.filter(({ name }) => name === 'problem.rename').map(({ request }) => request))
      .toEqual([{ rootId: 1, path: 'Q3\\Q4 outlook.xlsx', name: 'Q3-Q4.xlsx' }]);
    const checked = bridge.asked.filter(({ name }) => name === 'problem.checkName').map(({ request }) => request);
    expect(checked).toEqual(
      ['Q3/Q4.xlsx', 'Q3-Q4.xlsx'].map((name) => ({ rootId: 1, path: 'Q3\\Q4 outlook.xlsx', name })),
    );
  });
}

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the fix of a name fits its row in a narrow window', async ({ page, bridge }) => {
    await page.setViewportSize({ width: 400, height: 860 });
    bridge.answer(comparison);
    await bridge.open('#/attention');
    const row = page.getByRole('listitem').filter({ has: page.getByRole('textbox') });
    const rename = row.getByRole('button', { name: /umbenennen/i });
    await expect(rename).toBeVisible();
    const [outer, inner] = [await row.boundingBox(), await rename.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0) - 16);
  });
});

test('a full disk says what is needed and what is free where, and empties the trash of that folder or leads to its selection', async ({
  page,
  bridge,
}) => {
  const folder = '/home/ann/Documents';
  const args = { subject: 'Video/interview-04.mov', neededBytes: 4_200_000_000, freeBytes: 310_000_000, folder };
  const full = problem(
    { code: 'disk_space_short', args },
    { path: args.subject, code: 'disk_full', reach: 'waiting', rootId: 1 },
  );
  const trashed = Array.from({ length: 1_200 }, (_, id) => ({
    id,
    rootId: 1,
    rootPath: folder,
    path: `${id}.raw`,
    itemKind: 'file' as const,
    nodes: 1,
    bytes: 2_000_000,
    atMs: 1,
  }));
  bridge.answer(signedIn(status({ state: 'attention', attention: [full], attentionTotal: 1 })));
  bridge.answer({
    'conflict.list': () => ({ conflicts: [], total: 0 }),
    'held.list': () => [],
    'trash.local.list': ({ limit, offset, rootId }) => {
      const items = trashed.filter((one) => one.rootId === rootId);
      const bytes = items.reduce((sum, one) => sum + one.bytes, 0);
      return { items: items.slice(offset, offset + limit), total: items.length, bytes };
    },
    'trash.local.purge': ({ ids }) => {
      trashed.splice(0, trashed.length, ...trashed.filter(({ id }) => !ids.includes(id)));
      return { purged: ids.length };
    },
    'problem.retry': () => ({}),
  });
  await bridge.open('#/attention');
  const row = page
    .getByRole('listitem')
    .filter({ hasText: 'This disk doesn’t have enough space for “interview-04.mov”' });
  await expect(row).toContainText(`It needs 4.2 GB, and 310 MB are free on the disk of “${folder}”.`);
  await row.getByRole('button', { name: 'Empty Trash (2.4 GB)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1,200 items permanently?' });
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog).toHaveCount(0);
  // They are deleted one by one.
  await expect(page.getByRole('alert')).toContainText('Permanently deleted 1,200 items.', { timeout: 60_000 });
  await expect(row.getByRole('button', { name: /^Empty Trash/ })).toHaveCount(0);
  const retried = bridge.asked.filter(({ name }) => name === 'problem.retry').map(({ request }) => request);
  expect(retried).toEqual([{ rootId: 1, path: args.subject }]);
  const choose = row.getByRole('link', { name: /^Choose folders/ });
  await expect(choose).toHaveAttribute('href', '#/settings?section=folders&root=1');
  await bothSchemesAreSound(page);
});
