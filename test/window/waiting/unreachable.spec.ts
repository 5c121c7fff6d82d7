import { expect, type Page } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { found, search } from '../../support/window/palette.ts';
import { test } from '../fake-window.ts';

/** While the service can't be reached for a moment, what is shown stays, and so does a form that is being filled in. */

const refusal = (page: Page) => page.getByText('The service is unreachable.').first();
const none = { entries: [], total_count: 0, limit: 100, offset: 0, next_marker: null } as never;

test('a new webhook that is being typed stays, and so do the webhooks', async ({ page, bridge }) => {
  const target = { type: 'file', id: '1' } as const;
  const address = 'https://example.com/old';
  await openTop(bridge, folderOf([listedFile('1', 'plan.pdf')]), {
    service: {
      listWebhooks: () => ({ entries: [{ type: 'webhook', id: '5', target }], limit: 100, next_marker: null }) as never,
      getWebhook: () => ({ type: 'webhook', id: '5', target, address, triggers: ['FILE.MOVED'] }) as never,
    },
  });
  await row(page, 'plan.pdf').click();
  const panel = page.getByRole('complementary');
  await openTab(panel, 'Webhooks');
  await expect(panel.getByText(address)).toBeVisible();
  await panel.getByRole('button', { name: 'Add a webhook' }).click();
  await panel.getByRole('textbox').fill('https://example.com/new');
  await panel.getByRole('checkbox').first().press(' ');
  bridge.refuseNext('listWebhooks');
  bridge.refuseNext('getWebhook');
  await bridge.reconnect();
  await expect(refusal(page)).toBeVisible();
  await expect(panel.getByText(address)).toBeVisible();
  await expect(panel.getByRole('textbox')).toHaveValue('https://example.com/new');
  await expect(panel.getByRole('checkbox').first()).toBeChecked();
});

test('webhooks that could not be read are not said to be none', async ({ page, bridge }) => {
  await openTop(bridge, folderOf([listedFile('1', 'plan.pdf')]));
  await row(page, 'plan.pdf').click();
  bridge.refuseNext('listWebhooks');
  await openTab(page.getByRole('complementary'), 'Webhooks');
  await expect(refusal(page)).toBeVisible();
  await expect(page.getByText('No webhooks yet')).toHaveCount(0);
});

test('a member that is being chosen for an empty group stays', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { listGroupMemberships: () => none } });
  await bridge.open('#/people');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('rowheader').first().click();
  const person = page.getByRole('combobox', { name: 'Person to add' });
  await person.fill('carol');
  bridge.refuseNext('listGroupMemberships');
  await bridge.reconnect();
  await expect(refusal(page)).toBeVisible();
  await expect(person).toHaveValue('carol');
});

test('the dialog that adds the first item of a hub stays open', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { listHubItems: () => none } });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  await page.getByRole('tab', { name: 'Items' }).click();
  await page.getByRole('button', { name: 'Add a file or folder' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  bridge.refuseNext('listHubItems');
  await bridge.reconnect();
  await expect(refusal(page)).toBeAttached();
  await expect(page.getByRole('dialog')).toBeVisible();
});

const unreachable = 'The service is unreachable. Check the network.';

test('a search that failed does not say that nothing matches', async ({ page, bridge }) => {
  bridge.answer(found());
  await bridge.open('#/home');
  bridge.refuseNext('search');
  const palette = await search(page, 'harbour');
  await expect(palette.getByRole('alert')).toHaveText(unreachable);
  await expect(palette.getByText(/^Nothing matches/)).toHaveCount(0);
  await palette.getByRole('searchbox').fill('harbou');
  await expect(palette.getByText(/^Nothing matches/)).toBeVisible();
  await expect(palette.getByRole('alert')).toHaveCount(0);
  bridge.refuseNext('listUsers');
  await palette.getByRole('searchbox').fill('@harb');
  await expect(palette.getByRole('alert')).toHaveText(unreachable);
  await expect(palette.getByText(/^Nothing matches/)).toHaveCount(0);
});

test('a filter whose search failed says so in its list', async ({ page, bridge }) => {
  bridge.answer(found());
  await bridge.open('#/home');
  await search(page, '');
  await page.getByRole('button', { name: 'Folder', exact: true }).click();
  bridge.refuseNext('search');
  await page.getByRole('searchbox', { name: 'Search folders' }).fill('harb');
  await expect(page.getByText(unreachable)).toBeVisible();
});
