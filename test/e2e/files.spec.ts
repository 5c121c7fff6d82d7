import { expect, type Page } from '@playwright/test';
import { accessibilityFindings, openPage, test } from './window-test.ts';

/** The Files page against the real service: what a person sees there is what the service has, and what is done there is done. */

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

test('walks into a folder by double press, and back up by the crumbs', async ({ page, tandem }) => {
  const folder = await tandem.web.createFolder('0', 'Contracts');
  await tandem.web.upload(folder.id, 'agreement.txt', 'first');
  await openPage(page, 'Files');
  await row(page, 'Contracts').dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  await expect(row(page, 'agreement.txt')).toBeVisible();
  await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'All files' }).click();
  await expect(row(page, 'Contracts')).toBeVisible();
});

test('makes, renames, copies, moves and deletes, and takes a delete back', async ({ page, tandem }) => {
  const place = await tandem.web.createFolder('0', 'Desk');
  const target = await tandem.web.createFolder(place.id, 'Archive');
  await tandem.web.upload(place.id, 'memo.txt', 'memo');
  await openPage(page, 'Files');
  await row(page, 'Desk').dblclick();

  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Fresh');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Fresh')).toBeVisible();

  await row(page, 'memo.txt').click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('minutes.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'minutes.txt')).toBeVisible();

  await row(page, 'minutes.txt').click();
  await page.getByRole('button', { name: 'Copy…' }).click();
  await chooseFolder(page, ['Desk', 'Archive'], 'Copy here');
  await expect.poll(async () => (await tandem.web.find(target.id, 'minutes.txt'))?.name).toBe('minutes.txt');

  await row(page, 'Fresh').click();
  await page.getByRole('button', { name: 'Move…' }).click();
  await chooseFolder(page, ['Desk', 'Archive'], 'Move here');
  await expect(row(page, 'Fresh')).toHaveCount(0);
  expect((await tandem.web.find(target.id, 'Fresh'))?.name).toBe('Fresh');

  await row(page, 'minutes.txt').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'minutes.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'minutes.txt')).toBeVisible();
});

async function chooseFolder(page: Page, path: readonly string[], action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of path) await dialog.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

test('says why a name is refused, and lets it be mended', async ({ page, tandem }) => {
  await tandem.web.createFolder('0', 'Taken');
  await openPage(page, 'Files');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill('taken');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/name/i);
  await page.getByLabel('Name', { exact: true }).fill('Not taken');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Not taken')).toBeVisible();
});

test('restores an earlier version', async ({ page, tandem }) => {
  const file = await tandem.web.upload('0', 'history.txt', 'one');
  await tandem.web.replace(file.id, 'history.txt', 'two');
  await openPage(page, 'Files');
  await row(page, 'history.txt').click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version 3, current')).toBeVisible();
  expect(String(await tandem.web.read(file.id))).toBe('one');
});

test('makes a shared link that opens for nobody new, and takes it away', async ({ page, tandem }) => {
  const file = await tandem.web.upload('0', 'leaflet.txt', 'leaflet');
  const link = async () => (await tandem.web.call('GET', `/files/${file.id}?fields=shared_link`)).shared_link;
  await openPage(page, 'Files');
  await row(page, 'leaflet.txt').click();
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  await expect(page.getByText('/s/')).toBeVisible();
  expect((await link()).effective_access).toBe('collaborators');
  await page.getByRole('button', { name: 'Remove the link' }).click();
  await expect(page.getByText('There is no link to this item.')).toBeVisible();
  expect(await link()).toBeNull();
});

test('has no accessibility finding, in light and in dark, with its panel open', async ({ page, tandem }) => {
  await tandem.web.upload('0', 'plain.txt', 'plain');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPage(page, 'Files');
    await row(page, 'plain.txt').click();
    await expect(page.getByRole('complementary')).toContainText('Version 1, current');
    expect(await accessibilityFindings(page)).toEqual([]);
  }
});
