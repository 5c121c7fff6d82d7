import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { pick, test } from '../window-test.ts';

/** Settings, on a real engine: changes take effect, and last. */

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main', { name: 'Settings' }).getByRole('heading', { level: 1 }).waitFor();
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a walk through Settings: selection, bandwidth, ignore rules, trash, notifications, report', async ({
  page,
  tandem,
  complaints,
}) => {
  const { folder, ask } = tandem;
  await mkdir(join(folder, 'letters', 'old'), { recursive: true });
  await writeFile(join(folder, 'letters', 'one.txt'), 'one');
  await writeFile(join(folder, 'letters', 'old', 'two.log'), 'two');
  await expect.poll(async () => (await ask('status.get')).roots[0]?.files).toBe(2);
  await openSettings(page);
  await expect(section(page, 'Account')).toContainText('The private service of this computer');

  // The selection of a folder: nothing happens before Apply, and a deselected folder can be selected again.
  const roots = section(page, 'Synced folders');
  await roots.getByRole('button', { name: 'Choose folders of Tandem' }).click();
  const letters = roots.getByRole('treeitem', { name: /^letters/ });
  await letters.click();
  await expect(roots.getByText('0 files, 0 B on this computer')).toBeVisible();
  expect(await readdir(folder)).toContain('letters');
  await roots.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => readdir(folder)).not.toContain('letters');
  await letters.click();
  await roots.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => readdir(join(folder, 'letters')).catch(() => [])).toContain('one.txt');

  // The speed, with hours of its own.
  const bandwidth = section(page, 'Bandwidth');
  await bandwidth.getByRole('button', { name: 'Upload limit' }).click();
  await page.getByRole('option', { name: 'Limited' }).click();
  await bandwidth.getByRole('textbox', { name: 'Upload speed' }).fill('fast');
  await expect(bandwidth).toContainText('Enter a speed of at least 2 kB a second.');
  await bandwidth.getByRole('textbox', { name: 'Upload speed' }).fill('0.75');
  await bandwidth.getByRole('button', { name: 'Add hours' }).click();
  const hours = bandwidth.getByRole('group', { name: 'Hours 1' });
  await pick(hours, 'Limits', 'Download');
  await hours.getByText('Saturday').click();
  await hours.getByLabel('From').fill('22:00');
  await bothSchemesAreSound(page);
  await expect
    .poll(() => ask('bandwidth.get'))
    .toEqual({
      up: { bytesPerSecond: 750_000, hours: [] },
      down: {
        bytesPerSecond: null,
        hours: [{ weekdays: [1, 2, 3, 4, 5, 6], fromMinute: 1320, toMinute: 1080, bytesPerSecond: 500_000 }],
      },
    });

  // Only the edited part of the profile is sent, and the window shows the new name.
  await section(page, 'Account').getByRole('button', { name: 'Edit profile' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Ann of the test');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(section(page, 'Account')).toContainText('Ann of the test');

  // While a rule is typed, its effect is shown.
  const rules = section(page, 'Ignored files');
  await rules.getByLabel('Your rules').fill('*.log');
  await expect(rules.getByTestId('rules-preview')).toContainText('Excludes 1 file, 3 B:');
  await expect(rules.getByTestId('rules-preview')).toContainText('letters/old/two.log');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => ask('ignore.get')).toEqual({ lines: ['*.log'] });

  const guard = section(page, 'Delete guard');
  await expect(guard).toContainText('more than 50 files and more than 25 % of a folder');
  await pick(guard, 'Ask above this many files', '200 files');
  await expect(guard).toContainText('more than 200 files and more than 25 % of a folder');
  await pick(guard, 'And above this share of a folder', '10 %');
  await expect.poll(() => ask('guard.get')).toEqual({ items: 200, share: 0.1 });
  await section(page, 'Trash on this computer').getByRole('button', { name: 'Keep for' }).click();
  await page.getByRole('option', { name: '90 days' }).click();
  await expect.poll(() => ask('trash.local.policy')).toEqual({ keepDays: 90, keepBytes: null });
  await section(page, 'Notifications').getByText('Something needs my attention').click();
  await expect.poll(async () => (await ask('settings.get')).notifications.attention).toBe(false);
  // An address of a proxy is checked before it is kept; this computer is never reached through it.
  const proxy = section(page, 'Network');
  await proxy.getByLabel('Proxy URL').fill('proxy:3128');
  await expect(proxy).toContainText('It looks like http://proxy.example.com:3128');
  await proxy.getByLabel('Proxy URL').fill('http://127.0.0.1:1');
  await expect.poll(async () => (await ask('settings.get')).proxy).toBe('http://127.0.0.1:1');
  // A browser can't start anything at login, so the setting is absent.
  await expect(page.getByText('Start when I log in')).toHaveCount(0);

  await section(page, 'Diagnostics').getByRole('button', { name: 'Copy the report' }).click();
  await section(page, 'Diagnostics').getByText('Show the report').click();
  const report = JSON.parse((await page.getByRole('region', { name: 'Report' }).textContent()) ?? '');
  expect(report).toMatchObject({ running: true, status: { account: { state: 'connected' } } });
  expect(report.checks.map(({ name }: { name: string }) => name)).toContain('service');

  // Narrow, nothing is cut off; and all of it is there after a reload.
  await page.setViewportSize({ width: 360, height: 800 });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  await page.reload();
  await expect(section(page, 'Ignored files').getByLabel('Your rules')).toHaveValue('*.log');
  await expect(section(page, 'Bandwidth').getByRole('textbox', { name: 'Upload speed' })).toHaveValue('750');
  expect(complaints).toEqual([]);
});

test('the last folder can be removed and added again, and the service be left and come back to; no file is lost', async ({
  page,
  tandem,
}) => {
  const { folder, ask } = tandem;
  await writeFile(join(folder, 'kept.txt'), 'kept');
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'kept.txt'))?.name).toBe('kept.txt');
  await openSettings(page);
  const choose = async (act: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Tandem' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  await choose('Pause until I resume');
  await expect(section(page, 'Synced folders')).toContainText('Paused');
  await choose('Resume');
  await choose('Stop syncing…');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop syncing Tandem' }).click();
  await expect(page.getByText('No folder is synced yet')).toBeVisible();
  expect(await readdir(folder)).toContain('kept.txt');
  expect(await readdir(folder)).not.toContain('.tandem');

  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Add a folder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your folder' })).toBeVisible();
  await expect(page.getByRole('radio', { name: new RegExp(`^${basename(folder)}`) })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Start syncing' }).click();
  await expect(page.getByTestId('state')).toContainText('Everything is in sync');
  await expect.poll(async () => (await ask('status.get')).roots[0]?.files).toBeGreaterThan(0);

  await openSettings(page);
  await page.getByRole('button', { name: 'Connect to another service…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your files, in sync everywhere' })).toBeVisible();
  expect((await ask('status.get')).roots).toEqual([]);
  await page.getByText('Start on this computer only').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  // The folder is known: nothing is asked.
  await expect(page.getByTestId('state')).toContainText('Everything is in sync', { timeout: 30_000 });
  expect(await readdir(folder)).toContain('kept.txt');
  await writeFile(join(folder, 'after.txt'), 'after');
  await expect.poll(async () => (await ask('status.get')).roots[0]?.files).toBeGreaterThan(1);
});
