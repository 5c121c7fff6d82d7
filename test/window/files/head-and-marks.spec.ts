import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import {
  menuButton,
  menuOf,
  openTop,
  row,
  selectAll,
  selectionBar,
  shareButton,
  showPictures,
  states,
  tick,
  tile,
} from '../../support/browser/files-page.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** Above the rows and at their edges: the tick for all, the mark that shares, the icon of a shared folder. */

const noPeople = () => ({ entries: [], limit: 1000, next_marker: null }) as never;
const folder = folderOf([
  listedFolder('20', 'Drafts'),
  listedFolder('21', 'Signed', { has_collaborations: true }),
  listedFile('1', 'signed.pdf'),
  listedFile('2', 'secret.pdf', { permissions: { can_share: false } } as never),
]);
const shared = { service: { listFolderCollaborations: noPeople, listFileCollaborations: noPeople } };

test('the tick in the head selects every row and then none, and says when it is some', async ({ page, bridge }) => {
  await openTop(bridge, folder, shared);
  await expect(selectAll(page)).not.toBeChecked();
  await selectAll(page).press('Space');
  await expect(selectionBar(page, 4)).toBeVisible();
  await expect(selectAll(page)).toBeChecked();
  await expect(selectAll(page)).toBeFocused();
  await bothSchemesAreSound(page);
  await tick(row(page, 'signed.pdf'));
  await expect(selectionBar(page, 3)).toBeVisible();
  await expect(selectAll(page)).toBeChecked({ indeterminate: true });
  await bothSchemesAreSound(page);
  await selectAll(page).click();
  await expect(selectionBar(page, 4)).toBeVisible();
  await selectAll(page).click();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(selectAll(page)).not.toBeChecked();
});

test('a menu that closes without an action leaves the selection as it was, and Delete is about that', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, { service: { ...shared.service, deleteFile: () => undefined as never } });
  const deleted = (): number => bridge.asked.filter(({ name }) => name === 'deleteFile').length;
  const selected = page.getByRole('row', { selected: true });
  await row(page, 'Drafts').click({ button: 'right' });
  await expect(row(page, 'Drafts')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Drafts')).toBeFocused();
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('Delete');
  await row(page, 'signed.pdf').click();
  await row(page, 'secret.pdf').click({ modifiers: ['Control'] });
  await row(page, 'Drafts').click({ button: 'right' });
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(2);
  await expect(row(page, 'Drafts')).toBeFocused();
  expect(deleted()).toBe(0);
  await page.keyboard.press('Delete');
  await expect.poll(deleted).toBe(2);
});

test('after a menu closes, F2 and Delete are about the row with the focus, not another selected one', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, { service: { ...shared.service, deleteFile: () => undefined as never } });
  await row(page, 'signed.pdf').click();
  await row(page, 'secret.pdf').click({ button: 'right' });
  await page.keyboard.press('Escape');
  await expect(row(page, 'secret.pdf')).toBeFocused();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await expect(dialog.getByRole('textbox')).toHaveValue('secret.pdf');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await row(page, 'secret.pdf').press('Delete');
  const deleted = () => bridge.asked.filter(({ name }) => name === 'deleteFile').map(({ request }) => request);
  await expect.poll(deleted).toMatchObject([{ params: { file_id: '2' } }]);
});

test('the head of the list stays in reach beside the details of one row, and several rows take its place', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, shared);
  await row(page, 'signed.pdf').click();
  await expect(page.getByRole('complementary', { name: /signed\.pdf/ })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(row(page, 'signed.pdf')).toHaveAttribute('aria-selected', 'true');
  await tick(row(page, 'Drafts'));
  await expect(selectionBar(page, 2)).toBeVisible();
  await tick(row(page, 'Drafts'));
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  // Where the details are a sheet above the list, the bar has the actions.
  await page.setViewportSize({ width: 1000, height: 720 });
  await expect(selectionBar(page, 1)).toBeVisible();
});

test('while several rows are selected, the others show their ticks', async ({ page, bridge }) => {
  await openTop(bridge, folder, shared);
  const edge = (name: string) =>
    row(page, name)
      .locator('[data-part=tick]')
      .evaluate((element) => getComputedStyle(element).borderTopColor);
  const hidden = await edge('Drafts');
  await tick(row(page, 'signed.pdf'));
  await page.mouse.move(0, 0);
  expect(await edge('Drafts')).toBe(hidden);
  await tick(row(page, 'secret.pdf'));
  await page.mouse.move(0, 0);
  await expect.poll(() => edge('Drafts')).not.toBe(hidden);
});

test('a row is shared from its mark, by the mouse and by the keyboard; not if its role forbids that', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, shared);
  await expect(shareButton(row(page, 'secret.pdf'), 'secret.pdf')).toHaveCount(0);
  await row(page, 'Drafts').hover();
  await shareButton(row(page, 'Drafts'), 'Drafts').click();
  const dialog = (name: string) => page.getByRole('dialog', { name: `Share “${name}”` });
  await expect(dialog('Drafts')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog('Drafts')).toBeHidden();
  await row(page, 'signed.pdf').focus();
  await page.keyboard.press('Tab');
  await expect(shareButton(row(page, 'signed.pdf'), 'signed.pdf')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog('signed.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shareButton(row(page, 'signed.pdf'), 'signed.pdf')).toBeFocused();
});

test('Ctrl+Shift+S shares the selected rows, or the one with the focus unless its role forbids it', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, shared);
  const dialog = page.getByRole('dialog');
  await row(page, 'secret.pdf').press('Control+Shift+S');
  await expect(dialog).toHaveCount(0);
  await tick(row(page, 'Drafts'));
  await tick(row(page, 'signed.pdf'));
  await page.keyboard.press('Control+Shift+S');
  await expect(page.getByRole('dialog', { name: 'Share 2 items' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selectionBar(page, 2)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selectionBar(page, 2)).toHaveCount(0);
  await row(page, 'Drafts').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Share…' })).toContainText('Ctrl Shift S');
  await page.keyboard.press('Escape');
  await row(page, 'signed.pdf').press('Control+Shift+S');
  await expect(page.getByRole('dialog', { name: 'Share “signed.pdf”' })).toBeVisible();
  await bothSchemesAreSound(page);
  await page.keyboard.press('Escape');
  await expect(row(page, 'signed.pdf')).toBeFocused();
  await showPictures(page);
  await tile(page, 'Drafts').press('Control+Shift+S');
  await expect(page.getByRole('dialog', { name: 'Share “Drafts”' })).toBeVisible();
});

test('a folder that others were invited to has its own icon, in rows and in tiles', async ({ page, bridge }) => {
  await openTop(bridge, folder, shared);
  const isShared = '[data-file-type=shared]';
  await expect(row(page, 'Signed').locator(isShared)).toBeVisible();
  await expect(row(page, 'Drafts').locator(isShared)).toHaveCount(0);
  await showPictures(page);
  await expect(tile(page, 'Signed').locator(isShared)).toBeVisible();
  await expect(tile(page, 'Drafts').locator(isShared)).toHaveCount(0);
  await tile(page, 'signed.pdf').hover();
  await tile(page, 'signed.pdf').locator('[data-part=quick]').click();
  await expect(page.getByRole('dialog', { name: 'Share “signed.pdf”' })).toBeVisible();
});

test('in a folder, the search box says that it searches there', async ({ page, bridge }) => {
  bridge.answer(folder);
  bridge.answer({
    service: {
      getFolder: () =>
        ({
          type: 'folder',
          id: '30',
          name: 'Contracts',
          path_collection: { total_count: 1, entries: [{ type: 'folder', id: '0', name: 'All files' }] },
          item_collection: { total_count: 4, entries: [] },
        }) as never,
    },
  });
  await bridge.open('#/files?folder=30');
  await expect(page.getByRole('searchbox', { name: 'Search in Contracts' })).toBeVisible();
});

test('in a narrow window the selection stands in the head of the page, with a menu for the rarer actions', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  const parent = { type: 'folder', id: '0', name: 'All files', sequence_id: null, etag: null };
  await openTop(bridge, folder, shared, {
    service: {
      getFolder: () =>
        ({ ...listedFolder('30', 'Contracts'), path_collection: { total_count: 1, entries: [parent] } }) as never,
    },
  });
  const back = page.getByRole('link', { name: english.files.backTo(english.files.top) });
  await expect(back).toHaveAttribute('href', '#/files?folder=0');
  await row(page, 'Drafts').press('Control+Space');
  await row(page, 'signed.pdf').press('Control+Space');
  const bar = selectionBar(page, 2);
  await expect(bar.getByRole('button')).toHaveText(['', 'Share…', 'Move…', 'Move to Trash', '']);
  expect(await outOfReach(page)).toEqual([]);
  await bothSchemesAreSound(page);
  await bar.getByRole('button', { name: english.files.moreActions }).press('Enter');
  await page.getByRole('menuitem', { name: 'Copy…' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  // The search box keeps its place, also above pictures.
  await showPictures(page);
  await expect(page.getByRole('searchbox', { name: 'Search in Contracts' })).toBeVisible();
  await bar.getByRole('button', { name: english.files.clearSelection }).press('Enter');
  await expect(bar).toHaveCount(0);
});

test('in a narrow window a row says who changed it, and the sheet of its actions which item it is about', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  const change = { modified_by: people.ann } as never;
  await openTop(
    bridge,
    folderOf([
      listedFile('1', 'agreement.pdf', change),
      listedFile('2', 'plan.pdf', { modified_by: people.bob } as never),
      listedFolder('20', 'Drafts', { modified_by: people.bob } as never),
    ]),
  );
  await expect(row(page, 'agreement.pdf').getByRole('rowheader')).toContainText('2 kB · You, 9 Nov');
  await expect(row(page, 'plan.pdf').getByRole('rowheader')).toContainText('2 kB · Bob Marsh, 9 Nov');
  await expect(row(page, 'Drafts').getByRole('rowheader')).toContainText('DraftsBob Marsh, 9 Nov');
  await menuButton(row(page, 'plan.pdf'), 'plan.pdf').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('plan.pdf2 kB');
  await expect(sheet).toContainText(states.synced);
  await expect(menuOf(page, 'plan.pdf')).toBeVisible();
  await bothSchemesAreSound(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await row(page, 'plan.pdf').click({ button: 'right' });
  await expect(page.getByRole('dialog')).not.toContainText('2 kB');
});

test('in a narrow window the last row can be scrolled past the button that adds something', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  const files = Array.from({ length: 40 }, (_, at) => listedFile(`${at + 1}`, `file ${at}.pdf`));
  await openTop(bridge, folderOf(files), shared);
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  const last = row(page, 'file 39.pdf');
  await expect(last).toBeVisible();
  const add = page.getByRole('button', { name: english.actions.add, exact: true });
  const [rowBox, addBox] = [await last.boundingBox(), await add.boundingBox()];
  expect((rowBox?.y ?? 0) + (rowBox?.height ?? 0)).toBeLessThanOrEqual(addBox?.y ?? 0);
});

test('the keyboard shows where it is: on a row, on a tile and on a tab', async ({ page, bridge }) => {
  const ring = 'rgb(11, 107, 138) solid 2px';
  await openTop(bridge, folderOf([listedFile('1', 'plan.dwg'), listedFile('2', 'roof.dwg')]));
  await row(page, 'plan.dwg').click();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'roof.dwg')).toBeFocused();
  await expect(row(page, 'roof.dwg')).toHaveCSS('outline', ring);
  await page.getByRole('tab', { name: 'Activity' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Versions' })).toHaveCSS('outline', ring);
  const all = page.locator('[data-focus-visible]').filter({ has: page.getByRole('tablist') });
  await expect(all).toHaveCSS('outline-style', 'none');
  await showPictures(page);
  await tile(page, 'plan.dwg').click();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'roof.dwg')).toHaveCSS('outline', ring);
});
