import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { StartedTandem } from '../../support/desktop/started-tandem.ts';
import type { WebUser } from '../../support/people/web-user.ts';
import { test } from '../window-test.ts';

/** Pending collaborations, from the other person's request to the folder on this disk. */

async function invite(carol: WebUser, tandem: StartedTandem, name: string, role: 'editor' | 'viewer'): Promise<void> {
  const folder = await carol.createFolder('0', name);
  await carol.upload(folder.id, 'plan.txt', `the plan of ${name}`);
  await carol.call('POST', '/collaborations', {
    item: { type: 'folder', id: folder.id },
    accessible_by: { type: 'user', login: tandem.login },
    role,
  });
}

test('an invitation waits on Home, is announced once, and its folder is synced after it is accepted', async ({
  page,
  tandem,
}) => {
  const carol = await tandem.person('carol@localhost', 'Carol');
  const first = tandem.notices();
  await invite(carol, tandem, 'Launch plan', 'editor');
  const row = page.getByRole('listitem').filter({ hasText: 'Carol invites you to “Launch plan”' });
  await expect(row).toContainText('You can edit');
  await expect.poll(() => first.length).toBe(1);
  expect(first[0]).toMatchObject({ kind: 'invitation', invitation: { from: 'Carol', item: 'Launch plan' } });
  // Nothing that was not accepted.
  expect(await tandem.web.find(tandem.remoteId, 'Launch plan')).toBeUndefined();

  await tandem.stop();
  await tandem.startAgain();
  const second = tandem.notices();
  await page.goto(await tandem.link());
  await invite(carol, tandem, 'Budget', 'viewer');
  const declined = page.getByRole('listitem').filter({ hasText: 'Carol invites you to “Budget”' });
  await expect(declined).toBeVisible({ timeout: 30_000 });
  await expect(row).toBeVisible();
  await expect.poll(() => second.map(({ invitation }) => invitation?.role)).toEqual(['viewer']);

  await row.getByRole('button', { name: 'Accept' }).click();
  await expect(row).toHaveCount(0);
  const onDisk = join(tandem.folder, 'Launch plan', 'plan.txt');
  await expect.poll(() => readFile(onDisk, 'utf8').catch(() => null)).toBe('the plan of Launch plan');

  await declined.getByRole('button', { name: 'Decline' }).click();
  await expect(declined).toHaveCount(0);
  expect(await tandem.web.find(tandem.remoteId, 'Budget')).toBeUndefined();
});
