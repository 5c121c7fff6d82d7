import { expect } from '@playwright/test';
import { openTop } from '../../support/browser/files-page.ts';
import { folderOf } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

test('an empty folder says so in the middle of its card', async ({ page, bridge }) => {
  await openTop(bridge, folderOf([]));
  const title = page.getByText('This folder is empty');
  await expect(title).toBeVisible();
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 860 });
    const gaps = async (): Promise<number> =>
      title.evaluate((words) => {
        const state = words.parentElement;
        const card = state?.parentElement?.getBoundingClientRect();
        const [first, last] = [state?.firstElementChild, state?.lastElementChild].map((part) =>
          part?.getBoundingClientRect(),
        );
        if (card === undefined || first === undefined || last === undefined) return Number.NaN;
        return Math.abs(first.top - card.top - (card.bottom - last.bottom));
      });
    await expect.poll(gaps, `at ${width} px`).toBeLessThan(4);
  }
});
