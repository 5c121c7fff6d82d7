import { expect } from '@playwright/test';
import { status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

test('a menu that is open on Home, and the focus, stay when syncing starts and ends', async ({ page, bridge }) => {
  await bridge.open('#/home');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.press('Enter');
  const first = page.getByRole('menuitem').first();
  await expect(first).toBeFocused();
  await bridge.emit('status', status({ state: 'syncing', sentence: 'Syncing 1 file' }));
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Syncing 1 file');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pause).toBeFocused();
  await bridge.emit('status', status());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync');
  await expect(pause).toBeFocused();
});

for (const [width, button] of [
  [1440, 'Actions for Documents'],
  [400, 'Actions for Documents'],
  [400, 'Pause syncing'],
  [400, 'Upload'],
] as const) {
  test(`the menu of ${button} stays open when transfers start and end at ${width} px`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    await bridge.open('#/home');
    await page.getByRole('button', { name: button }).press('Enter');
    const first = page.getByRole('menuitem').first();
    await expect(first).toBeFocused();
    const headline = page.getByRole('heading', { level: 1, includeHidden: true });
    const inFlight = page.getByRole('region', { name: 'Transfers', includeHidden: true });
    await bridge.emit('status', status({ state: 'syncing', sentence: 'Syncing 1 file', transfersTotal: 1 }));
    await expect(headline).toHaveText('Syncing 1 file');
    await expect(inFlight).toHaveCount(1);
    await expect(first).toBeFocused();
    await bridge.emit('status', status());
    await expect(headline).toHaveText('Everything is in sync');
    await expect(inFlight).toHaveCount(0);
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: button })).toBeFocused();
  });
}

for (const width of [1440, 400]) {
  test(`the menu of Upload stays open when something needs attention at ${width} px`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    await bridge.open('#/home');
    bridge.answer({ 'held.list': () => [] });
    const upload = page.getByRole('button', { name: 'Upload' });
    await upload.press('Enter');
    const first = page.getByRole('menuitem').first();
    await expect(first).toBeFocused();
    await bridge.emit(
      'status',
      status({ state: 'attention', sentence: '1 item needs your attention', attentionTotal: 1 }),
    );
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
      '1 item needs your attention',
    );
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Review 1 item' })).toBeFocused();
    await expect(upload).toHaveCount(0);
  });
}

test('the menu of a button opens by mouse and by each key, and gives the focus back', async ({ page, bridge }) => {
  await bridge.open('#/home');
  const button = page.getByRole('button', { name: 'Pause', exact: true });
  const first = page.getByRole('menuitem').first();
  const last = page.getByRole('menuitem').last();
  for (const [key, entry] of [
    ['Enter', first],
    ['Space', first],
    ['ArrowDown', first],
    ['ArrowUp', last],
  ] as const) {
    await button.press(key);
    await expect(entry).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();
  }
  // The entry under the pointer is chosen in one movement, as in a menu of the system.
  await button.hover();
  await page.mouse.down();
  await expect(page.getByRole('menu', { name: 'Pause for' })).toBeFocused();
  await last.hover();
  bridge.answer({ 'sync.pause': () => ({}) });
  await page.mouse.up();
  await expect.poll(() => bridge.asked).toContainEqual({ name: 'sync.pause', request: { forMs: null } });
  await expect(page.getByRole('menu')).toBeHidden();
});
