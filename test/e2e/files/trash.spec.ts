import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, pick, row, test } from '../window-test.ts';

/** The Trash page against the real service. */

/** Opens the question of a row by its "⋯" button. */
async function purge(page: Page, name: string): Promise<void> {
  await row(page, name).hover();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently…' }).click();
}

test('restores to where it was, and to the top when that folder is gone', async ({ page, tandem }) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Gone soon');
  const file = await web.upload(folder.id, 'kept.txt', 'kept');
  await web.trash({ ...file, type: 'file' });
  await web.trash({ ...folder, type: 'folder' });
  await openPage(page, 'Trash');
  await row(page, 'kept.txt').hover();
  await page.getByRole('button', { name: 'Restore kept.txt' }).click();
  await expect(page.getByText('Restored “kept.txt” to “All files”.')).toBeVisible();
  await expect(row(page, 'kept.txt')).toHaveCount(0);
  expect((await web.find('0', 'kept.txt'))?.id).toBe(file.id);
  await row(page, 'Gone soon').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Restore' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible();
  await expect.poll(async () => (await web.find('0', 'Gone soon'))?.id).toBe(folder.id);
});

test('asks before it deletes permanently, and a long name from right to left stays in its row', async ({
  page,
  tandem,
}) => {
  const file = await tandem.web.upload('0', 'secret.txt', 'secret');
  await tandem.web.trash({ ...file, type: 'file' });
  const long = `${'שם ארוך מאוד '.repeat(12)}2026.txt`;
  await tandem.web.trash({ ...(await tandem.web.upload('0', long, 'long')), type: 'file' });
  await page.setViewportSize({ width: 800, height: 700 });
  await openPage(page, 'Trash');
  const name = page.getByText(long, { exact: true });
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(page.getByRole('button', { name: `Actions for ${long}` })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('row').filter({ has: name }).getByText('4 B', { exact: true })).toBeVisible();
  await purge(page, 'secret.txt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('secret.txt')).toBeVisible();
  await purge(page, 'secret.txt');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('secret.txt')).toHaveCount(0);
  await expect(tandem.web.restore({ ...file, type: 'file' })).rejects.toThrow('404');
});

test('the local trash restores, deletes permanently, and keeps files as long as its policy says', async ({
  page,
  tandem,
}) => {
  const { web, folder: onDisk } = tandem;
  const onDiskNow = (name: string) => readFile(join(onDisk, name), 'utf8').catch(() => null);
  for (const name of ['photo.txt', 'draft.txt']) {
    const file = await web.upload('0', name, name);
    await expect.poll(() => onDiskNow(name)).toBe(name);
    await web.trash({ ...file, type: 'file' });
    await expect.poll(() => onDiskNow(name)).toBe(null);
  }
  await openPage(page, 'Trash');
  await page.getByRole('tab', { name: 'On this computer' }).click();
  await row(page, 'photo.txt').hover();
  await page.getByRole('button', { name: 'Restore photo.txt' }).click();
  await expect(page.getByText(/^Restored “photo.txt” to .*photo.txt\.$/)).toBeVisible();
  await expect.poll(() => onDiskNow('photo.txt')).toBe('photo.txt');
  await purge(page, 'draft.txt');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(row(page, 'draft.txt')).toHaveCount(0);
  const left = (await tandem.ask('trash.local.list')).items.map(({ path }) => path);
  expect(left).not.toContain('draft.txt');
  expect(await accessibilityFindings(page)).toEqual([]);
  await pick(page, 'Keep for', '90 days');
  await expect.poll(async () => (await tandem.ask('trash.local.policy')).keepDays).toBe(90);
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
