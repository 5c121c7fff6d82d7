import { expect, type Page } from '@playwright/test';
import { rowNames, selectionBar, showPictures } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { drawPhotos, people } from '../../support/window/scenes.ts';
import { test } from '../fake-window.ts';

/** A folder that the service lists in three parts; the only pictures are the first file and the last. */
function answerLongFolder(bridge: FakeBridge): void {
  const files = Array.from({ length: 2_400 }, (_, at) =>
    listedFile(`${at + 10}`, `note ${at}.txt`, { modified_by: people.bob } as never),
  );
  const all = [
    listedFolder('1', 'Plans'),
    listedFile('2', 'facade.jpg', { modified_by: people.ann } as never),
    ...files,
    listedFile('3', 'tower.png', { modified_by: people.carol } as never),
  ];
  bridge.answer(folderOf(all));
  bridge.answer({
    'window.address': ({ path }) => ({ path }),
    service: {
      listFolderItems: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        const next = start + 1_000 < all.length ? String(start + 1_000) : null;
        return { entries: all.slice(start, start + 1_000), limit: 1_000, next_marker: next } as never;
      },
    },
  });
}

const choose = async (page: Page, chip: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: chip, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: option, exact: true }).press('Enter');
};

test('chips filter a folder before any search, to its end, and what is selected is what is shown', async ({
  page,
  bridge,
}) => {
  test.slow();
  await drawPhotos(page);
  answerLongFolder(bridge);
  await bridge.open('#/files?folder=0');
  await choose(page, 'Type', 'Images');
  await expect(rowNames(page)).toHaveText(['facade.jpg', 'tower.png']);
  await page.getByRole('rowheader').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selectionBar(page, 2)).toBeVisible();
  await bothSchemesAreSound(page);
  await choose(page, 'Changed by', 'Carol Ito');
  await expect(rowNames(page)).toHaveText(['tower.png']);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await showPictures(page);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter Type: Images' }).click();
  await choose(page, 'Type', 'Videos');
  await expect(page.getByRole('main')).toContainText('Remove a filter to see more.');
  await page.getByRole('button', { name: 'Remove filter Type: Videos' }).click();
  await page.getByRole('button', { name: 'Remove filter Changed by: Carol Ito' }).click();
  await expect(page.getByRole('option', { name: 'Plans' })).toBeVisible();
});

test('the chips stay reachable in a narrow window', async ({ page, bridge }) => {
  answerLongFolder(bridge);
  await page.setViewportSize({ width: 400, height: 860 });
  await bridge.open('#/files?folder=0');
  await choose(page, 'Changed by', 'Ann Keller');
  await expect(rowNames(page)).toHaveText(['facade.jpg']);
  await bothSchemesAreSound(page);
});
