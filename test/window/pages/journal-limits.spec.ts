import { expect } from '@playwright/test';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { emptyRoots } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

test('less activity is kept after a question, more at once, and Settings say what was deleted', async ({
  page,
  bridge,
}) => {
  let policy = { keepDays: 365, keepEntries: 200_000 };
  bridge.answer({
    ...emptyRoots,
    'bandwidth.get': () => ({ up: { bytesPerSecond: null, hours: [] }, down: { bytesPerSecond: null, hours: [] } }),
    'ignore.get': () => ({ lines: [] }),
    'guard.get': () => ({ items: 50, share: 0.25 }),
    'held.list': () => [],
    'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
    'journal.policy': () => policy,
    'journal.setPolicy': ({ keepDays = policy.keepDays, keepEntries = policy.keepEntries }) => {
      const swept = keepDays < policy.keepDays ? 1_204 : 0;
      policy = { keepDays, keepEntries };
      return { swept };
    },
  });
  await bridge.open('#/settings?section=journal');
  const section = page.getByRole('region', { name: 'Activity history', exact: true });
  const asked = () => bridge.asked.filter(({ name }) => name === 'journal.setPolicy').map(({ request }) => request);
  const choose = async (label: RegExp, option: string): Promise<void> => {
    await section.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(/Keep for/, '90 days');
  const dialog = page.getByRole('dialog', { name: 'Keep less activity?' });
  await bothSchemesAreSound(page);
  expect(asked()).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section).toContainText('Permanently deleted 1,204 entries.');
  await expect(section.getByRole('button', { name: /Keep for/ })).toContainText('90 days');
  await choose(/Keep at most/, '1,000,000 entries');
  await expect.poll(asked).toEqual([{ keepDays: 90 }, { keepEntries: 1_000_000 }]);
});
