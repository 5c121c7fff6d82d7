import { expect } from '@playwright/test';
import { accessibilityFindings, openPage, test } from './window-test.ts';

/** The Trash page against the real service. */

test('restores to where it was, and to the top when that folder is gone', async ({ page, tandem }) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Gone soon');
  const file = await web.upload(folder.id, 'kept.txt', 'kept');
  await web.trash({ ...file, type: 'file' });
  await web.trash({ ...folder, type: 'folder' });
  await openPage(page, 'Trash');
  await page.getByRole('button', { name: 'Restore kept.txt' }).click();
  await expect(page.getByText('kept.txt')).toHaveCount(0);
  expect((await web.find('0', 'kept.txt'))?.id).toBe(file.id);
  await page.getByRole('button', { name: 'Restore Gone soon' }).click();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible();
  await expect.poll(async () => (await web.find('0', 'Gone soon'))?.id).toBe(folder.id);
});

test('asks before anything is deleted for good', async ({ page, tandem }) => {
  const file = await tandem.web.upload('0', 'secret.txt', 'secret');
  await tandem.web.trash({ ...file, type: 'file' });
  await openPage(page, 'Trash');
  await page.getByRole('button', { name: 'Delete for good: secret.txt' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('secret.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Delete for good: secret.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('secret.txt')).toHaveCount(0);
  await expect(tandem.web.restore({ ...file, type: 'file' })).rejects.toThrow('404');
});

test('has no accessibility finding, in light and in dark', async ({ page, tandem }) => {
  const file = await tandem.web.upload('0', 'old.txt', 'old');
  await tandem.web.trash({ ...file, type: 'file' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPage(page, 'Trash');
    await expect(page.getByText('old.txt')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
  }
});
