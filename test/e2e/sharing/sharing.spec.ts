import { expect } from '@playwright/test';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, row, test } from '../window-test.ts';

/** Items shared by others, against the real service and a second real person. */

test('shows the items that others share, opens them, and leaves a share', async ({ page, tandem }) => {
  const bob = await tandem.person('bob@example.com', 'Bob');
  const folder = await bob.createFolder('0', 'Plans of Bob');
  await bob.upload(folder.id, 'plan.txt', 'plan');
  await bob.call('POST', '/collaborations', {
    item: { type: 'folder', id: folder.id },
    accessible_by: { type: 'user', login: tandem.login },
    role: 'editor',
  });
  await openPage(page, 'Shared with me');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('link', { name: 'Plans of Bob' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Plans of Bob' }).click();
  await expect(page.getByRole('rowheader', { name: 'plan.txt' })).toBeVisible();

  await openPage(page, 'Shared with me');
  await row(page, 'Plans of Bob').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Leave…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Left “Plans of Bob”.')).toBeVisible();
  await expect(row(page, 'Plans of Bob')).toHaveCount(0);
  expect(await tandem.web.find('0', 'Plans of Bob')).toBeUndefined();
  expect((await bob.find('0', 'Plans of Bob'))?.id).toBe(folder.id);
});
