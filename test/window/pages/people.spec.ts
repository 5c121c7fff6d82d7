import { expect } from '@playwright/test';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

for (const width of [1440, 400]) {
  test(`the tabs of People count their entries, and chips filter the accounts, at ${width} px`, async ({
    page,
    bridge,
  }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(libraryAnswers());
    await bridge.open('#/people');
    await expect(page.getByRole('tab', { name: 'People' })).toHaveText('People4');
    await expect(page.getByRole('tab', { name: 'Groups' })).toHaveText('Groups1');
    const names = page.getByRole('grid').getByRole('rowheader');
    await expect(names).toHaveCount(4);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Role' }).press('Enter');
    await page.getByRole('menuitem', { name: 'User', exact: true }).press('Enter');
    await expect(names).toHaveCount(2);
    await filters.getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Deactivated' }).press('Enter');
    await expect(names).toHaveCount(1);
    await expect(names).toContainText('Carol Ito');
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await filters.getByRole('button', { name: /Status: Deactivated/ }).click();
    await filters.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Read only' }).click();
    await expect(page.getByText('Nothing matches', { exact: true })).toBeVisible();
  });
}
