import { expect } from '@playwright/test';
import { popoverSize } from '../../../main/shell/window/popover.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { attention, busyStatus, idle, offlineStatus } from '../../support/window/studio/home.ts';
import { test } from '../fake-window.ts';

test('the tray window leads with problems and transfers, and says who changed what', async ({ page, bridge }) => {
  bridge.answer(attention);
  bridge.answer({ 'status.get': () => busyStatus });
  await page.setViewportSize({ width: 360, height: 760 });
  await bridge.open('#/tray');
  const problems = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect(problems).toContainText([
    'site-notes.mdEdited in two places',
    'Q3\\Q4 outlook.xlsxNeeds another name, such as “Q3-Q4 outlook.xlsx”',
    '1 more',
  ]);
  bridge.answer({ 'window.show': () => ({}), 'problem.rename': () => ({ batch: 1, path: 'Q3_Q4 outlook.xlsx' }) });
  await problems.first().getByRole('button', { name: 'Compare both versions of site-notes.md' }).press('Enter');
  await problems
    .nth(1)
    .getByRole('button', { name: /^Rename .* to Q3-Q4 outlook\.xlsx$/ })
    .press('Enter');
  const sent = (name: string) => () => bridge.asked.filter((one) => one.name === name).map(({ request }) => request);
  await expect.poll(sent('window.show')).toEqual([{ place: '/attention?conflict=4' }]);
  await expect.poll(sent('problem.rename')).toMatchObject([{ name: 'Q3-Q4 outlook.xlsx' }]);
  const transfers = page.getByRole('region', { name: 'Transfers' }).getByRole('listitem');
  await expect(transfers).toContainText(['interview-04.mov', 'site-plan.dwg', '720 more']);
  await expect(transfers.first().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '31');
  await expect(page.getByRole('list', { name: 'Recent files' })).toContainText('Bob Marsh edited it in Studio / 2026');
  await bothSchemesAreSound(page);
});

test('the tray window at rest says how much is in sync, and when something changed last', async ({ page, bridge }) => {
  bridge.answer(idle);
  await page.setViewportSize(popoverSize);
  await bridge.open('#/tray');
  await expect(page.getByRole('main')).toContainText('102,807 files · last change 2 min ago');
  await bothSchemesAreSound(page);
});

for (const [where, size] of [
  ['#/tray', popoverSize],
  ['#/', { width: 1280, height: 800 }],
] as const) {
  test(`a sign-in that the keyring refuses to hand out is asked for again on ${where}`, async ({ page, bridge }) => {
    const { account } = offlineStatus;
    bridge.answer(attention);
    bridge.answer({
      'status.get': () => ({ ...offlineStatus, state: 'attention', account: { ...account, state: 'signed_out' } }),
      'account.get': () => ({
        kind: 'service',
        baseUrl: 'https://files.example.com/2.0',
        canStartPrivate: true,
        suggestedFolder: '/home/ann/Tandem',
        redirectUri: 'http://127.0.0.1:28257/callback',
        signIn: { state: 'hidden' },
      }),
      'account.readSignIn': () => ({}),
    });
    await page.setViewportSize(size);
    await bridge.open(where);
    const hint = page.getByText('The system keyring didn’t hand it out.');
    await expect(hint).toBeVisible();
    await bothSchemesAreSound(page);
    await hint.locator('..').getByRole('button', { name: 'Try again' }).press('Enter');
    await expect.poll(() => bridge.asked.filter(({ name }) => name === 'account.readSignIn').length).toBe(1);
  });
}

test('the tray window says what waits for a connection, tries again, and signs in again', async ({ page, bridge }) => {
  bridge.answer(attention);
  bridge.answer({
    'status.get': () => offlineStatus,
    'problem.retry': () => ({}),
    'window.show': () => ({}),
    'account.signIn': () => ({ url: 'https://files.example.com/sign-in', isOpened: true }),
  });
  await page.setViewportSize(popoverSize);
  await bridge.open('#/tray');
  const main = page.getByRole('main');
  await expect(main).toContainText('722 changes wait for a connection');
  await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('listitem')).toContainText([
    'interview-04.movUpload · VideoWaiting',
    'site-plan.dwg',
    '720 more',
  ]);
  await bothSchemesAreSound(page);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  const sent = (name: string) => () => bridge.asked.filter((one) => one.name === name).map(({ request }) => request);
  await expect.poll(sent('problem.retry')).toEqual([{}]);
  const { account } = offlineStatus;
  await bridge.emit('status', { ...offlineStatus, state: 'attention', account: { ...account, state: 'signed_out' } });
  await page.getByRole('button', { name: 'Sign in again' }).press('Enter');
  await expect.poll(sent('account.signIn')).toEqual([{}]);
  await page.getByRole('button', { name: 'Settings' }).press('Enter');
  await expect.poll(sent('window.show')).toEqual([{ place: '/settings' }]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
