import { expect } from '@playwright/test';
import { rootStatus, signedIn, status } from '../support/window/status-states.ts';
import { test } from './fake-window.ts';

test('Home says that everything is in sync, and names the folder', async ({ page, bridge }) => {
  await bridge.open('#/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync');
  await expect(page.getByRole('main').getByText('Documents').first()).toBeVisible();
});

test('Home follows the status as it changes', async ({ page, bridge }) => {
  await bridge.open('#/home');
  const paused = status({ state: 'paused', sentence: 'Paused', roots: [rootStatus({ state: 'paused' })] });
  bridge.answer(signedIn(paused));
  await bridge.emit('status', paused);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paused');
});
