import { expect, type Page } from '@playwright/test';
import { test } from '../window-test.ts';

/** The history of notices, which the engine's process keeps for all windows. */

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test('a notification from before a window was opened is in it, and read in one is read in all, also after a restart', async ({
  page,
  tandem,
}) => {
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['from the desktop'], 'dropped.txt'));
    return transfer;
  });
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');

  const other = await page.context().newPage();
  await other.goto(await tandem.link());
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 new');
  await bell(other).click();
  await other.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await other.close();

  await tandem.stop();
  await tandem.startAgain();
  await page.goto(await tandem.link());
  await bell(page).click();
  const line = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: '1 file' });
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('Unread');
});
