import { expect, type Page } from '@playwright/test';
import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

/** A completed action is told even if its row, dialog or page is gone before the answer. */

const isAsked = async ({ asked }: FakeBridge, name: ServiceCall): Promise<void> =>
  expect.poll(() => asked.map((one) => one.name)).toContain(name);

/** A hub of the person with one folder in it; all that can be removed or made there succeeds. */
async function openHub(page: Page, bridge: FakeBridge): Promise<void> {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listHubItems: () =>
        ({ entries: [{ type: 'folder', id: '3', name: 'Harbour' }], limit: 100, next_marker: null }) as never,
      manageHubItems: () => ({ operations: [{}] }) as never,
      deleteHubCollaboration: () => undefined as never,
      createHub: ({ body }) => ({ type: 'hubs', id: '72', title: body.title }) as never,
    },
  });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
}

type Act = { readonly name: ServiceCall; readonly start: () => Promise<void> };

/** Leaves the page while the answer is under way, and lets it arrive then. */
async function leaveBeforeAnswer(page: Page, bridge: FakeBridge, { name, start }: Act): Promise<void> {
  const arrive = bridge.delay(name);
  await start();
  await isAsked(bridge, name);
  await page.evaluate(() => {
    window.location.hash = '#/home';
  });
  await expect(page.getByTestId('state')).toBeVisible();
  arrive();
}

test('what was taken out of a hub is said, also when its page is left before the answer', async ({ page, bridge }) => {
  await openHub(page, bridge);
  await page.getByRole('tab', { name: 'Items' }).click();
  const start = () => page.getByRole('button', { name: 'Remove Harbour' }).click();
  await leaveBeforeAnswer(page, bridge, { name: 'manageHubItems', start });
  await expect(page.getByText('Removed “Harbour” from this hub.')).toBeVisible();
});

test('a hub that was left says so, also when its page is left before the answer', async ({ page, bridge }) => {
  await openHub(page, bridge);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const start = () => page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await leaveBeforeAnswer(page, bridge, { name: 'deleteHubCollaboration', start });
  await expect(page.getByText('You left the hub “How we build”.')).toBeVisible();
});

test('a new hub is said, also when its dialog is closed before the answer', async ({ page, bridge }) => {
  await openHub(page, bridge);
  await page.getByRole('button', { name: 'New hub' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Site rules');
  const arrive = bridge.delay('createHub');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await isAsked(bridge, 'createHub');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  arrive();
  await expect(page.getByText('Created the hub “Site rules”.')).toBeVisible();
});

test('what was moved to Trash is said, also when its page is left before the answer', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFolder('31', 'Tender')]));
  bridge.answer({
    service: { deleteFolder: () => undefined as never, listFolderCollaborations: () => ({ entries: [] }) as never },
  });
  await bridge.open('#/files');
  await page.getByRole('row').filter({ hasText: 'Tender' }).press('Control+Space');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await leaveBeforeAnswer(page, bridge, { name: 'deleteFolder', start: () => page.keyboard.press('Delete') });
  await expect(page.getByText('Moved 1 item to Trash.')).toBeVisible();
});
