import { expect, type Page } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { openTop, row, rowNames, selectionBar, showPictures, states } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { chosen } from '../../support/window/chosen.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder, pathState } from '../../support/window/folder-answers.ts';
import { people } from '../../support/window/studio/people.ts';
import { drawPhotos } from '../../support/window/studio/photos.ts';
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
  await expect(page.getByText('2,403 items')).toBeVisible();
  await choose(page, 'Type', 'Images');
  await expect(rowNames(page)).toHaveText(['facade.jpg', 'tower.png']);
  await expect(page.getByText('2 of 2,403 items')).toBeVisible();
  await page.getByRole('rowheader').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selectionBar(page, 2)).toBeVisible();
  await bothSchemesAreSound(page);
  await choose(page, 'People', 'Carol Ito');
  await expect(rowNames(page)).toHaveText(['tower.png']);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await showPictures(page);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter Type: Images' }).click();
  await choose(page, 'Type', 'Videos');
  await expect(page.getByRole('main')).toContainText('Remove a filter to see more.');
  await page.getByRole('button', { name: 'Remove filter Type: Videos' }).click();
  await page.getByRole('button', { name: 'Remove filter People: Carol Ito' }).click();
  await expect(page.getByRole('option', { name: 'Plans' })).toBeVisible();
});

test('the chips stay reachable in a narrow window', async ({ page, bridge }) => {
  answerLongFolder(bridge);
  await page.setViewportSize({ width: 400, height: 860 });
  await bridge.open('#/files?folder=0');
  await choose(page, 'People', 'Ann Keller');
  await expect(rowNames(page)).toHaveText(['facade.jpg']);
  await bothSchemesAreSound(page);
});

/** 1,200 files: one conflict past the first question to the engine, one locked, one on no computer, and a folder that has something beneath. */
function answerStates(bridge: FakeBridge): void {
  const files = Array.from({ length: 1_200 }, (_, at) => listedFile(`${at + 10}`, `note ${at}.txt`));
  const lock = { lock: { type: 'lock', created_by: people.bob } } as never;
  const odd = [
    pathState('1', { beneath: 'attention' }),
    pathState('2', { status: 'waiting', code: 'locked' }),
    pathState('3', { status: 'excluded' }),
    pathState('1190', { status: 'conflict', conflict: 7 }),
  ];
  bridge.answer(
    folderOf(
      [listedFolder('1', 'Plans'), listedFile('2', 'facade.dwg', lock), listedFile('3', 'walk.mp4'), ...files],
      odd,
    ),
  );
}

test('a chip filters a folder by state, also far below, and follows what the engine reports', async ({
  page,
  bridge,
}) => {
  test.slow();
  answerStates(bridge);
  await bridge.open('#/files?folder=0');
  await choose(page, 'State', states.conflict);
  await expect(rowNames(page)).toHaveText(['note 1180.txt']);
  await bothSchemesAreSound(page);
  await bridge.emit('paths', [pathState('12', { status: 'conflict', conflict: 8 })]);
  await expect(rowNames(page)).toHaveText(['note 2.txt', 'note 1180.txt']);
  for (const [state, names] of [
    [states.attention, ['Plans']],
    [english.files.locked, ['facade.dwg']],
    [states.waiting, ['facade.dwg']],
    [states.excluded, ['walk.mp4']],
  ] as const) {
    await page.getByRole('button', { name: /^Remove filter State/ }).press('Enter');
    await choose(page, 'State', state);
    await expect(rowNames(page)).toHaveText([...names]);
  }
  await page.getByRole('button', { name: /^Remove filter State/ }).press('Enter');
  await choose(page, 'State', states.ignored);
  await expect(page.getByRole('main')).toContainText(english.files.noMatchFiltered);
  await page.getByRole('button', { name: english.files.clearFilters }).press('Enter');
  await expect(row(page, 'facade.dwg')).toBeVisible();
});

test('a dialog stays with its item when that leaves the list, and never opens for another one', async ({
  page,
  bridge,
}) => {
  answerStates(bridge);
  bridge.answer({ service: { listUsers: () => ({ entries: [], limit: 100, next_marker: null }) as never } });
  await bridge.open('#/files?folder=0');
  await choose(page, 'State', states.waiting);
  await row(page, 'facade.dwg').click();
  await page.keyboard.press('ControlOrMeta+Shift+S');
  const dialog = page.getByRole('dialog', { name: 'Share “facade.dwg”' });
  await dialog.getByRole('combobox').first().fill('carol');
  await bridge.emit('paths', [pathState('2')]);
  await expect(row(page, 'facade.dwg')).toHaveCount(0);
  await expect(dialog.getByRole('combobox').first()).toHaveValue('carol');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Remove filter State/ }).press('Enter');
  await row(page, 'walk.mp4').click();
  await expect(row(page, 'walk.mp4')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a search without a match names its word, and goes on everywhere or ends', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFile('1', 'facade.dwg')]));
  bridge.answer({
    service: {
      search: ({ query }) =>
        ({
          type: 'search_results_items',
          entries: query?.ancestor_folder_ids === undefined ? [listedFile('2', 'fascade.pdf')] : [],
          total_count: 0,
          limit: 100,
          offset: 0,
        }) as never,
    },
  });
  await bridge.open('#/files?folder=20');
  const box = page.getByRole('searchbox');
  await box.fill('fascade');
  await expect(page.getByText('Nothing matches “fascade”')).toBeVisible();
  await bothSchemesAreSound(page);
  await page.getByRole('button', { name: english.files.clearSearch }).press('Enter');
  await expect(row(page, 'facade.dwg')).toBeVisible();
  await expect(box).toHaveValue('');
  await box.fill('fascade');
  await page.getByRole('button', { name: english.files.searchEverywhere }).press('Enter');
  await expect(row(page, 'fascade.pdf')).toBeVisible();
});

test('the state chip is sound and reachable at 400 px', async ({ page, bridge }) => {
  answerStates(bridge);
  await page.setViewportSize({ width: 400, height: 860 });
  await bridge.open('#/files?folder=0');
  await choose(page, 'State', english.files.locked);
  await expect(rowNames(page)).toHaveText(['facade.dwg']);
  await bothSchemesAreSound(page);
});

for (const language of ['en', 'de'] as const) {
  test(`all chips are in sight beside the open details and in a narrow window (${language})`, async ({
    page,
    bridge,
  }) => {
    await chosen(page, { language });
    await openTop(bridge, folderOf([listedFile('1', 'signed.pdf', { modified_by: people.bob } as never)]));
    const chips = page.getByRole('group', { name: { en: 'Filters', de: 'Filter' }[language] });
    await row(page, 'signed.pdf').click();
    for (const width of [1200, 1280, 1440, 1000, 640, 400]) {
      await page.setViewportSize({ width, height: 900 });
      const hidden = () => chips.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(hidden, `${width} px`).toBe(0);
    }
    await bothSchemesAreSound(page);
  });
}
