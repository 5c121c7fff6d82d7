import { expect, type Page } from '@playwright/test';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { pathOf } from '../../support/window/studio/files.ts';
import { test } from '../fake-window.ts';

const plan = listedFile('5', 'plan.dwg', { parent: { type: 'folder', id: '3', name: 'Harbour' } as never });
const tender = listedFolder('31', 'Tender');

/** A service with one favourite, which remembers additions and removals. */
function answerFavourites(bridge: FakeBridge): { readonly names: () => readonly (string | undefined)[] } {
  let favourites: readonly (typeof plan | typeof tender)[] = [plan];
  const update = (item: typeof plan | typeof tender, ids: readonly unknown[] | null | undefined) => {
    const others = favourites.filter(({ id }) => id !== item.id);
    favourites = ids?.length === 1 ? [item, ...others] : others;
    return item;
  };
  bridge.answer(folderOf([tender]));
  bridge.answer({
    service: {
      listCollections: () =>
        ({
          total_count: 1,
          limit: 100,
          offset: 0,
          entries: [{ type: 'collection', id: '77', name: 'Favorites', collection_type: 'favorites' }],
        }) as never,
      listCollectionItems: () =>
        ({ entries: [...favourites], total_count: favourites.length, limit: 100, offset: 0 }) as never,
      updateFile: ({ body }) => update(plan, body?.collections) as never,
      updateFolder: ({ body }) => update(tender, body?.collections) as never,
      listFolderCollaborations: () => ({ entries: [] }) as never,
    },
  });
  return { names: () => favourites.map(({ name }) => name) };
}

const rows = (page: Page, list: string) =>
  page
    .getByRole('grid', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

test('Favourites lists a file added in Files, opens it in its folder, and removes it with Undo', async ({
  page,
  bridge,
}) => {
  test.slow();
  const { names } = answerFavourites(bridge);
  await bridge.open('#/files');
  await page.getByRole('rowheader', { name: 'Tender' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to Favourites' }).click();
  await expect(page.getByText('“Tender” is in Favourites.')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Favourites' }).click();
  await expect(rows(page, 'Favourites')).toHaveText([/TenderAll files/, /plan\.dwgHarbour/]);
  await expect(page.getByRole('main').getByRole('link', { name: 'plan.dwg' })).toHaveAttribute(
    'href',
    '#/files?folder=3&file=5',
  );
  expect(await outOfReach(page)).toEqual([]);
  await bothSchemesAreSound(page);

  await rows(page, 'Favourites').filter({ hasText: 'plan.dwg' }).hover();
  await page.getByRole('button', { name: 'Remove from Favourites: plan.dwg' }).click();
  await expect(rows(page, 'Favourites')).toHaveText([/Tender/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page, 'Favourites')).toHaveText([/plan\.dwg/, /Tender/]);
  expect(names()).toEqual(['plan.dwg', 'Tender']);
});

test('Recent says how and when each item was used, and reads on while scrolling', async ({ page, bridge }) => {
  test.slow();
  const used = (index: number) => ({
    type: 'recent_item',
    item: listedFile(String(index), `file ${index}.txt`),
    interaction_type: index === 0 ? 'item_comment' : 'item_open',
    interacted_at: new Date(now - index * 60_000).toISOString(),
  });
  bridge.answer({
    service: {
      listRecentItems: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        const entries = Array.from({ length: 20 }, (_, index) => used(start + index));
        return { entries, limit: 100, next_marker: start === 0 ? '20' : null } as never;
      },
    },
  });
  await page.setViewportSize({ width: 400, height: 860 });
  await bridge.open('#/recents');
  await expect(rows(page, 'Recent').first()).toHaveText(/file 0\.txt.* · Commented/);
  await expect(rows(page, 'Recent').nth(5)).toContainText('Opened');
  expect(await outOfReach(page)).toEqual([]);
  await bothSchemesAreSound(page);
  await page.getByRole('grid', { name: 'Recent' }).hover();
  await page.mouse.wheel(0, 10_000);
  await expect(page.getByRole('rowheader', { name: 'file 39.txt' })).toBeVisible();
});

test('a recent file shows all folders above it, and in a narrow window the first and the last', async ({
  page,
  bridge,
}) => {
  const inMedia = pathOf(['12', 'Studio'], ['18', 'Photos of the building site'], ['19', '2026']);
  bridge.answer({
    service: {
      listRecentItems: ({ query }) => {
        expect(query?.fields).toContain('path_collection');
        const item = listedFile('5', 'plan.dwg', inMedia as never);
        const entry = {
          type: 'recent_item',
          item,
          interaction_type: 'item_open',
          interacted_at: new Date(now).toISOString(),
        };
        return { entries: [entry], limit: 100, next_marker: null } as never;
      },
    },
  });
  await bridge.open('#/recents');
  const place = rows(page, 'Recent').getByTitle('Studio / Photos of the building site / 2026');
  await expect(place).toHaveText('Studio / Photos of the building site / 2026');
  // Where all of it has no room, the last folder still has.
  await place.evaluate((element) => {
    element.style.width = '6rem';
  });
  const last = place.getByText('2026', { exact: true });
  expect(await last.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 400, height: 860 });
  await expect(rows(page, 'Recent')).toContainText('Studio / … / 2026 · Opened just now');
  await bothSchemesAreSound(page);
});
