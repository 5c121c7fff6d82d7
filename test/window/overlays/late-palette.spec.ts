import { expect, type Locator, type Page } from '@playwright/test';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFolder, syncedTop } from '../../support/window/folder-answers.ts';
import { found, search } from '../../support/window/palette.ts';
import { test } from '../fake-window.ts';

/** An action on the best match tells its own folder, whatever the palette shows by then. */

/** The answer to "Free up space" in Drafts is under way; a search for "har" finds Harbour. */
async function freeDrafts(page: Page, bridge: FakeBridge): Promise<{ palette: Locator; arrive: () => void }> {
  bridge.answer(folderOf([]));
  bridge.answer(syncedTop({ '3': 4, '4': 2 }));
  bridge.answer(found(listedFolder('3', 'Drafts')));
  bridge.answer({ 'selection.set': () => ({ changed: 1 }) });
  await bridge.open('#/home');
  const palette = await search(page, 'dra');
  const arrive = bridge.delay('selection.set');
  await palette.getByRole('menuitem', { name: /^Free up space/ }).click();
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toContain('selection.set');
  bridge.answer(found(listedFolder('4', 'Harbour')));
  return { palette, arrive };
}

test('a late answer about the best match names its folder, also when another one is found by then', async ({
  page,
  bridge,
}) => {
  const { palette, arrive } = await freeDrafts(page, bridge);
  await palette.getByRole('searchbox').fill('har');
  await expect(palette.getByRole('menuitem', { name: /^Free up space in “Harbour”/ })).toBeVisible();
  arrive();
  await expect(page.getByText('“Drafts” will be removed from this computer.')).toBeVisible();
});

test('a late answer about the best match leaves the palette that was opened since', async ({ page, bridge }) => {
  const { palette, arrive } = await freeDrafts(page, bridge);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await search(page, 'har');
  arrive();
  await expect(page.getByText('“Drafts” will be removed from this computer.')).toBeVisible();
  await expect(palette.getByRole('menuitem', { name: /^Harbour/ })).toBeVisible();
});

test('a late refusal about the best match is reported, also when the palette is closed or finds another one', async ({
  page,
  bridge,
}) => {
  const unreachable = 'The service is unreachable. Check the network.';
  bridge.refuseNext('selection.set');
  const closed = await freeDrafts(page, bridge);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(closed.palette).toHaveCount(0);
  closed.arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
  bridge.refuseNext('selection.set');
  const { palette, arrive } = await freeDrafts(page, bridge);
  await palette.getByRole('searchbox').fill('har');
  await expect(palette.getByRole('menuitem', { name: /^Free up space in “Harbour”/ })).toBeVisible();
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
  await expect(palette.getByRole('alert')).toHaveCount(0);
});
