import { expect, type Locator, type Page } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import type { Answers, FakeBridge } from '../window/fake-bridge.ts';

/*
 * Files, and every list that works like it, as a test sees them. The words are those of the window's catalogue, so that a reworded text breaks no test.
 */
const words = english.files;

/** The words of the states that a row shows. */
export const states = words.rowStates;

/** What a row shows while so much of it is transferred; the space before the sign is the one that the language has. */
export const syncing = (percent: number): RegExp => new RegExp(`${states.syncing} ${percent}.%`);

/** The window at the top folder, with these answers for it. */
export async function openTop(
  bridge: Pick<FakeBridge, 'answer' | 'open'>,
  ...answers: readonly Answers[]
): Promise<void> {
  for (const some of answers) bridge.answer(some);
  await bridge.open('#/files?folder=0');
}

/** The open folder as pictures. */
export const picturesOf = (page: Page): Locator => page.getByRole('listbox', { name: words.table });

/** A row by its whole name, without the second line that rows have in a narrow window. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader').getByRole('link', { name, exact: true }) });

/** The names of the rows in their order. */
export const rowNames = (page: Page): Locator => page.getByRole('grid').getByRole('rowheader').getByRole('link');

export const tile = (page: Page, name: string): Locator => page.getByRole('option').filter({ hasText: name });

/** Adds a row or a tile to the selection, as a press on its tick does. */
export const tick = (item: Locator): Promise<void> => item.locator('[data-part=tick]').click();

export const showPictures = (page: Page): Promise<void> => page.getByRole('radio', { name: words.views.grid }).click();

/** What can be done with so many selected items. */
export const selectionBar = (page: Page, count: number): Locator =>
  page.getByRole('toolbar', { name: words.selected(count), exact: true });

export const clearSelection = (page: Page): Promise<void> =>
  page.getByRole('button', { name: words.clearSelection }).click();

/** The menu of a row or a tile, and the button that opens it. */
export const menuOf = (page: Page, name: string): Locator => page.getByRole('menu', { name: words.actionsOf(name) });
export const menuButton = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name: words.actionsOf(name) });

/** The tick in the head of the list. */
export const selectAll = (page: Page): Locator => page.getByRole('checkbox', { name: words.selectAll });

/** The button of a row that opens its share dialog. */
export const shareButton = (within: Locator, name: string): Locator =>
  within.getByRole('button', { name: words.shareOf(name) });

/** Chooses a tab of a panel: in its strip, or in the menu of those that do not fit. A tab may go into the menu until the strip is measured. */
export async function openTab(within: Page | Locator, name: string): Promise<void> {
  const tab = within.getByRole('tab', { name });
  const page = 'page' in within ? within.page() : within;
  await within.getByRole('tab').first().waitFor();
  await expect(async () => {
    if ((await tab.count()) > 0) return tab.click({ timeout: 10_000 });
    const entry = page.getByRole('menuitem', { name });
    // An attempt that took too long may have left the menu open, with the rest of the page inert below it.
    if ((await entry.count()) === 0) {
      await within.getByRole('button', { name: english.actions.moreTabs }).click({ timeout: 10_000 });
    }
    await entry.click({ timeout: 10_000 });
    await tab.waitFor({ timeout: 10_000 });
  }).toPass();
}
