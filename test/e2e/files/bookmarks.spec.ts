import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { zipEntries } from '../../support/files/zip-entries.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, test } from '../window-test.ts';

/** Bookmarks, and links that others sent, against the real service. */

const entry = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Your bookmarks' }).getByRole('row').filter({ hasText: name });

/** An action in the menu of a row, by right-click. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await entry(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action }).click();
}

test('adds, changes, deletes and restores a bookmark', async ({ page, tandem }) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Reading');
  await openPage(page, 'Bookmarks');
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add bookmark' }).click();
  await page.getByLabel('Web address').fill('javascript:alert(1)');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Web address').fill('https://example.com/atlas');
  await page.getByLabel('Name').fill('Atlas');
  await page.getByRole('button', { name: 'Choose…' }).click();
  await page.getByRole('option', { name: 'Reading' }).click();
  await page.getByRole('button', { name: 'Choose this folder' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Added “Atlas” to “Reading”.')).toBeVisible();
  await expect(entry(page, 'Atlas')).toContainText('https://example.com/atlas');
  const made = await web.find(folder.id, 'Atlas');

  const opened = page.context().waitForEvent('page');
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'an atlas' }));
  await page.getByRole('button', { name: 'Open Atlas' }).click();
  const tab = await opened;
  await tab.waitForURL('https://example.com/atlas');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();

  await act(page, 'Atlas', 'Edit…');
  await page.getByLabel('Name').fill('Great atlas');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entry(page, 'Great atlas')).toBeVisible();

  await act(page, 'Great atlas', 'Move to Trash');
  await expect(entry(page, 'Great atlas')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Great atlas')).toBeVisible();
  await act(page, 'Great atlas', 'Move to Trash');
  await expect(entry(page, 'Great atlas')).toHaveCount(0);
  await openPage(page, 'Trash');
  await page.getByRole('row').filter({ hasText: 'Great atlas' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByText('Restored “Great atlas” to “Reading”.')).toBeVisible();
  await openPage(page, 'Bookmarks');
  await expect(entry(page, 'Great atlas')).toBeVisible();
  expect((await web.find(folder.id, 'Great atlas'))?.id).toBe(made?.id);
});

test('looks at what a shared link leads to, with its password, and keeps a copy', async ({ page, tandem }) => {
  const { web } = tandem;
  const carol = await tandem.person('carol@example.com', 'Carol');
  const shared = await carol.createFolder('0', 'Minutes');
  await carol.upload(shared.id, 'march.txt', 'in March');
  const secret = 'Sesame & 1 öffne';
  const { shared_link: link } = await carol.call('PUT', `/folders/${shared.id}?fields=shared_link`, {
    shared_link: { access: 'open', password: secret },
  });
  await openPage(page, 'Bookmarks');
  await page.getByRole('tab', { name: 'Open a shared link' }).click();
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill(link.url);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('needs a password');
  await page.getByLabel('Password (if any)').fill(secret);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const view = page.getByRole('region', { name: 'Shared link: Minutes' });
  await expect(view).toContainText('Owned by Carol');
  await expect(page.getByLabel('Password (if any)')).toHaveValue('');

  const started = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Download march.txt' }).click();
  const kept = await started;
  expect(kept.suggestedFilename()).toBe('march.txt');
  expect(kept.url()).not.toContain('Sesame');

  const packed = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Download Minutes' }).press('Enter');
  const archive = await packed;
  expect(archive.suggestedFilename()).toBe('Minutes.zip');
  expect(archive.url()).not.toContain('Sesame');
  const entries = zipEntries(await readFile(await archive.path()));
  expect(entries.map(({ path, text }) => [path, text])).toEqual([['Minutes/march.txt', 'in March']]);

  await view.getByRole('button', { name: 'Add to my files…: march.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy here' }).click();
  await expect(page.getByText('Copied “march.txt” to “All files”.')).toBeVisible();
  const copy = await web.find('0', 'march.txt');
  expect(String(await web.read(copy?.id ?? ''))).toBe('in March');

  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFindings(page)).toEqual([]);
});
