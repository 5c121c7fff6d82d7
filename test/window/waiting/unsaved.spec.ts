import { expect, type Page } from '@playwright/test';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** Unsaved text stays after a press beside its dialog, and after a visit to another page. */

const dialogOf = (page: Page) => page.getByRole('dialog');
const pressBeside = (page: Page) => page.mouse.click(8, 8);

test('a press beside the dialog of a new hub keeps the typed text, and closes the dialog once the text is gone', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/hubs');
  await page.getByRole('button', { name: 'New hub' }).click();
  const description = dialogOf(page).getByLabel('Description');
  await description.fill('Rules and examples, gathered over a year.');
  await pressBeside(page);
  await expect(description).toHaveValue('Rules and examples, gathered over a year.');
  await description.fill('');
  await pressBeside(page);
  await expect(dialogOf(page)).toHaveCount(0);
});

test('a press beside the dialog of a bookmark keeps its URL, also after its folder was chosen', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      getFolder: () => ({ type: 'folder', id: '0', name: 'All files', path_collection: undefined }) as never,
      listFolderItems: () => ({ entries: [], limit: 100, next_marker: null }) as never,
    },
  });
  await bridge.open('#/bookmarks');
  await page.getByRole('button', { name: 'Add bookmark' }).first().click();
  const url = dialogOf(page).getByLabel('Web address');
  await url.fill('https://example.org/a/long/path');
  await dialogOf(page).getByRole('button', { name: 'Choose…' }).click();
  await page.getByRole('button', { name: 'Choose this folder' }).click();
  await expect(url).toHaveValue('https://example.org/a/long/path');
  await pressBeside(page);
  await expect(url).toHaveValue('https://example.org/a/long/path');
  await url.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('ignore rules that are not saved yet are there again after another page', async ({ page, bridge }) => {
  const nothing = { files: 0, folders: 0, bytes: 0, sample: [] };
  let lines = ['*.bak'];
  bridge.answer({
    'bandwidth.get': () => ({ up: { bytesPerSecond: null, hours: [] }, down: { bytesPerSecond: null, hours: [] } }),
    'guard.get': () => ({ items: 50, share: 0.25 }),
    'held.list': () => [],
    'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
    'ignore.get': () => ({ lines }),
    'ignore.test': () => ({ leavesOut: nothing, takesIn: nothing }),
    'ignore.set': (next) => {
      lines = next.lines;
      return {};
    },
  });
  await bridge.open('#/settings');
  const rules = page.getByRole('region', { name: 'Ignored files', exact: true });
  await rules.getByRole('textbox').fill('*.bak\n*.tmp');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(rules).toHaveCount(0);
  await page.goBack();
  await expect(rules.getByRole('textbox')).toHaveValue('*.bak\n*.tmp');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(rules.getByRole('button', { name: 'Save' })).toBeDisabled();
  // Saved rules are no typed text, which would hide a later change.
  lines = ['*.log'];
  await bridge.reconnect();
  await expect(rules.getByRole('textbox')).toHaveValue('*.log');
});

/** Two file requests that the service keeps. */
async function openRequests(page: Page, bridge: FakeBridge) {
  const texts = new Map(['61', '62'].map((id) => [id, { title: `Request ${id}`, description: '', etag: '3' }]));
  const request = (id: string) => ({
    id,
    type: 'file_request',
    folder: { type: 'folder', id: '3', name: 'Harbour' },
    status: 'active',
    url: '/f/x',
    ...texts.get(id),
  });
  const change = (id: string, to: object): void => {
    const { etag = '', ...known } = texts.get(id) ?? {};
    texts.set(id, { title: '', description: '', ...known, ...to, etag: String(Number(etag) + 1) });
  };
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listFileRequests: () => ({ entries: ['61', '62'].map(request), limit: 200, next_marker: null }) as never,
      getFileRequest: ({ params }) => request(params.file_request_id) as never,
      updateFileRequest: ({ params, body }) => {
        change(params.file_request_id, body);
        return request(params.file_request_id) as never;
      },
    },
  });
  await bridge.open('#/requests?request=61');
  const panel = page.getByRole('complementary');
  const row = (id: string) => page.getByRole('row').filter({ hasText: `Request ${id}` });
  return {
    message: panel.getByLabel('Message to uploaders'),
    title: panel.getByLabel('Title', { exact: true }),
    save: panel.getByRole('button', { name: 'Save' }),
    alert: panel.getByRole('alert'),
    choose: async (id: string): Promise<void> => {
      await row(id).click();
      await expect(panel.getByLabel('Title', { exact: true })).toHaveValue(`Request ${id}`);
    },
    change,
  };
}

test('a text typed in a panel is there again after another row and another page, until it is saved', async ({
  page,
  bridge,
}) => {
  const { message, save, choose, change } = await openRequests(page, bridge);
  await message.fill('Photos of the north side, please.');
  await choose('62');
  await expect(message).toHaveValue('');
  await choose('61');
  await expect(message).toHaveValue('Photos of the north side, please.');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(message).toHaveCount(0);
  await page.goBack();
  await choose('61');
  await expect(message).toHaveValue('Photos of the north side, please.');
  // Saved while another row is open.
  const answer = bridge.delay('updateFileRequest');
  await save.click();
  await choose('62');
  answer();
  await choose('61');
  await expect(save).toBeDisabled();
  change('61', { description: 'Photos of the roof' });
  await bridge.reconnect();
  await expect(message).toHaveValue('Photos of the roof');
});

test('a text that was typed before its request changed overwrites the change only at the next attempt', async ({
  page,
  bridge,
}) => {
  const { message, save, choose, change, alert } = await openRequests(page, bridge);
  await message.fill('Photos of the north side, please.');
  await choose('62');
  change('61', { description: 'Photos of the roof' });
  await bridge.reconnect();
  await choose('61');
  bridge.refuseNext('updateFileRequest', { code: 'precondition_failed', message: 'It changed.', remedy: '' });
  await save.click();
  await expect(alert).toContainText('This file request changed while you were editing it.');
  await save.click();
  await expect(save).toBeDisabled();
  const sent = bridge.asked.filter(({ name }) => name === 'updateFileRequest').map(({ request }) => request);
  expect(sent).toMatchObject([{ headers: { 'if-match': '3' } }, { headers: { 'if-match': '4' } }]);
});

test('a text that was typed while the same request was saved is sent against the saved version', async ({
  page,
  bridge,
}) => {
  const { message, title, save, choose } = await openRequests(page, bridge);
  await title.fill('Request 61, the north side');
  const answer = bridge.delay('updateFileRequest');
  await save.click();
  await message.fill('Photos, please.');
  answer();
  await expect(page.getByRole('row').filter({ hasText: 'the north side' })).toBeVisible();
  await choose('62');
  await page.getByRole('row').filter({ hasText: 'the north side' }).click();
  await expect(message).toHaveValue('Photos, please.');
  await save.click();
  await expect(save).toBeDisabled();
  const sent = bridge.asked.filter(({ name }) => name === 'updateFileRequest').map(({ request }) => request);
  expect(sent).toMatchObject([{ headers: { 'if-match': '3' } }, { headers: { 'if-match': '4' } }]);
});

test('unsaved text of one account is not shown to another', async ({ page, bridge }) => {
  const { message, choose } = await openRequests(page, bridge);
  await message.fill('Photos of the north side, please.');
  const ann = status();
  const user = { id: '2', name: 'Bob', login: 'bob@harbour.studio', spaceUsed: 0, spaceAmount: 0 };
  const bob = { ...ann, account: { ...ann.account, key: `${ann.account.key} 2`, user } };
  const switchTo = async (account: typeof ann): Promise<void> => {
    bridge.answer({ 'status.get': () => account });
    await bridge.emit('status', account);
  };
  await switchTo(bob);
  await choose('61');
  await expect(message).toHaveValue('');
  await switchTo(ann);
  await choose('61');
  await expect(message).toHaveValue('Photos of the north side, please.');
});
