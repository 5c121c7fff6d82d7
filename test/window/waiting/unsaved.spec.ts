import { expect, type Page } from '@playwright/test';
import { libraryAnswers } from '../../support/window/library-answers.ts';
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
  const told = { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true };
  let lines = ['*.bak'];
  bridge.answer({
    'bandwidth.get': () => ({ up: { bytesPerSecond: null, hours: [] }, down: { bytesPerSecond: null, hours: [] } }),
    'settings.get': () => ({ notifications: told, startAtLogin: true, proxy: null, language: 'en' }),
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
  const rules = page.getByRole('region', { name: 'Ignore rules', exact: true });
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
