import { expect } from '@playwright/test';
import type { Held } from '../../../preload/ipc/shapes/attention.ts';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { english } from '../../../renderer/texts/en/english.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { now, rootStatus, say, signedIn, status } from '../../support/window/status-states.ts';
import { idle, offlineStatus, syncing } from '../../support/window/studio/home.ts';
import { test } from '../fake-window.ts';

test('Home says that everything is in sync, and names the folder', async ({ page, bridge }) => {
  await bridge.open('#/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync');
  await expect(page.getByRole('main').getByText('Documents').first()).toBeVisible();
});

test('Home follows the status as it changes', async ({ page, bridge }) => {
  await bridge.open('#/home');
  const paused = status({ state: 'paused', sentence: 'Paused', roots: [rootStatus({ state: 'paused' })] });
  bridge.answer(signedIn(paused));
  await bridge.emit('status', paused);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paused');
});

test('a narrow Home pauses and resumes with one icon beside its headline, for the same times as a wide one', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  bridge.answer(syncing);
  bridge.answer({ 'sync.pause': () => ({}), 'sync.resume': () => ({}) });
  await bridge.open('#/home');
  const headline = page.getByTestId('state').locator('..');
  await expect(headline.getByRole('button')).toHaveCount(1);
  await headline.getByRole('button', { name: 'Pause syncing' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['30 minutes', '2 hours', 'Until tomorrow', 'Until I resume']);
  await page.getByRole('menuitem', { name: '2 hours' }).press('Enter');
  await expect.poll(() => bridge.asked).toContainEqual({ name: 'sync.pause', request: { forMs: 7_200_000 } });
  await bridge.emit('status', status({ state: 'paused', sentence: 'Paused' }));
  await headline.getByRole('button', { name: 'Resume syncing' }).press('Enter');
  await expect.poll(() => bridge.asked).toContainEqual({ name: 'sync.resume', request: {} });
  await expect(headline.getByRole('button', { name: 'Upload' })).toBeVisible();
  await bothSchemesAreSound(page);
});

const heldBatch: AttentionItem = {
  rootId: 1,
  path: 'raw/1.raw',
  code: 'held_by_guard',
  cause: 'batch_held',
  args: { items: 128, what: 'deletes', direction: 'to-remote' },
  sentence: '128 items would be deleted on the service at once, including this one.',
  remedy: '',
  reach: 'blocked',
  retryAtMs: null,
  held: 3,
};
const { held: _batch, ...problem } = heldBatch;
const conflict: AttentionItem = {
  ...problem,
  path: 'site-notes.md',
  code: 'conflict',
  cause: 'both_edited',
  by: { id: '9', name: 'Carol Ito' },
  sentence: '“site-notes.md” was edited in two places.',
  remedy: 'Both versions are safe.',
  conflict: 4,
};
const named: AttentionItem = {
  ...problem,
  path: 'plans/Q3\\Q4 outlook.xlsx',
  code: 'name_not_allowed_by_service',
  sentence: '“Q3\\Q4 outlook.xlsx” can’t sync: names can’t contain / or \\.',
  remedy: 'Rename it on this computer and it will sync.',
  suggestedName: 'Q3_Q4 outlook.xlsx',
};
const held: Held = {
  id: 3,
  rootId: 1,
  what: 'deletes',
  direction: 'to-remote',
  items: 128,
  bytes: 4_000_000_000,
  sinceMs: now - 3_600_000,
  sample: ['raw/1.raw'],
  sentence: say({
    code: 'held',
    args: { items: 128, what: 'deletes', direction: 'to-remote', folder: 'Documents/raw' },
  }),
};
const asking = status({
  state: 'attention',
  sentence: '3 items need your attention.',
  roots: [rootStatus({ state: 'attention', blocked: 1, held: 128, conflicts: 1, attention: 3 })],
  attention: [conflict, named, heldBatch],
  attentionTotal: 3,
});

test('Home decides a held batch in its place, and says it once', async ({ page, bridge }) => {
  bridge.answer(signedIn(asking));
  bridge.answer({
    'held.list': () => [held],
    'held.release': () => ({ released: 0, restored: 128, failed: [], failedTotal: 0 }),
  });
  await bridge.open('#/home');
  const problems = page.getByRole('main').getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await expect(problems).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Review 3 items' })).toBeVisible();
  await expect(problems.first().getByRole('link', { name: 'Compare' })).toBeVisible();
  await expect(problems.first()).toContainText('You and Carol Ito both changed this file. Both versions are safe.');
  await expect(problems.first().getByRole('button', { name: 'Try again' })).toHaveCount(0);
  // The field for a new name says it.
  await expect(problems.nth(1).getByRole('textbox')).toBeVisible();
  await expect(problems.nth(1)).not.toContainText(named.remedy);
  await expect(problems.nth(2)).toContainText('128 items were deleted from Documents / rawNothing is deleted');
  await expect(problems.nth(2).getByRole('link', { name: 'Show files' })).toHaveAttribute('href', '#/attention');
  await problems.nth(2).getByRole('button', { name: 'Restore all' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => bridge.asked.find(({ name }) => name === 'held.release')?.request)
    .toEqual({ id: 3, decision: 'restore' });
});

test('each problem of Home says in which folder it is, and names the item alone', async ({ page, bridge }) => {
  const isOpen = (path: string): AttentionItem => ({
    ...problem,
    path,
    code: 'file_in_use',
    cause: 'file_in_use',
    args: { subject: path },
    sentence: say({ code: 'file_in_use', args: { subject: path } }),
    retryAtMs: now + 15 * 60_000,
    remedy: say({ code: 'file_in_use', args: { subject: path }, part: 'fix' }),
  });
  const attention = ['plan.txt', 'Letters/2026/plan.txt'].map(isOpen);
  const roots = [rootStatus({ state: 'attention', attention: 3 })];
  bridge.answer(signedIn(status({ state: 'attention', roots, attention: [...attention, named], attentionTotal: 3 })));
  bridge.answer({ 'held.list': () => [] });
  await bridge.open('#/home');
  const problems = page.getByRole('main').getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await expect(problems).toContainText([
    '“plan.txt” is open in another programDocuments · Close it there and it will sync. Next try: 14:20.',
    '“plan.txt” is open in another programDocuments / Letters / 2026 · Close it there and it will sync. Next try: 14:20.',
    '“Q3\\Q4 outlook.xlsx” can’t sync: names can’t contain / or \\Documents / plans',
  ]);
});

test('Home renames a file in place, and keeps a typed name while something else syncs', async ({ page, bridge }) => {
  const oneProblem = status({ state: 'attention', sentence: '1 item needs your attention.', attention: [named] });
  bridge.answer(signedIn({ ...oneProblem, attentionTotal: 1 }));
  bridge.answer({
    'problem.rename': ({ path }) => ({ batch: 4, path }),
    'problem.checkName': () => ({}),
    'held.list': () => [],
  });
  await bridge.open('#/home');
  const field = page.getByRole('textbox', { name: `New name of ${named.path}` });
  await expect(field).toHaveValue('Q3_Q4 outlook.xlsx');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await field.fill('Q3-Q4 outlook.xlsx');
  await bridge.emit('status', { ...oneProblem, attentionTotal: 1, state: 'syncing', sentence: 'Syncing 1 file' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Syncing 1 file');
  await expect(field).toBeFocused();
  await field.blur();
  await expect(field).toBeHidden();
  await bridge.emit('status', { ...oneProblem, attentionTotal: 1 });
  await expect(field).toHaveValue('Q3-Q4 outlook.xlsx');
  await field.press('Enter');
  await expect
    .poll(() => bridge.asked.find(({ name }) => name === 'problem.rename')?.request)
    .toEqual({ rootId: 1, path: named.path, name: 'Q3-Q4 outlook.xlsx' });
});

test('a folder of Home has one menu beside Open: it shows the folder, pauses it for a while, and resumes it', async ({
  page,
  bridge,
}) => {
  bridge.answer({ 'root.reveal': () => ({}), 'sync.pause': () => ({}), 'sync.resume': () => ({}) });
  await bridge.open('#/home');
  const folder = page.getByRole('listitem', { name: 'Documents' });
  await expect(folder.getByRole('button')).toHaveCount(1);
  await expect(folder.getByRole('link')).toHaveCount(1);
  const menu = folder.getByRole('button', { name: 'Actions for Documents' });
  const choose = async (act: string): Promise<void> => {
    await expect(menu).toBeEnabled();
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: act }).press('Enter');
  };
  await choose('Show in the file manager');
  await choose('Pause for 30 minutes');
  await choose('Pause until I resume');
  const paused = status({ roots: [rootStatus({ state: 'paused', pausedUntilMs: 0 })] });
  bridge.answer(signedIn(paused));
  await bridge.emit('status', paused);
  await expect(folder).toContainText('Paused until you resume it');
  await choose('Resume');
  await expect
    .poll(() => bridge.asked.filter(({ name }) => /^(root\.reveal|sync\.)/.test(name)))
    .toEqual([
      { name: 'root.reveal', request: { rootId: 1 } },
      { name: 'sync.pause', request: { rootId: 1, forMs: 1_800_000 } },
      { name: 'sync.pause', request: { rootId: 1, forMs: null } },
      { name: 'sync.resume', request: { rootId: 1 } },
    ]);
});

test('the mark of a folder counts its waiting items, and its second line is not cut off', async ({ page, bridge }) => {
  bridge.answer(signedIn(asking));
  bridge.answer({ 'held.list': () => [held] });
  await bridge.open('#/home');
  const folder = page.getByRole('listitem', { name: 'Documents' });
  await expect(folder.getByText('3 items', { exact: true })).toBeVisible();
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 860 });
    const line = folder.getByText('12,480 files').filter({ visible: true });
    expect(await line.evaluate((text) => text.closest('p')?.scrollWidth === text.closest('p')?.clientWidth)).toBe(true);
  }
});

test('while files move, Home says how fast in words beside the chart', async ({ page, bridge }) => {
  bridge.answer(syncing);
  await bridge.open('#/home');
  const speed = page.getByRole('region', { name: 'Speed' });
  await expect(speed.getByText('50 MB/s', { exact: true })).toBeVisible();
  await expect(speed.getByText('31 MB/s', { exact: true })).toBeVisible();
  await expect(speed.getByRole('figure', { name: 'Upload 50 MB/s, download 31 MB/s' })).toBeVisible();
  await bothSchemesAreSound(page);
});

for (const width of [1440, 400]) {
  test(`the problems of Home are sound at ${width} px, the first one in sight`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(signedIn(asking));
    bridge.answer({ 'held.list': () => [held] });
    await bridge.open('#/home');
    await expect(page.getByText('“site-notes.md” was edited in two places', { exact: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByRole('link', { name: 'Compare' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await outOfReach(page)).toEqual([]);
    await bothSchemesAreSound(page);
  });
}

test('Home says who shares a folder, by its icon and by name', async ({ page, bridge }) => {
  bridge.answer(idle);
  await bridge.open('#/home');
  const folder = page.getByRole('listitem', { name: 'Launch plan' });
  await expect(folder).toContainText('Shared by Carol Ito');
  await expect(folder.locator('[data-file-type]')).toHaveAttribute('data-file-type', 'shared');
  const own = page.getByRole('listitem', { name: 'Studio' });
  await expect(own).toContainText('~/Studio');
  await expect(own.locator('[data-file-type]')).toHaveAttribute('data-file-type', 'folder');
});

test('a transfer names its folder, from the synced folder down', async ({ page, bridge }) => {
  bridge.answer(syncing);
  await bridge.open('#/home');
  const line = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(line('interview-04.mov')).toContainText('Documents / Video');
  await expect(line('site-plan.dwg')).toContainText('Studio / 2026');
  await expect(line('fees-2027.xlsx')).toContainText('fees-2027.xlsxDocuments');
});

test('while the service is unreachable, a transfer says that it waits, and no time left', async ({ page, bridge }) => {
  bridge.answer(syncing);
  bridge.answer(signedIn(offlineStatus));
  await bridge.open('#/home');
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'site-plan.dwg' });
  await expect(line).toContainText('Waiting');
  await expect(line).not.toContainText('left');
});

test('while offline every page says so, with the next try and a button for it; Home says it once', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer(idle);
  bridge.answer(signedIn(offlineStatus));
  bridge.answer({ 'problem.retry': () => ({}) });
  const retries = () => bridge.asked.filter(({ name }) => name === 'problem.retry').map(({ request }) => request);
  const main = page.getByRole('main');
  await bridge.open('#/hubs');
  const banner = main.getByRole('region', { name: 'Offline' });
  await expect(banner).toContainText(
    'Offline. The service is unreachable. Check your connection. Syncing resumes automatically. Next try at 14:06:30.',
  );
  await bothSchemesAreSound(page);
  await banner.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(retries).toEqual([{}]);
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 860 });
    await bridge.open('#/home');
    await expect(banner).toHaveCount(0);
    await expect(main.getByTestId('state')).toContainText('Next try at 14:06:30.');
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);
    await main.getByRole('button', { name: 'Try now' }).click();
  }
  await expect.poll(retries).toEqual([{}, {}, {}]);
  await bridge.emit('status', status());
  await expect(main.getByRole('button', { name: 'Try now' })).toHaveCount(0);
});

test('a time of the next try that has passed is not shown', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  const { account } = offlineStatus;
  bridge.answer(signedIn({ ...offlineStatus, account: { ...account, retryAtMs: now } }));
  await bridge.open('#/hubs');
  const banner = page.getByRole('main').getByRole('region', { name: 'Offline' });
  await expect(banner).toContainText('The service is unreachable.');
  await expect(banner).not.toContainText('Next try');
});

test('while Tandem itself does not answer, no page says that the service is offline', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer(signedIn(offlineStatus));
  await bridge.open('#/hubs');
  const banner = page.getByRole('main').getByRole('region', { name: 'Offline' });
  await expect(banner).toBeVisible();
  await bridge.disconnect();
  await expect(page.getByRole('main')).toContainText(english.connection.lost);
  await expect(banner).toHaveCount(0);
});

test('the small files of a folder share a line, whose button cancels all of them, and Cancel all cancels the rest', async ({
  page,
  bridge,
}) => {
  bridge.answer(syncing);
  bridge.answer({ 'transfer.cancelAll': () => ({ cancelled: 212 }) });
  await bridge.open('#/home');
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: '212 small files' });
  await expect(line).toContainText('Documents / Notes');
  await expect(line.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '55');
  await expect(page.getByRole('main')).toContainText('506 more waiting');
  await bothSchemesAreSound(page);
  await line.getByRole('button', { name: 'Cancel 212 small files' }).press('Enter');
  await page.getByRole('button', { name: 'Cancel all' }).press('Enter');
  const cancelled = () =>
    bridge.asked.filter(({ name }) => name === 'transfer.cancelAll').map(({ request }) => request);
  await expect.poll(cancelled).toEqual([{ group: { rootId: 1, direction: 'up' } }, { group: null }]);
});

test('Home at rest counts the files and names the last change, once', async ({ page, bridge }) => {
  const root = rootStatus({ files: 3, bytes: 5_400, lastChange: { atMs: now - 120_000, sentence: say('') } as never });
  bridge.answer(
    signedIn(status({ detail: say({ code: 'holdings', args: { files: 3, bytes: 5_400 } }), roots: [root] })),
  );
  await bridge.open('#/home');
  await expect(page.getByTestId('state').getByRole('paragraph')).toHaveText('3 files · last change 2 min ago');
  await expect(page.getByText('3 files, 5.4 kB.')).toHaveCount(0);
});

test('before the first file Home says where to save one, and the card does not repeat it', async ({ page, bridge }) => {
  const empty = rootStatus({ files: 0, bytes: 0, localPath: '/home/ann/Tandem', lastChange: null });
  bridge.answer(signedIn(status({ detail: say({ code: 'no_files', args: {} }), roots: [empty] })));
  await bridge.open('#/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ready');
  await expect(page.getByTestId('state').getByRole('paragraph')).toHaveText(
    'Save a file in ~/Tandem, or drop one here.',
  );
  await expect(page.getByText(english.home.empty)).toHaveCount(0);
  await bothSchemesAreSound(page);
});
