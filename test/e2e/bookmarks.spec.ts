import { expect, type Page } from '@playwright/test';
import { accessibilityFindings, openPage, test } from './window-test.ts';

/** Bookmarks, and links that others sent, against the real service. */

const entry = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your bookmarks' }).getByRole('listitem').filter({ hasText: name });

test('adds, changes, deletes and restores a bookmark', async ({ page, tandem }) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Reading');
  await openPage(page, 'Bookmarks');
  await expect(page.getByText('There is no bookmark yet')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a bookmark' }).click();
  await page.getByLabel('Web address').fill('javascript:alert(1)');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Web address').fill('https://example.com/atlas');
  await page.getByLabel('Name').fill('Atlas');
  await page.getByRole('button', { name: 'Choose…' }).click();
  await page.getByRole('option', { name: 'Reading' }).click();
  await page.getByRole('button', { name: 'Put it here' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Atlas” is in “Reading”.')).toBeVisible();
  await expect(entry(page, 'Atlas')).toContainText('https://example.com/atlas');
  const made = await web.find(folder.id, 'Atlas');

  const opened = page.context().waitForEvent('page');
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'an atlas' }));
  await page.getByRole('button', { name: 'Open Atlas' }).click();
  const tab = await opened;
  await tab.waitForURL('https://example.com/atlas');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();

  await page.getByRole('button', { name: 'Change Atlas' }).click();
  await page.getByLabel('Name').fill('Great atlas');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entry(page, 'Great atlas')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Great atlas' }).click();
  await expect(entry(page, 'Great atlas')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Great atlas')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Great atlas' }).click();
  await page.getByRole('button', { name: 'Restore Great atlas' }).click();
  await expect(page.getByText('“Great atlas” is back in “Reading”.')).toBeVisible();
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
  await page.getByLabel('Address of the link').fill(link.url);
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByRole('alert')).toContainText('has a password');
  await page.getByLabel('Password, if it has one').fill(secret);
  await page.getByRole('button', { name: 'Look' }).click();
  const view = page.getByRole('region', { name: 'What the link leads to: Minutes' });
  await expect(view).toContainText('Belongs to Carol');
  await expect(page.getByLabel('Password, if it has one')).toHaveValue('');

  const started = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Download march.txt' }).click();
  const kept = await started;
  expect(kept.suggestedFilename()).toBe('march.txt');
  expect(kept.url()).not.toContain('Sesame');

  await view.getByRole('button', { name: 'Add to my files…: march.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy here' }).click();
  await expect(page.getByText('A copy of “march.txt” is in “All files”.')).toBeVisible();
  const copy = await web.find('0', 'march.txt');
  expect(String(await web.read(copy?.id ?? ''))).toBe('in March');

  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFindings(page)).toEqual([]);
});
