import { expect, type Page } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { openTop, row, rowNames, showPictures, tile } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { answerManyFiles } from '../../support/window/many-files.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** Back leads to where a person was in a list, with its search word, order and filters. A new visit begins at its top. */

const folders = Array.from({ length: 300 }, (_, at) => listedFolder(`${1000 + at}`, `Folder ${1000 + at}`));

async function openLongFolder(page: Page, bridge: FakeBridge): Promise<void> {
  await openTop(bridge, folderOf(folders), {
    service: {
      listFolderItems: ({ params }) =>
        ({
          entries: params.folder_id === '0' ? folders : [listedFile('5', 'inside.txt')],
          limit: 1000,
          next_marker: null,
        }) as never,
    },
  });
  await expect(row(page, 'Folder 1000')).toBeVisible();
}

const scrollOf = (page: Page): Promise<number> =>
  page.locator('[role=grid], [role=listbox]').evaluate((list) => list.scrollTop);

const scrollTo = (page: Page, topPx: number): Promise<void> =>
  page.locator('[role=grid], [role=listbox]').evaluate((list, to) => {
    list.scrollTop = to;
  }, topPx);

test('Back from a folder shows the rows that were in sight, with the focus on that folder', async ({
  page,
  bridge,
}) => {
  await openLongFolder(page, bridge);
  await scrollTo(page, 8_000);
  await row(page, 'Folder 1205').click();
  await row(page, 'Folder 1205').press('Enter');
  await expect(row(page, 'inside.txt')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Folder 1205')).toBeFocused();
  expect(await scrollOf(page)).toBe(8_000);
  await page.goForward();
  await expect(row(page, 'inside.txt')).toBeVisible();
  // A new visit begins at the top.
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Files', exact: true }).click();
  await expect(row(page, 'Folder 1000')).toBeVisible();
  expect(await scrollOf(page)).toBe(0);
});

test('Back finds what was only scrolled to, also as pictures', async ({ page, bridge }) => {
  await openLongFolder(page, bridge);
  await showPictures(page);
  await expect(tile(page, 'Folder 1000')).toBeVisible();
  await scrollTo(page, 3_000);
  // The place is kept once the list is at rest.
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).some((name) => name.endsWith('.place'))))
    .toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(tile(page, 'Folder 1000')).toHaveCount(0);
  await page.goBack();
  await expect.poll(() => scrollOf(page)).toBe(3_000);
});

test('Back to a search shows its word, its filter and its results', async ({ page, bridge }) => {
  const found = [listedFolder('20', 'Drafts'), listedFile('7', 'draft.txt')];
  await openTop(bridge, folderOf([listedFolder('20', 'Drafts'), listedFile('1', 'a.txt')]), {
    service: {
      search: () => ({ entries: found, total_count: 2, limit: 200, offset: 0, type: 'search_results_items' }) as never,
    },
  });
  const word = page.getByRole('main').getByRole('searchbox');
  await word.fill('draft');
  await page.getByRole('main').getByRole('button', { name: english.palette.type }).click();
  await page.getByRole('menuitem', { name: english.palette.kinds.folder, exact: true }).press('Enter');
  await expect(rowNames(page)).toHaveText(['Drafts']);
  await row(page, 'Drafts').click();
  await row(page, 'Drafts').press('Enter');
  await expect(word).toHaveValue('');
  await page.goBack();
  await expect(word).toHaveValue('draft');
  await expect(rowNames(page)).toHaveText(['Drafts']);
  await expect(row(page, 'Drafts')).toBeFocused();
});

test('Back to another list finds its place, and its word', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer(folderOf([listedFile('5', 'inside.txt')]));
  bridge.answer({
    service: { listCollectionItems: () => ({ entries: folders, total_count: 300, limit: 1000, offset: 0 }) as never },
  });
  await bridge.open('#/favourites');
  await expect(row(page, 'Folder 1000')).toBeVisible();
  await scrollTo(page, 8_000);
  await row(page, 'Folder 1205').click();
  await row(page, 'Folder 1205').press('Enter');
  await expect(row(page, 'inside.txt')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Folder 1205')).toBeFocused();
  expect(await scrollOf(page)).toBe(8_000);
  await page.getByRole('navigation').getByRole('link', { name: english.requests.title }).click();
  const word = page.getByRole('main').getByRole('searchbox', { name: english.requests.find });
  await word.fill('photos');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(word).toHaveCount(0);
  await page.goBack();
  await expect(word).toHaveValue('photos');
});

/** Draws what is to be drawn, in this frame and the next. */
const drawAll = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** The parts of the folder without a file. */
const withoutFile = (gone: string) => (): never => {
  const names = Array.from({ length: 1_000 }, (_, at) => String(at)).filter((id) => id !== gone);
  const entries = names.map((id) => listedFile(id, `file ${id.padStart(6, '0')}.txt`));
  return { entries, limit: 1_000, next_marker: '1000' } as never;
};

const listings = ({ asked }: FakeBridge): number => asked.filter(({ name }) => name === 'listFolderItems').length;

for (const by of ['this person', 'someone else'] as const) {
  test(`Back finds the rows around one that ${by} deleted meanwhile, without reading on to the end`, async ({
    page,
    bridge,
  }) => {
    answerManyFiles(bridge);
    bridge.answer({ service: { deleteFile: () => undefined as never } });
    await page.clock.install({ time: now });
    await bridge.open('#/files?folder=11');
    await expect(row(page, 'file 000001.txt')).toBeVisible();
    await scrollTo(page, 8_000);
    await row(page, 'file 000205.txt').click();
    if (by === 'this person') {
      await page.keyboard.press('Delete');
      await expect(row(page, 'file 000205.txt')).toHaveCount(0);
    }
    const before = listings(bridge);
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await page.getByTestId('state').waitFor();
    if (by === 'someone else') {
      bridge.answer({ service: { listFolderItems: withoutFile('205') } });
      // The list that was read is dropped.
      await page.clock.fastForward(120_000);
    }
    await page.goBack();
    await expect(row(page, 'file 000205.txt')).toHaveCount(0);
    await expect(row(page, 'file 000206.txt')).toBeInViewport();
    await drawAll(page);
    expect(listings(bridge) - before).toBeLessThan(3);
  });
}
