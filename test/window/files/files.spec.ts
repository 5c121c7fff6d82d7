import { expect, type Locator } from '@playwright/test';
import {
  clearSelection,
  menuButton,
  menuOf,
  openTab,
  openTop,
  picturesOf,
  row,
  selectionBar,
  showPictures,
  states,
  syncing,
  tick,
  tile,
} from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { chosen } from '../../support/window/chosen.ts';
import { folderOf, listedFile, listedFolder, pathState, syncedTop } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

const locked = {
  lock: { id: '1', type: 'lock', created_by: { type: 'user', id: '8', name: 'Bob', login: 'bob@x.example' } },
};

const folder = folderOf(
  [
    listedFolder('20', 'Drafts'),
    listedFolder('21', '2025'),
    listedFile('1', 'signed.pdf'),
    listedFile('2', 'budget.xlsx'),
    listedFile('3', 'facade.dwg', locked as never),
    listedFile('4', 'notes.md'),
    listedFile('5', 'Q3:Q4.xlsx'),
    listedFile('6', 'film.mp4'),
  ],
  [
    pathState('20', { beneath: 'syncing', progress: 0.71 }),
    pathState('21', { status: 'excluded' }),
    pathState('2', { status: 'syncing', progress: 0.43 }),
    pathState('3', { status: 'waiting', code: 'item_locked' }),
    pathState('4', { status: 'conflict', conflict: 12 }),
    pathState('5', { status: 'blocked', code: 'name_not_allowed_here' }),
    pathState('6', { status: 'outside', rootId: null }),
  ],
);

test('each row says its state, and a conflict leads to its comparison', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await expect(row(page, 'Drafts')).toContainText(syncing(71));
  await expect(row(page, '2025')).toContainText(states.excluded);
  await expect(row(page, 'signed.pdf')).toContainText(states.synced);
  await expect(row(page, 'budget.xlsx')).toContainText(syncing(43));
  await expect(row(page, 'facade.dwg')).toContainText(states.waitingFor('Bob'));
  await expect(row(page, 'Q3:Q4.xlsx')).toContainText(states.needsName);
  await expect(row(page, 'film.mp4')).toContainText(states.excluded);
  await expect(row(page, 'notes.md').getByRole('link', { name: states.conflict })).toHaveAttribute(
    'href',
    '#/attention?conflict=12',
  );
});

test('a row follows what the engine reports about it', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await expect(row(page, 'budget.xlsx')).toContainText(syncing(43));
  await bridge.emit('paths', [pathState('2', { status: 'syncing', progress: 0.9 })]);
  await expect(row(page, 'budget.xlsx')).toContainText(syncing(90));
  await bridge.emit('paths', [pathState('2')]);
  await expect(row(page, 'budget.xlsx')).toContainText(states.synced);
});

test('a double-click opens a row although its state changes under the pointer', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await row(page, 'budget.xlsx').getByText(syncing(43)).hover();
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.down({ clickCount: 2 });
  await bridge.emit('paths', [pathState('2')]);
  await expect(row(page, 'budget.xlsx')).toContainText(states.synced);
  await page.mouse.up({ clickCount: 2 });
  await expect(page.getByRole('dialog', { name: 'budget.xlsx' })).toBeVisible();
});

test('in a narrow window the state is an icon with its words at the end of the row', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 400, height: 860 });
  await openTop(bridge, folder);
  await expect(row(page, 'budget.xlsx').getByTitle(syncing(43))).toBeVisible();
  await expect(row(page, 'signed.pdf').getByTitle(states.synced)).toBeVisible();
  // Below the name: the state that asks or moves, otherwise the facts that have no column here.
  await expect(row(page, 'budget.xlsx').getByText(syncing(43)).first()).toBeVisible();
  await expect(row(page, 'signed.pdf').getByRole('rowheader')).toContainText('2 kB · 9 Nov');
});

test('the panel and Quick Look say the state of their file, and a conflict leads to its comparison from there', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder);
  await tick(row(page, 'notes.md'));
  const conflict = page.getByRole('complementary').getByRole('link', { name: states.conflict });
  await expect(conflict).toHaveAttribute('href', '#/attention?conflict=12');
  await row(page, 'budget.xlsx').click();
  await expect(page.getByRole('complementary')).toContainText(syncing(43));
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  await expect(look).toContainText(syncing(43));
  await bridge.emit('paths', [pathState('2')]);
  await expect(look).toContainText(states.synced);
});

test('scrolling gives the elements of a row to another one, those of its state too', async ({ page, bridge }) => {
  bridge.answer(folderOf(Array.from({ length: 400 }, (_, at) => listedFile(`${at}`, `file ${at}.pdf`))));
  await bridge.open('#/files?folder=0');
  await expect(row(page, 'file 0.pdf')).toContainText(states.synced);
  const icons = page.locator('tbody td:nth-child(2) svg');
  await icons.evaluateAll((all) => {
    for (const icon of all) icon.setAttribute('data-kept', '');
  });
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 4_000));
  await expect(row(page, 'file 105.pdf')).toContainText(states.synced);
  // The first row keeps its tab stop out of sight, in elements of its own.
  await expect(icons.and(page.locator(':not([data-kept])'))).toHaveCount(1);
});

test('right click, Shift+F10 and the dots open one menu; Escape gives the row the keyboard back', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder);
  const menu = menuOf(page, 'signed.pdf');
  await row(page, 'signed.pdf').click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Quick Look/,
    /^Show details/,
    /^Open/,
    /^Show on this computer/,
    /^Download/,
    /^Share…/,
    /^Copy link/,
    /^Versions/,
    /^Add to Favourites/,
    /^Rename/,
    /^Move…/,
    /^Copy…/,
    /^Move to Trash/,
  ]);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await row(page, 'signed.pdf').press('Shift+F10');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'signed.pdf')).toBeFocused();
  await menuButton(row(page, 'signed.pdf'), 'signed.pdf').click();
  await expect(menu).toBeVisible();
});

test('an open menu marks its row and leaves the columns where they are; a click opens the panel, which then stays', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder);
  const panel = page.getByRole('complementary');
  const size = page.getByRole('columnheader', { name: 'Size' });
  const before = await size.boundingBox();
  const close = async (name: string): Promise<void> => {
    await expect(menuOf(page, name)).toBeVisible();
    await expect(row(page, name)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(menuOf(page, name)).toHaveCount(0);
    await expect(row(page, name)).toHaveAttribute('aria-selected', 'false');
  };
  await row(page, 'facade.dwg').click({ button: 'right' });
  await close('facade.dwg');
  await row(page, 'budget.xlsx').press('Shift+F10');
  await close('budget.xlsx');
  await menuButton(row(page, 'signed.pdf'), 'signed.pdf').click();
  await close('signed.pdf');
  await expect(panel).toHaveCount(0);
  expect(await size.boundingBox()).toEqual(before);
  await row(page, 'signed.pdf').click();
  await expect(panel).toHaveAccessibleName('Details of signed.pdf');
  await row(page, 'film.mp4').click({ button: 'right' });
  await close('film.mp4');
  await expect(panel).toHaveAccessibleName('Details of signed.pdf');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await row(page, 'signed.pdf').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show details' }).click();
  await expect(panel).toHaveAccessibleName('Details of signed.pdf');
});

test('Space looks into a file, the arrows lead through the files, and Escape gives the row the keyboard back', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder);
  await row(page, 'budget.xlsx').click();
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  await expect(look).toContainText('2 of 6');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'facade.dwg' })).toContainText('3 of 6');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'facade.dwg')).toHaveAttribute('aria-selected', 'true');
});

test('the tick of a row adds it to the selection, and the bar shows the total size', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await tick(row(page, 'signed.pdf'));
  await tick(row(page, 'film.mp4'));
  await expect(selectionBar(page, 2)).toBeVisible();
  await clearSelection(page);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
});

test('a folder among pictures says how many files it contains, from one answer for all of them', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, syncedTop({ 20: 1_238 }));
  await showPictures(page);
  await expect(tile(page, 'Drafts')).toContainText('1,238 files');
  await expect(tile(page, '2025')).toContainText('9 Nov');
  expect(bridge.asked.filter(({ name }) => name === 'selection.states')).toHaveLength(1);
});

test('pictures: tiles with their state, walked through with the arrows, opened with Space, kept for the next folder', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder);
  await showPictures(page);
  await expect(page.getByRole('option')).toHaveCount(8);
  await expect(tile(page, 'budget.xlsx').getByTitle(syncing(43))).toBeVisible();
  await tile(page, 'signed.pdf').click();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'budget.xlsx')).toBeFocused();
  await expect(tile(page, 'budget.xlsx')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+F10');
  await expect(menuOf(page, 'budget.xlsx')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tile(page, 'budget.xlsx')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'budget.xlsx' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(bridge.asked).toContainEqual({ name: 'settings.set', request: { filesView: 'grid' } });
  await chosen(page, { filesView: 'grid' });
  await page.reload();
  await expect(picturesOf(page)).toBeVisible();
});

test('pictures: folders are low tiles above the others, and the selection bar takes the place of the search', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const folders = ['Plans', 'Renders', 'Scans', 'Site', 'Views'].map((name, at) => listedFolder(`${at + 20}`, name));
  const files = Array.from({ length: 6 }, (_, at) => listedFile(`${at + 1}`, `note ${at}.txt`));
  await openTop(bridge, folderOf([...folders, ...files]));
  await showPictures(page);
  const boxOf = async (at: Locator) => (await at.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [low, lastLow, first] = [
    await boxOf(tile(page, 'Plans')),
    await boxOf(tile(page, 'Views')),
    await boxOf(tile(page, 'note 0')),
  ];
  expect(low.height).toBeLessThan(first.height / 3);
  expect(first.y).toBeGreaterThan(lastLow.y + lastLow.height);
  expect(first.x).toBe(lastLow.x);
  await tile(page, 'Plans').focus();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = selectionBar(page, 11);
  await expect(bar).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveCount(0);
  expect((await boxOf(tile(page, 'note 0'))).y).toBe(first.y);
  expect((await boxOf(bar)).y + (await boxOf(bar)).height).toBeLessThan(low.y);
  // Below it, the line of folders is short: the arrow leads to its last one, then to the picture in its column.
  await page.keyboard.press('Control+ArrowDown');
  await expect(tile(page, 'Views')).toBeFocused();
  await page.keyboard.press('Control+ArrowDown');
  await expect(tile(page, 'note 0')).toBeFocused();
  await bothSchemesAreSound(page);
});

test('a preview that fails says why: the reason of the host, or that the file may be damaged', async ({
  page,
  bridge,
  complaints,
}) => {
  bridge.answer(folderOf([listedFile('1', 'photo.jpg'), listedFile('2', 'other.jpg')]));
  bridge.answer({ 'window.address': ({ path }) => ({ path }) });
  const picture = {
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>',
    contentType: 'image/svg+xml',
  };
  const preparing = { status: 503, body: 'The service is still preparing this file.' };
  const answers = [preparing, preparing, { ...picture, body: 'torn' }, picture, picture];
  await page.route('**/content/thumbnail/**', (route) => route.fulfill(picture));
  await page.route('**/content/preview/1', (route) => route.fulfill(answers.shift() ?? preparing));
  await page.route('**/content/preview/2', (route) => route.fulfill({ ...picture, body: 'torn' }));
  await bridge.open('#/files?folder=0');
  await row(page, 'photo.jpg').click();
  await openTab(page, 'Preview');
  await expect(page.getByRole('alert')).toContainText('The service is still preparing this file.');
  // The picture, and the question why it failed.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('503'), expect.stringContaining('503')]);
  await page.getByRole('button', { name: 'Try again' }).click();
  // Its answer is torn, and the window tries once more by itself.
  await expect
    .poll(() => page.getByAltText('Preview of photo.jpg').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(32);
  await row(page, 'other.jpg').click();
  await expect(page.getByText('it may be damaged')).toBeVisible();
});

test('pictures: at most six thumbnails load at a time, and none that was scrolled away before its turn', async ({
  page,
  bridge,
}) => {
  const photos = Array.from({ length: 200 }, (_, index) => listedFile(String(100 + index), `photo ${index}.jpg`));
  bridge.answer(folderOf(photos));
  bridge.answer({ 'window.address': ({ path }) => ({ path }) });
  const waiting: (() => Promise<void>)[] = [];
  const asked: string[] = [];
  await page.route('**/content/thumbnail/**', (route) => {
    asked.push(/(?<=thumbnail\/)\d+/.exec(route.request().url())?.[0] ?? '');
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>';
    waiting.push(() => route.fulfill({ body, contentType: 'image/svg+xml' }));
  });
  const answerAll = async (): Promise<void> => {
    for (const answer of waiting.splice(0)) await answer();
  };
  await bridge.open('#/files?folder=0');
  await showPictures(page);
  await expect.poll(() => asked).toHaveLength(6);
  const tiles = picturesOf(page);
  await tiles.evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await expect(tiles.getByRole('option', { name: 'photo 199.jpg' })).toBeVisible();
  expect(asked).toHaveLength(6);
  // The next six are tiles at the end: those between were never asked for.
  await answerAll();
  await expect.poll(() => asked).toHaveLength(12);
  expect(asked.slice(6).every((id) => Number(id) > 200)).toBe(true);
  const last = tiles.getByRole('option', { name: 'photo 199.jpg' }).locator('img');
  await expect
    .poll(async () => {
      await answerAll();
      return last.count();
    })
    .toBe(1);
});

test('pictures that are shown keep their thumbnails when the person returns to the tab, and after a reconnect', async ({
  page,
  bridge,
}) => {
  bridge.answer(folderOf([listedFile('1', 'photo.jpg'), listedFile('2', 'other.jpg')]));
  await bridge.open('#/files?folder=0');
  await showPictures(page);
  await expect(picturesOf(page).locator('img')).toHaveCount(2);
  const asked = (name: string): number => bridge.asked.filter((one) => one.name === name).length;
  const before = asked('window.address');
  await page.clock.setFixedTime(now + 120_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const listed = asked('listFolderItems');
  await bridge.reconnect();
  await expect.poll(() => asked('listFolderItems')).toBeGreaterThan(listed);
  expect(asked('window.address')).toBe(before);
});

test('a name is a link: a press opens it, with Control it selects the row', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await page.getByRole('link', { name: 'signed.pdf', exact: true }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('link', { name: 'budget.xlsx', exact: true }).click({ modifiers: ['ControlOrMeta'] });
  await expect(row(page, 'signed.pdf')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'budget.xlsx')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/folder=0$/);
  await page.getByRole('link', { name: 'Drafts', exact: true }).click();
  await expect(page).toHaveURL(/folder=20$/);
});
