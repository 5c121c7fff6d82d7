import { expect } from '@playwright/test';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { drop, takesDrops } from '../../support/window/drops.ts';
import { test } from '../fake-window.ts';

test('the tray shows each file, survives a change of page, names every failed file and sends it again', async ({
  page,
  bridge,
}) => {
  takesDrops(bridge);
  await bridge.open('#/home');
  await drop(page, { 'film.mp4': 'hold', 'plan.dwg': 'refuse', 'cost.xlsx': 'refuse', 'photo.jpg': 'send' });
  const tray = page.getByTestId('drop-batch');
  const row = (name: string) => tray.getByRole('listitem').filter({ hasText: name });
  await expect(row('plan.dwg')).toContainText('plan.dwg: connection lost.');
  await expect(row('cost.xlsx')).toContainText('cost.xlsx: connection lost.');
  await expect(row('photo.jpg')).toContainText('2 MB · Uploaded');
  await expect(row('film.mp4').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expect(tray).toContainText('Uploading 4 of 4 to “Documents”');
  await expect(tray).toContainText('1 of 4 files sent · 3 MB of 8 MB');

  // A failed file does not wait for the others.
  await page.evaluate(() => Reflect.set(window, 'dropPlan', { 'cost.xlsx': 'send' }));
  await row('cost.xlsx').getByRole('button', { name: 'Try again: cost.xlsx' }).click();
  await expect(row('cost.xlsx')).toContainText('2 MB · Uploaded');
  await expect(tray).toContainText('2 of 4 files sent');
  await expect(row('film.mp4').getByRole('progressbar')).toBeVisible();

  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await row('film.mp4').getByRole('button', { name: 'Stop uploading film.mp4' }).click();
  await expect(tray).toContainText('2 files sent to “Documents” · 1 file failed');

  await page.evaluate(() => Reflect.set(window, 'dropPlan', { 'plan.dwg': 'send' }));
  await row('plan.dwg')
    .getByRole('button', { name: /plan\.dwg/ })
    .click();
  await expect(tray).toContainText('3 files sent to “Documents” · Cancelled');
  await expect(tray.getByRole('listitem')).toHaveCount(0);
  const begun = bridge.asked.filter(({ name }) => name === 'drop.begin');
  expect(begun.map(({ request }) => Object(request).onConflict)).toEqual(['ask', 'keep-both', 'keep-both']);
});

test('a large batch waits behind a number, and all of it can be listed', async ({ page, bridge }) => {
  takesDrops(bridge);
  await bridge.open('#/home');
  await drop(page, Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`${at}.jpg`, 'hold' as const])), 200);
  const tray = page.getByTestId('drop-batch');
  await expect(tray).toContainText('66 more waiting');
  await tray.getByRole('button', { name: 'Show', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(tray.getByRole('listitem')).toHaveCount(70);
});

for (const width of [1440, 400]) {
  test(`the tray is sound at ${width} px`, async ({ page, bridge }) => {
    test.slow();
    await page.setViewportSize({ width, height: 860 });
    takesDrops(bridge);
    await bridge.open('#/home');
    await drop(page, { 'film.mp4': 'hold', 'plan.dwg': 'refuse', 'photo.jpg': 'send' });
    await expect(page.getByTestId('drop-batch').getByRole('listitem')).toHaveCount(3);
    expect(await outOfReach(page)).toEqual([]);
    await bothSchemesAreSound(page);
  });
}
