import { expect } from '@playwright/test';
import { openService } from '../../service/app.ts';
import { readStorageConfig } from '../../service/config.ts';
import { addManyFolders } from '../bench/service/many-folders.ts';
import { test } from './window-test.ts';

/** More than can be reached by offset: the list is read by marker. */
const ROWS = 12_000;

test('a folder of very many rows scrolls to its end, and draws only what is in sight', async ({ page, tandem }) => {
  const { id } = await tandem.web.createFolder(tandem.remoteId, 'a folder of many');
  await tandem.stop();
  {
    await using opened = await openService(readStorageConfig({ data: tandem.data }));
    const { store } = opened.service;
    const model = await store.read((reads) => reads.items.get(id));
    if (model?.kind !== 'folder') throw new Error('The folder was not made.');
    await addManyFolders(store, model, id, ROWS);
  }
  await tandem.startAgain();
  await expect
    .poll(() =>
      tandem.link().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await page.goto(await tandem.link());
  await page.getByTestId('state').waitFor();
  await page.evaluate((folder) => {
    window.location.hash = `#/files?folder=${folder}`;
  }, id);
  const grid = page.getByRole('grid');
  await expect(page.getByRole('row').filter({ hasText: 'item 000001' })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(ROWS + 1));

  // Far down at once, as with the scroll bar: what is on the way is read first, and the place is kept meanwhile.
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  const last = page.getByRole('row').filter({ hasText: `item ${String(ROWS - 1).padStart(6, '0')}` });
  await expect(last).toBeVisible({ timeout: 60_000 });
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  await last.click();
  await page.keyboard.press('Home');
  const first = page.getByRole('row').filter({ hasText: 'item 000000' });
  await expect(first).toBeFocused();
  // Out of sight it keeps the keyboard, though other rows take over the elements; at rest the rows stand in their order.
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect(
    page.getByRole('row').filter({ hasText: `item ${String(ROWS / 2 + 5).padStart(6, '0')}` }),
  ).toBeVisible();
  await expect(first).toBeFocused();
  await expect
    .poll(() => grid.evaluate(rowNumbers))
    .toEqual((await grid.evaluate(rowNumbers)).toSorted((one, other) => one - other));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row').filter({ hasText: 'item 000001' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'item 000001' })).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByText('12,000 selected')).toBeVisible();
});

/** In the order of the document. */
const rowNumbers = (grid: Element): number[] =>
  [...grid.querySelectorAll('tr')].map((row) => Number(row.getAttribute('aria-rowindex')));
