import { expect, type Locator, type Page } from '@playwright/test';
import { row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { answerManyFiles, detailsAreAskedFor, PAGE_SIZE, serviceCalls } from '../../support/window/many-files.ts';
import { test } from '../fake-window.ts';

/** Opens a folder of two parts, of which one is loaded, and selects its first file. */
async function chooseFirst(page: Page, bridge: FakeBridge): Promise<void> {
  answerManyFiles(bridge, 2 * PAGE_SIZE);
  await bridge.open('#/files?folder=11');
  await row(page, 'file 000000.txt').click();
  await detailsAreAskedFor(bridge, '0');
}

test('the rest of a list that could not be read is read once Tandem is connected again', async ({ page, bridge }) => {
  await chooseFirst(page, bridge);
  const reads = () => serviceCalls(bridge).filter((name) => name === 'listFolderItems').length;
  const before = reads();
  bridge.refuseNext('listFolderItems');
  await page.keyboard.press('End');
  await expect.poll(reads).toBe(before + 1);
  await bridge.reconnect();
  await expect(row(page, 'file 001999.txt')).toBeVisible({ timeout: 60_000 });
});

const refusal = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'The service is unreachable.' });

/** Reads the list again from the line that reports the refusal. */
async function tryAgain(page: Page): Promise<void> {
  await expect(refusal(page)).toContainText('Check the network.');
  await refusal(page).getByRole('button', { name: 'Try again' }).click();
  await expect(refusal(page)).toHaveCount(0);
}

test('Files says why the rest of a folder is missing, and reads on after Try again', async ({ page, bridge }) => {
  await chooseFirst(page, bridge);
  bridge.refuseNext('listFolderItems');
  await page.keyboard.press('End');
  await tryAgain(page);
  await expect(row(page, 'file 001999.txt')).toBeVisible({ timeout: 60_000 });
});

test('a refused part ends Select all with the reason, without a request after it', async ({ page, bridge }) => {
  await chooseFirst(page, bridge);
  const reads = () => serviceCalls(bridge).filter((name) => name === 'listFolderItems').length;
  const before = reads();
  bridge.refuseNext('listFolderItems');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(refusal(page)).toBeVisible();
  expect(reads()).toBe(before + 1);
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByRole('toolbar', { name: '2,000 selected' })).toBeVisible({ timeout: 60_000 });
  await expect(refusal(page)).toHaveCount(0);
});

test('Select all that ends late gives way to a newer selection', async ({ page, bridge }) => {
  await chooseFirst(page, bridge);
  const answer = bridge.delay('listFolderItems');
  await page.keyboard.press('ControlOrMeta+a');
  await row(page, 'file 000003.txt').click();
  answer();
  await page.getByRole('grid', { name: 'Files and folders' }).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await expect(row(page, 'file 001999.txt')).toHaveAttribute('aria-selected', 'false');
  await page.getByRole('grid', { name: 'Files and folders' }).evaluate((grid) => grid.scrollTo(0, 0));
  await expect(page.getByRole('row', { selected: true })).toContainText('file 000003.txt');
});

/** 600 people in two parts. */
function answerManyPeople(bridge: FakeBridge): void {
  const people = Array.from({ length: 600 }, (_, index) => {
    const name = `Person ${String(index).padStart(3, '0')}`;
    return { type: 'user', id: String(1_000 + index), name, login: name };
  });
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listUsers: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        const next_marker = start === 0 ? '300' : null;
        return { entries: people.slice(start, start + 300), limit: 300, next_marker } as never;
      },
    },
  });
}

test('in other lists too, Select all gives way to a newer selection', async ({ page, bridge }) => {
  answerManyPeople(bridge);
  await bridge.open('#/people');
  const person = (name: string) => page.getByRole('row').filter({ hasText: name });
  await person('Person 000').click();
  const answer = bridge.delay('listUsers');
  await page.keyboard.press('ControlOrMeta+a');
  await person('Person 003').click();
  answer();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '601');
  await grid.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(person('Person 599')).toHaveAttribute('aria-selected', 'false');
});

test('Select all while the results of a search are on their way selects those', async ({ page, bridge }) => {
  answerManyPeople(bridge);
  await bridge.open('#/people');
  const person = (name: string) => page.getByRole('rowheader').filter({ hasText: name });
  await expect(person('Person 000')).toBeVisible();
  const found = ['Person 007', 'Person 070', 'Person 700'].map((name, at) => ({
    id: `${900 + at}`,
    type: 'user',
    name,
  }));
  bridge.answer({ service: { listUsers: () => ({ entries: found, limit: 200, next_marker: null }) as never } });
  const arrive = bridge.delay('listUsers');
  const before = bridge.asked.length;
  await page.getByRole('searchbox').fill('7');
  await expect.poll(() => bridge.asked.slice(before).map(({ name }) => name)).toContain('listUsers');
  await page
    .getByRole('row')
    .filter({ has: person('Person 000') })
    .focus();
  await page.keyboard.press('ControlOrMeta+a');
  arrive();
  await expect(person('Person 700')).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toHaveCount(3);
});

test('other lists say why the rest is missing, and read on after Try again', async ({ page, bridge }) => {
  answerManyPeople(bridge);
  await bridge.open('#/people');
  const person = (name: string) => page.getByRole('rowheader').filter({ hasText: name });
  await person('Person 000').click();
  bridge.refuseNext('listUsers');
  await page.keyboard.press('End');
  await tryAgain(page);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '601');
  await expect(person('Person 299')).toBeVisible();
});

test('a short list says why the rest is missing, and reads on after Try again', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listHubItems: ({ query }) => {
        const [id, next_marker] = query.marker === undefined ? ['3', 'second'] : ['4', null];
        return { entries: [{ type: 'folder', id, name: `Folder ${id}` }], limit: 1, next_marker } as never;
      },
    },
  });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  await page.getByRole('tab', { name: 'Items' }).click();
  const items = page.getByRole('list', { name: 'Items' });
  await expect(items.getByRole('link')).toHaveText(['Folder 3']);
  bridge.refuseNext('listHubItems');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(refusal(page)).toBeVisible();
  await expect(items.getByRole('link')).toHaveText(['Folder 3']);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await tryAgain(page);
  await expect(items.getByRole('link')).toHaveText(['Folder 3', 'Folder 4']);
});

test('a search for file requests looks through all of them', async ({ page, bridge }) => {
  const requests = Array.from({ length: 900 }, (_, index) => ({
    id: String(1_000 + index),
    type: 'file_request',
    title: `Request ${String(index).padStart(3, '0')}`,
    folder: { type: 'folder', id: '3', name: 'Harbour' },
    status: 'active',
  }));
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listFileRequests: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        const next_marker = start < 600 ? String(start + 300) : null;
        return { entries: requests.slice(start, start + 300), limit: 300, next_marker } as never;
      },
    },
  });
  await bridge.open('#/requests');
  const request = (name: string) => page.getByRole('rowheader').filter({ hasText: name });
  await expect(request('Request 000')).toBeVisible();
  await page.getByRole('searchbox').fill('Request 89');
  await expect(request('Request 899')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '11');
});

test('a folder that takes long to load shows grey bars in the places of its rows, and one that does not, nothing', async ({
  page,
  bridge,
}) => {
  const answer = bridge.delay('listFolderItems');
  answerManyFiles(bridge);
  await bridge.open('#/files?folder=11');
  const bars = page.getByTestId('loading-rows');
  await expect(bars).toHaveCSS('animation-delay', '0.3s');
  await expect(bars).toHaveCSS('opacity', '1');
  await bothSchemesAreSound(page);
  answer();
  await expect(row(page, 'file 000000.txt')).toBeVisible();
  await expect(bars).toHaveCount(0);
});
