import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { accessibilityFindings, openPage, test } from './window-test.ts';

/** Large text, and the whole window without a pointer. What holds on every page in both schemes is in `looks.spec.ts`. */

const pages = ['Home', 'Activity', 'Files', 'Settings'] as const;

test.beforeAll(async ({ tandem }) => {
  await mkdir(join(tandem.folder, 'letters'), { recursive: true });
  await writeFile(join(tandem.folder, 'letters', 'one.txt'), 'one');
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'letters'))?.name).toBe('letters');
});

test('text at 200 % cuts nothing off', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const name of pages) {
    await openPage(page, name);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, name).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  }
});

test('everything can be reached and used with the keyboard', async ({ page }) => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('the chosen appearance stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const background = () =>
    page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor);
  const dark = await background();
  await page.reload();
  await page.getByTestId('state').waitFor();
  expect(await background()).toBe(dark);
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'As the system' }).click();
  expect(await background()).not.toBe(dark);
});
