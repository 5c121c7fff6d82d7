import type { Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { type BridgeCalls, isServiceCall, listenToBridge } from './bridge-calls.ts';
import { ROWS } from './folder-of-many.ts';
import { type FrameTimes, frameFigures, timeFrames } from './frames.ts';
import { openList, rowOf } from './scrolling.ts';
import type { WindowBench } from './window-part.ts';
import { itemName, openFolder } from './window-place.ts';

/** Reading a hundred parts one after another, on a busy machine. */
const PATIENCE_MS = 600_000;
/** The engine reports a rename to the window a moment after the service has answered. */
const REPORT_MS = 5_000;

/**
 * What a person does with a very long list that was read to its end: it is sorted by another column, all of it is selected, and one row is renamed.
 * Every frame meanwhile is measured, also those while the rows arrive.
 */
export const benchWholeList: WindowBench = async ({ place, scale, say }) => {
  const count = Math.round(ROWS * scale);
  say(`window: all of a folder with ${count} items`);
  const folderId = await place.folderOf(count);
  const calls = listenToBridge();
  return place.onPage({ view: 'list', prepare: calls.listen }, async (page) => {
    await openFolder(page, folderId);
    await rowOf(page, itemName(1)).waitFor();
    const figures: Figure[] = [];
    const add = (what: string, times: FrameTimes): void => void figures.push(...frameFigures(what, times));
    add(`all ${count} rows read`, await timeFrames(page, () => readAll(page, count)));
    add('sorted by date, and read again', await timeFrames(page, () => sortAndReadAll(page, count)));
    add(`all ${count} rows selected`, await timeFrames(page, () => selectAll(page, count)));
    add('one row renamed', await timeFrames(page, () => renameOne(page, calls)));
    const asked = calls.take().filter(isServiceCall);
    const what = `requests to the service for the rename (${asked.join(', ')})`;
    return [...figures, { what, value: asked.length, unit: 'requests', wanted: 2 }];
  });
};

/** Holds the list at its end until every row was read. */
async function readAll(page: Page, count: number): Promise<void> {
  await openList(page).evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await rowAt(page, count - 1)
    .and(page.locator('[aria-busy=false]'))
    .waitFor({ timeout: PATIENCE_MS });
}

async function sortAndReadAll(page: Page, count: number): Promise<void> {
  await openList(page).getByRole('button', { name: 'Modified' }).click();
  await rowAt(page, 0).and(page.locator('[aria-busy=false]')).waitFor();
  await page.getByRole('columnheader', { name: 'Modified' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  await readAll(page, count);
}

async function selectAll(page: Page, count: number): Promise<void> {
  await rowAt(page, count - 1).press('ControlOrMeta+a');
  const selected = `${count.toLocaleString('en')} selected`;
  await page.getByRole('toolbar', { name: selected }).waitFor({ timeout: PATIENCE_MS });
}

/** Leaves in `calls` what the window asked after the new name was sent. */
async function renameOne(page: Page, calls: BridgeCalls): Promise<void> {
  const row = rowOf(page, 'item').first();
  await row.click();
  await page.getByRole('row', { selected: true }).waitFor();
  await row.press('F2');
  await page.getByRole('dialog').getByRole('textbox').fill('renamed by the bench');
  await page.waitForTimeout(REPORT_MS);
  calls.take();
  await page.keyboard.press('Enter');
  await rowOf(page, 'renamed by the bench').waitFor();
  await page.waitForTimeout(REPORT_MS);
}

const rowAt = (page: Page, index: number) => openList(page).locator(`[data-row="${index}"]`);
