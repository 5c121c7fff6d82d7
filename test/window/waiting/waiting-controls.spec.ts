import { expect } from '@playwright/test';
import { test } from '../fake-window.ts';

/** A control whose answer is under way keeps the keyboard: a key that is pressed meanwhile isn't lost, and asks nothing twice. */

test('the menu of a folder stays closed while its pause is under way, and opens by the same key after it', async ({
  page,
  bridge,
}) => {
  bridge.answer({ 'sync.pause': () => ({}) });
  await bridge.open('#/home');
  const button = page.getByRole('button', { name: 'Actions for Documents' });
  const arrive = bridge.delay('sync.pause');
  await button.press('Enter');
  await page.getByRole('menuitem', { name: 'Pause for 30 minutes' }).press('Enter');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await button.click({ force: true });
  await expect(page.getByRole('menu')).toHaveCount(0);
  arrive();
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
});
