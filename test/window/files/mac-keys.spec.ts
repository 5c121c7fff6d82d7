import { expect } from '@playwright/test';
import { menuButton, menuOf, openTab, openTop, row } from '../../support/browser/files-page.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

for (const [platform, keys, trash, send] of [
  ['MacIntel', 'Meta+Backspace', '⌘⌫', '⌘↵ to send'],
  ['Linux x86_64', 'Delete', 'Del', 'Ctrl Enter to send'],
] as const) {
  test(`${keys} moves to Trash, and shortcuts are written as on this platform (${platform})`, async ({
    page,
    bridge,
  }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'platform', { value }), platform);
    await openTop(bridge, folderOf([listedFile('1', 'plan.pdf')]), {
      service: { deleteFile: () => undefined as never, listTasks: () => ({ entries: [], total_count: 0 }) as never },
    });
    await menuButton(row(page, 'plan.pdf'), 'plan.pdf').click();
    await expect(menuOf(page, 'plan.pdf').getByRole('menuitem', { name: 'Move to Trash' })).toContainText(trash);
    await page.keyboard.press('Escape');
    await row(page, 'plan.pdf').click();
    await openTab(page, 'Comments');
    await expect(page.getByRole('complementary').getByText(send)).toBeVisible();
    await row(page, 'plan.pdf').press(keys);
    await expect.poll(() => bridge.asked.filter(({ name }) => name === 'deleteFile').length).toBe(1);
  });
}
