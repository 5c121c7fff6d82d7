import { expect } from '@playwright/test';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { comparison, files } from '../../support/window/scenes.ts';
import { test } from '../fake-window.ts';

test('a comparison shows both versions side by side or as one text, and keeps the choice', async ({ page, bridge }) => {
  bridge.answer(files);
  bridge.answer(comparison);
  await bridge.open('#/attention?conflict=4');
  await expect(page.getByLabel('Text of your version')).toBeVisible();
  await expect(page.getByText('4 changes')).toBeVisible();
  const inline = page.getByRole('radio', { name: 'Inline' });
  await page.getByRole('radio', { name: 'Side by side' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(inline).toBeChecked();
  const text = page.getByLabel('Text of both versions');
  await expect(page.getByLabel('Text of your version')).toHaveCount(0);
  const lines = await text.locator('[data-change="0"]').allInnerTexts();
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    '4 Yours: Ground floor: poured on Monday, cures until 27 Nov.',
    '4 Theirs: Ground floor: poured on Monday, ready 25 Nov.',
  ]);
  await text.evaluate((element) => {
    element.style.maxHeight = '5rem';
  });
  for (let change = 0; change < 4; change += 1) {
    await page.getByRole('button', { name: 'Next change' }).press('Enter');
    await expect(text.locator(`[data-change="${change}"]`).first()).toBeInViewport();
  }
  await expect(page.getByRole('button', { name: 'Next change' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Keep theirs' })).toBeVisible();
  await bothSchemesAreSound(page);
  await page.reload();
  await expect(text).toBeVisible();
});
