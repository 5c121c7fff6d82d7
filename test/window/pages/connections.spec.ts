import { expect } from '@playwright/test';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

test('a webhook keeps the events that the page does not offer', async ({ page, bridge }) => {
  const webhook = {
    id: '95',
    type: 'webhook',
    target: { type: 'folder', id: '3' },
    address: 'https://hooks.example.com/',
  };
  const triggers = ['WEBHOOK.DELETED', 'SIGN_REQUEST.COMPLETED'];
  const stored = { ...webhook, triggers } as never;
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: { getWebhook: () => stored, updateWebhook: () => stored, deleteWebhook: () => null as never },
  });
  bridge.answer({ service: { createWebhook: () => stored } });
  await bridge.open('#/connections');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('rowheader').first().click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('checkbox', { name: 'WEBHOOK.DELETED' })).toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'SIGN_REQUEST.DECLINED' })).toHaveCount(0);
  await panel.getByRole('checkbox', { name: 'uploaded' }).press(' ');
  await panel.getByRole('button', { name: 'Save' }).click();
  const bodies = (name: string) =>
    bridge.asked.filter((asked) => asked.name === name).map(({ request }) => (request as { body: unknown }).body);
  await expect.poll(() => bodies('updateWebhook')).toMatchObject([{ triggers: [...triggers, 'FILE.UPLOADED'] }]);
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => bodies('createWebhook')).toMatchObject([{ triggers }]);
});
