import { expect } from '@playwright/test';
import { picturesOf, showPictures } from '../../support/browser/files-page.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

const picture = {
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>',
  contentType: 'image/svg+xml',
};

test('a thumbnail whose address has expired is asked for once more, and one that the service does not draw is not', async ({
  page,
  bridge,
  complaints,
}) => {
  bridge.answer(folderOf([listedFile('1', 'photo.jpg'), listedFile('2', 'none.jpg')]));
  const asked: string[] = [];
  bridge.answer({
    'window.address': ({ path }) => {
      asked.push(path);
      const isOld = path.includes('/thumbnail/1/') && asked.filter((one) => one === path).length === 1;
      return { path: `${path}?old=${isOld}`, expiresAtMs: isOld ? now - 1 : now + 3_600_000 };
    },
  });
  await page.route('**/content/thumbnail/**', (route) => {
    const url = route.request().url();
    const isRefused = url.includes('old=true') || url.includes('/thumbnail/2/');
    return route.fulfill(isRefused ? { status: 404, body: '' } : picture);
  });
  await bridge.open('#/files?folder=0');
  await showPictures(page);
  const image = picturesOf(page).getByRole('option', { name: 'photo.jpg' }).locator('img');
  await expect(image).toHaveJSProperty('naturalWidth', 32);
  await expect(picturesOf(page).locator('img')).toHaveCount(1);
  const timesAsked = (id: string): number => asked.filter((path) => path.includes(`/thumbnail/${id}/`)).length;
  expect([timesAsked('1'), timesAsked('2')]).toEqual([2, 1]);
  await expect.poll(() => complaints.length).toBe(3);
  complaints.splice(0);
});

test('a thumbnail that is still being drawn appears once it is drawn, also if the first retry comes too early', async ({
  page,
  bridge,
  complaints,
}) => {
  bridge.answer(folderOf([listedFile('1', 'photo.jpg')]));
  bridge.answer({ 'window.address': ({ path }) => ({ path }) });
  let isDrawn = false;
  let asked = 0;
  await page.route('**/content/thumbnail/**', (route) => {
    asked += 1;
    return route.fulfill(isDrawn ? picture : { status: 503, headers: { 'retry-after': '0' }, body: '' });
  });
  await bridge.open('#/files?folder=0');
  await showPictures(page);
  await expect.poll(() => asked).toBeGreaterThan(4);
  isDrawn = true;
  const image = picturesOf(page).getByRole('option', { name: 'photo.jpg' }).locator('img');
  await expect(image).toHaveJSProperty('naturalWidth', 32);
  complaints.splice(0);
});
