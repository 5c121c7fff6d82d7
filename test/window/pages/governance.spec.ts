import { expect } from '@playwright/test';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

test('a legal hold lasts through its last day, and shows days', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  const held = { id: '44', type: 'legal_hold_policy', policy_name: 'Case 42', status: 'active' } as const;
  bridge.answer({ service: { createLegalHoldPolicy: ({ body }) => ({ ...held, ...body }) as never } });
  await bridge.open('#/governance');
  await page.getByRole('button', { name: 'New legal hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Case 42');
  await dialog.getByText('No end date', { exact: true }).click();
  await dialog.getByLabel('From', { exact: true }).fill('2026-01-01');
  await dialog.getByLabel('To', { exact: true }).fill('2026-12-31');
  const period = { filter_started_at: '2026-01-01T00:00:00Z', filter_ended_at: '2026-12-31T23:59:59Z' };
  bridge.answer({
    service: {
      listLegalHoldPolicies: () =>
        ({ entries: [{ ...held, ...period, is_ongoing: false }], limit: 100, next_marker: null }) as never,
    },
  });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect
    .poll(() => bridge.asked.filter(({ name }) => name === 'createLegalHoldPolicy').map(({ request }) => request))
    .toEqual([{ body: { policy_name: 'Case 42', description: '', ...period } }]);
  await expect(page.getByRole('complementary', { name: 'Case 42' })).toContainText('1 Jan 2026 to 31 Dec 2026');
});

test('a person who is no longer shown is not assigned to a hold', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/governance');
  await page.getByRole('row').filter({ hasText: 'Facade 2026' }).click();
  const panel = page.getByRole('complementary');
  const assign = panel.getByRole('button', { name: 'Assign', exact: true });
  await panel.getByRole('combobox').fill('Carol');
  await page.getByRole('option', { name: /Carol Ito/ }).click();
  await expect(assign).toBeEnabled();
  for (const kind of ['A folder', 'A person']) {
    await panel.getByRole('button', { name: 'Assign to' }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
    await expect(assign).toBeDisabled();
  }
  await expect(panel.getByRole('combobox')).toHaveValue('');
});

test('a retention policy that notifies owners says that Tandem’s own service sends no notifications', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/governance');
  await page.getByRole('tab', { name: 'Retention' }).click();
  await page.getByRole('button', { name: 'New retention policy' }).click();
  const notify = page.getByRole('checkbox', { name: 'Notify owners before it ends' });
  await expect(notify).toHaveAccessibleName(/Tandem’s own service doesn’t send these notifications\.$/);
});
