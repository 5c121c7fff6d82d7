import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, pick, tabTo, test } from '../window-test.ts';

/** Large text, and the whole window without a pointer. `looks.spec.ts` has the checks of every page in both schemes. */

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
  const links = page.getByRole('navigation').getByRole('link');
  // Those of an administrator are there once the window knows who it is.
  await expect(links.filter({ hasText: 'People and groups' })).toBeAttached();
  // One link per page: "Manage" at the storage bar leads to Settings too. A count follows some names.
  const names = await links
    .filter({ hasNotText: /^Manage$/ })
    .evaluateAll((all) => all.map((link) => link.ariaLabel ?? link.querySelector('span')?.textContent ?? ''));
  expect(names).toContain('Settings');
  expect(names.length).toBeGreaterThanOrEqual(13);
  for (const name of names) {
    await openPage(page, name);
    // The page itself, and the parts of the window beside the navigation.
    const sideways = await page
      .locator('html, main')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect.soft(sideways, name).toEqual([0, 0]);
    expect.soft(await accessibilityFindings(page), name).toEqual([]);
  }
});

test('everything can be reached and used with the keyboard', async ({ page }) => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Home' })).toBeFocused();
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Activity' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  await tabTo(
    page,
    page
      .getByRole('main')
      .getByRole('button', { name: /one\.txt$/ })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('the chosen appearance stays, from the frame on that is there before any other script', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const appearance = page.getByRole('region', { name: 'Appearance' });
  await openPage(page, 'Settings');
  await pick(appearance, 'Colours', 'Dark');
  await openPage(page, 'Home');
  const background = () =>
    page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor);
  const dark = await background();
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/libraries-*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  // Before the first frame, a look would find the document without its style sheet, which is never visible.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  await page.getByText('Tandem', { exact: true }).waitFor();
  expect(await background()).toBe(dark);
  const frame = await places(page, '#window > div > div');
  scripts.resolve();
  await page.getByTestId('state').waitFor();
  expect(await places(page, 'header')).toEqual(frame);
  expect(await background()).toBe(dark);
  await openPage(page, 'Settings');
  await pick(appearance, 'Colours', 'Match system');
  expect(await background()).not.toBe(dark);
});

/** Where the edge of the pages and the name stand, in a wide and in a narrow window. */
async function places(page: Page, header: string): Promise<unknown> {
  const boxes: unknown[] = [];
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 720 });
    boxes.push(await page.locator(header).boundingBox(), await page.locator(`${header} svg`).first().boundingBox());
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  return boxes;
}
