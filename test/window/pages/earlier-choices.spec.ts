import { expect } from '@playwright/test';
import { chosen } from '../../support/window/chosen.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { openSettings } from '../../support/window/studio/settings.ts';
import { test } from '../fake-window.ts';

const sets = (bridge: FakeBridge) => () =>
  bridge.asked.filter(({ name }) => name === 'settings.set').map(({ request }) => request);

test('the colours and views that an earlier version kept in the page move to the settings, once', async ({
  page,
  bridge,
}) => {
  await openSettings(bridge);
  expect(sets(bridge)()).toEqual([]);
  const earlier = { 'tandem.theme': 'dark', 'tandem.files.view': 'grid', 'tandem.comparison': 'across' };
  await page.evaluate((kept) => {
    for (const [key, id] of Object.entries(kept)) localStorage.setItem(key, id);
  }, earlier);
  const left = () => page.evaluate((keys) => keys.filter((key) => key in localStorage), Object.keys(earlier));
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Appearance' }).getByRole('button', { name: /Colours$/ }),
  ).toContainText('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The comparison is none that this version knows.
  await expect.poll(left).toEqual([]);
  expect(sets(bridge)()).toEqual([{ theme: 'dark' }, { filesView: 'grid' }, { comparison: 'sides' }]);
});

test('colours that the settings hold already win over those of an earlier version, which stay while a disk fails', async ({
  page,
  bridge,
}) => {
  await openSettings(bridge);
  await page.evaluate(() => localStorage.setItem('tandem.theme', 'dark'));
  await chosen(page, { theme: 'light' });
  bridge.refuseNext('settings.set');
  await page.reload();
  await expect.poll(sets(bridge)).toEqual([{ theme: 'light' }]);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('tandem.theme'))).toBe('dark');
});
