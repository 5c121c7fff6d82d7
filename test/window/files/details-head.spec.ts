import { expect } from '@playwright/test';
import { openTop, row } from '../../support/browser/files-page.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>';

test('the details of each file begin with its thumbnail, or with its icon, also where it could not be drawn', async ({
  page,
  bridge,
}) => {
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
    const head = panel.getByTestId('picture');
    await expect(head).toHaveCSS('height', '176px');
    await expect(head.locator('img')).toHaveCount(hasPicture ? 1 : 0);
    await expect(head.locator('svg')).toHaveCount(hasPicture ? 0 : 1);
  }
});

test('Share stands on the line of the name, whatever it is', async ({ page, bridge }) => {
  const names = ['plan.pdf', 'notes.txt', 'Drafts'];
  await page.route('**/content/thumbnail/**', (route) =>
    route.fulfill({ body: picture, contentType: 'image/svg+xml' }),
  );
  const entries = [listedFile('1', 'plan.pdf'), listedFile('2', 'notes.txt'), listedFolder('20', 'Drafts')];
  await openTop(bridge, folderOf(entries), { 'window.address': ({ path }: { path: string }) => ({ path }) });
  for (const name of names) {
    await row(page, name).click();
    const panel = page.getByRole('complementary', { name: `Details of ${name}` });
    await expect(panel.getByRole('button', { name: 'Share' })).toBeVisible();
    const title = await panel.getByRole('heading', { name }).boundingBox();
    const share = await panel.getByRole('button', { name: 'Share' }).boundingBox();
    if (title === null || share === null) throw new Error('The head is not shown.');
    expect(share.x, name).toBeGreaterThanOrEqual(title.x + title.width);
    expect(share.y, name).toBeLessThan(title.y + title.height);
  }
});

test('the close button ends at the edge of the details, with a picture and with an icon', async ({ page, bridge }) => {
  const names = ['facade.jpg', 'agreement.docx'];
  const files = names.map((name, at) => listedFile(`${at}`, name));
  await page.route('**/content/thumbnail/**', (route) =>
    route.fulfill({ body: picture, contentType: 'image/svg+xml' }),
  );
  await openTop(bridge, folderOf(files), { 'window.address': ({ path }: { path: string }) => ({ path }) });
  for (const name of names) {
    await page.setViewportSize({ width: 1440, height: 860 });
    await row(page, name).click();
    // The details of an item stay in a window that becomes narrow once they are in use.
    await page.getByRole('tab', { name: 'Activity' }).click();
    for (const width of [1440, 400]) {
      await page.setViewportSize({ width, height: 860 });
      const panel = page.getByRole(width === 400 ? 'dialog' : 'complementary', { name: `Details of ${name}` });
      const close = panel.getByRole('button', { name: 'Close' });
      await expect(panel.getByRole('button', { name: 'Quick Look' })).toBeVisible();
      await expect(panel.locator('img')).toHaveCount(name === 'facade.jpg' ? 1 : 0);
      const gap = async (): Promise<{ end: number; isBesideTitle: boolean }> => {
        const edge = await panel.boundingBox();
        const button = await close.boundingBox();
        const title = await panel.getByRole('heading', { name }).boundingBox();
        if (edge === null || button === null || title === null) return { end: Number.NaN, isBesideTitle: false };
        return {
          end: edge.x + edge.width - button.x - button.width,
          isBesideTitle: button.y < title.y + title.height,
        };
      };
      await expect.poll(async () => (await gap()).end, `${name} at ${width} px`).toBeLessThanOrEqual(16);
      expect((await gap()).isBesideTitle, `${name} at ${width} px`).toBe(true);
    }
    await page.getByRole('button', { name: 'Close' }).click();
  }
});

test('the place of the picture shows the icon while it loads, and keeps it if no picture can be had', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf([listedFile('1', 'facade.jpg')]), {
    'window.address': ({ path }: { path: string }) => ({ path }),
  });
  const arrive = bridge.delay('window.address');
  bridge.refuseNext('window.address');
  await row(page, 'facade.jpg').click();
  const panel = page.getByRole('complementary', { name: 'Details of facade.jpg' });
  const place = panel.getByTestId('picture');
  await expect(place.locator('svg')).toBeVisible();
  arrive();
  await expect.poll(() => bridge.asked.filter(({ name }) => name === 'window.address').length).toBeGreaterThan(0);
  await expect(place.locator('svg')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'facade.jpg' })).toBeVisible();
});
