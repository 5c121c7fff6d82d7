import { expect } from '@playwright/test';
import { openTop, row } from '../../support/browser/files-page.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>';

test('the details of a file begin with its thumbnail, and without one with its name', async ({ page, bridge }) => {
  const files = [listedFile('1', 'facade.jpg'), listedFile('2', 'broken.jpg'), listedFile('3', 'notes.md')];
  await page.route('**/content/thumbnail/1/**', (route) =>
    route.fulfill({ body: picture, contentType: 'image/svg+xml' }),
  );
  await page.route('**/content/thumbnail/2/**', (route) =>
    route.fulfill({ body: 'none', contentType: 'image/svg+xml' }),
  );
  await openTop(bridge, folderOf(files), { 'window.address': ({ path }: { path: string }) => ({ path }) });
  for (const [name, hasPicture] of [
    ['facade.jpg', true],
    ['broken.jpg', false],
    ['notes.md', false],
  ] as const) {
    await row(page, name).click();
    const panel = page.getByRole('complementary', { name: `Details of ${name}` });
    const heading = panel.getByRole('heading', { name });
    await expect(heading).toBeVisible();
    await expect
      .poll(() => heading.evaluate((title) => title.getBoundingClientRect().top > 120), name)
      .toBe(hasPicture);
    await expect(panel.locator('img')).toHaveCount(hasPicture ? 1 : 0);
  }
});
