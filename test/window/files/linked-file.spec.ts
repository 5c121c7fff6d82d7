import { expect, type Page } from '@playwright/test';
import { picturesOf, row, showPictures, tile } from '../../support/browser/files-page.ts';
import { answerManyFiles, serviceCalls } from '../../support/window/many-files.ts';
import { test } from '../fake-window.ts';

/** A link to a file leads to its row, however long its folder is, and to its details. */

const details = (name: string) => ({ name: `Details of ${name}` });

test('a link to a file among the first rows shows its row, selected, and its details', async ({ page, bridge }) => {
  answerManyFiles(bridge);
  await bridge.open('#/files?file=500');
  await expect(row(page, 'file 000500.txt')).toBeInViewport();
  await expect(row(page, 'file 000500.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('complementary', details('file 000500.txt'))).toBeVisible();
});

test('a link to a file that is not loaded shows its details at once, reads on to its row, and not to the end', async ({
  page,
  bridge,
}) => {
  answerManyFiles(bridge);
  const arrive = bridge.delay('listFolderItems');
  await bridge.open('#/files?folder=11&file=1500');
  await expect(page.getByRole('complementary', details('file 001500.txt'))).toBeVisible();
  arrive();
  await expect(row(page, 'file 001500.txt')).toBeInViewport({ timeout: 60_000 });
  await expect(row(page, 'file 001500.txt')).toHaveAttribute('aria-selected', 'true');
  expect(serviceCalls(bridge).filter((name) => name === 'listFolderItems').length).toBeLessThan(5);
  // The keys continue from there.
  await row(page, 'file 001500.txt').press('ArrowDown');
  await expect(row(page, 'file 001501.txt')).toBeFocused();
});

test('a person who selects another row meanwhile stays there', async ({ page, bridge }) => {
  answerManyFiles(bridge);
  const first = bridge.delay('listFolderItems', 1);
  await bridge.open('#/files?folder=11&file=1500');
  const others = bridge.delay('listFolderItems');
  first();
  await row(page, 'file 000001.txt').click();
  others();
  await expect(page.getByRole('complementary', details('file 000001.txt'))).toBeVisible();
  await expect(row(page, 'file 000001.txt')).toBeInViewport();
});

test('a person who scrolls meanwhile stays there, and the rest of the folder is not read for the row', async ({
  page,
  bridge,
}) => {
  answerManyFiles(bridge);
  const first = bridge.delay('listFolderItems', 1);
  await bridge.open('#/files?folder=11&file=3500');
  const others = bridge.delay('listFolderItems');
  first();
  await row(page, 'file 000001.txt').hover();
  await page.mouse.wheel(0, 400);
  await expect(row(page, 'file 000001.txt')).not.toBeInViewport();
  others();
  await row(page, 'file 000012.txt').click();
  await expect(row(page, 'file 000012.txt')).toBeInViewport();
  expect(serviceCalls(bridge).filter((name) => name === 'listFolderItems').length).toBeLessThan(4);
});

test('pictures begin at the file of a link too', async ({ page, bridge }) => {
  answerManyFiles(bridge, 1_000);
  await bridge.open('#/files?folder=11');
  await showPictures(page);
  await expect(picturesOf(page)).toBeVisible();
  await page.evaluate(() => {
    window.location.hash = '/files?file=700';
  });
  await expect(tile(page, 'file 000700.txt')).toBeInViewport();
});

for (const [title, change] of [
  ['another order', (page: Page) => page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()],
  ['the view of pictures', showPictures],
] as const) {
  test(`after a link to a file, ${title} begins at the top`, async ({ page, bridge }) => {
    answerManyFiles(bridge);
    await bridge.open('#/files?file=500');
    await expect(row(page, 'file 000500.txt')).toBeInViewport();
    await change(page);
    const shown = title === 'another order' ? row : tile;
    await expect(shown(page, 'file 000001.txt')).toBeInViewport();
    // The row of the link would be revealed in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(shown(page, 'file 000001.txt')).toBeInViewport();
  });
}
