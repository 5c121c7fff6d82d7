import { expect, type Locator, type Page } from '@playwright/test';
import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { menuEntry } from '../../support/window/overlays.ts';
import { test } from '../fake-window.ts';

/** While the answer to a dialog is under way: it sends once, has no finding, and Escape closes it. */

type Waiting = {
  readonly hash: string;
  readonly asks: ServiceCall;
  /** Opens the dialog and fills it in. */
  readonly open: (page: Page) => Promise<void>;
  /** Its button that sends. */
  readonly action: string;
};

const dialogOf = (page: Page): Locator => page.getByRole('dialog').last();

const rowMenu = async (page: Page, name: string, entry: string): Promise<void> => {
  await page.getByRole('row').filter({ hasText: name }).press('Shift+F10');
  await menuEntry(page, entry).press('Enter');
};

const byButton =
  (opener: string, fields: Readonly<Record<string, string>>) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: opener, exact: true }).press('Enter');
    for (const [name, value] of Object.entries(fields))
      await dialogOf(page).getByRole('textbox', { name, exact: true }).fill(value);
  };

const dialogs: Readonly<Record<string, Waiting>> = {
  'a new folder': {
    hash: '#/files?folder=0',
    asks: 'createFolder',
    open: byButton('New folder', { Name: 'Tender' }),
    action: 'Create',
  },
  'a new name': {
    hash: '#/files?folder=0',
    asks: 'updateFile',
    open: async (page) => {
      await page.getByRole('row').filter({ hasText: 'plan.dwg' }).press('Control+Space');
      await page.keyboard.press('F2');
      await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('plan 2.dwg');
    },
    action: 'Rename',
  },
  'a move': {
    hash: '#/files?folder=0',
    asks: 'updateFile',
    open: (page) => rowMenu(page, 'plan.dwg', 'Move…'),
    action: 'Move here',
  },
  'a web link': {
    hash: '#/bookmarks',
    asks: 'createWebLink',
    open: byButton('Add bookmark', { 'Web address': 'https://building.example/code' }),
    action: 'Save',
  },
  'a user': {
    hash: '#/people',
    asks: 'createUser',
    open: byButton('New person', { Name: 'Eve', 'Sign-in name': 'eve@harbour.studio' }),
    action: 'Create',
  },
  'a question': {
    hash: '#/trash',
    asks: 'purgeFile',
    open: (page) => rowMenu(page, 'old price list', 'Delete permanently…'),
    action: 'Delete permanently',
  },
  'a shared link': {
    hash: '#/files?folder=0',
    asks: 'updateFile',
    open: (page) => rowMenu(page, 'plan.dwg', 'Share…'),
    action: 'Create link',
  },
};

function answerAll(bridge: FakeBridge): void {
  bridge.answer(libraryAnswers());
  bridge.answer(folderOf([listedFolder('3', 'Harbour'), listedFile('5', 'plan.dwg')]));
  const done = () => ({ type: 'file', id: '5', name: 'plan 2.dwg' }) as never;
  bridge.answer({
    service: {
      listFileCollaborations: () => ({ entries: [], limit: 1000, next_marker: null }) as never,
      createFolder: done,
      updateFile: done,
      createWebLink: done,
      createUser: done,
      purgeFile: () => undefined as never,
    },
  });
}

for (const [name, { hash, asks, open, action }] of Object.entries(dialogs)) {
  test(`${name}: a second press sends nothing, and Escape closes the dialog before the answer`, async ({
    page,
    bridge,
  }) => {
    answerAll(bridge);
    await bridge.open(hash);
    await open(page);
    const others = (await page.getByRole('dialog').count()) - 1;
    const arrive = bridge.delay(asks);
    const button = dialogOf(page).getByRole('button', { name: action, exact: true });
    const sent = () => bridge.asked.filter((one) => one.name === asks).length;
    await expect(button).toBeEnabled();
    await button.press('Enter');
    await expect.poll(sent).toBe(1);
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    for (const field of await dialogOf(page).getByRole('textbox').all()) await field.press('Enter');
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(sent()).toBe(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(others);
    arrive();
  });
}

test('the answer that closes a dialog gives the focus back before the next key', async ({ page, bridge }) => {
  answerAll(bridge);
  await bridge.open('#/bookmarks');
  await byButton('Add bookmark', { 'Web address': 'https://building.example/code' })(page);
  const arrive = bridge.delay('createWebLink');
  await dialogOf(page).getByRole('button', { name: 'Save' }).press('Enter');
  const closing = await page.evaluateHandle(() => {
    const holder = new Promise<string | undefined>((resolve) => {
      const layers = new MutationObserver(() => {
        if (document.querySelector('[role=dialog]') === null) resolve(document.activeElement?.textContent);
      });
      layers.observe(document.body, { childList: true });
    });
    return { holder };
  });
  arrive();
  expect(await closing.evaluate(({ holder }) => holder)).toBe('Add bookmark');
});

/** The trash of the service holds `count` files; the requests that delete them. */
function trashOf(bridge: FakeBridge, count: number): () => readonly unknown[] {
  const kept = { code: 'forbidden_by_policy', message: 'A retention policy keeps it.', remedy: '' };
  const entries = Array.from({ length: count }, (_, at) => listedFile(`${at + 1}`, `file ${at + 1}.txt`));
  answerAll(bridge);
  bridge.answer({
    service: {
      listTrash: () => ({ entries, limit: 200, next_marker: null }) as never,
      purgeFile: ({ params }) => {
        if (params.file_id === '1') bridge.refuseNext('purgeFile', kept);
        if (params.file_id === '3') bridge.refuseNext('purgeFile', { ...kept, code: 'not_found' });
        return undefined as never;
      },
    },
  });
  return () => bridge.asked.filter(({ name }) => name === 'purgeFile').map(({ request }) => request);
}

test('Empty Trash goes through all items, and names the one that is kept and why', async ({ page, bridge }) => {
  const purged = trashOf(bridge, 4);
  await bridge.open('#/trash');
  await page.getByRole('button', { name: 'Empty Trash…' }).press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText(
    'Permanently deleted 3 items. Can’t delete “file 2.txt”. A retention policy keeps it.',
  );
  expect(purged()).toEqual(['1', '2', '3', '4'].map((file_id) => ({ params: { file_id } })));
});

test('Empty Trash leaves no Cancel beside its work: the question closes, and Stop ends the deletion', async ({
  page,
  bridge,
}) => {
  const purged = trashOf(bridge, 60);
  await bridge.open('#/trash');
  await page.getByRole('button', { name: 'Empty Trash…' }).press('Enter');
  const arrive = bridge.delay('purgeFile');
  await dialogOf(page).getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Permanently deleting 60 items…' })).toBeVisible();
  await expect.poll(() => purged().length).toBe(8);
  await page.getByRole('button', { name: 'Stop' }).click();
  arrive();
  await expect(page.getByRole('alert')).toContainText('Permanently deleted 7 items. Can’t delete “file 2.txt”.');
  expect(purged().length).toBe(8);
});

test('a question whose answer is under way closes, but no longer offers to cancel', async ({ page, bridge }) => {
  answerAll(bridge);
  await bridge.open('#/trash');
  await rowMenu(page, 'old price list', 'Delete permanently…');
  await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  const arrive = bridge.delay('purgeFile');
  await dialogOf(page).getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  arrive();
});

test('an invitation that was sent leaves the keyboard in its dialog, and Escape closes it', async ({
  page,
  bridge,
}) => {
  answerAll(bridge);
  bridge.answer({ service: { createCollaboration: () => ({ type: 'collaboration', id: '9' }) as never } });
  await bridge.open('#/files?folder=0');
  await rowMenu(page, 'plan.dwg', 'Share…');
  const dialog = page.getByRole('dialog');
  const login = dialog.getByRole('combobox');
  await login.fill('carol@harbour.studio');
  const invite = dialog.getByRole('button', { name: 'Invite' });
  await invite.press('Enter');
  await expect(login).toHaveValue('');
  await expect(invite).toBeDisabled();
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the late answer to a confirmed action closes no other dialog', async ({ page, bridge }) => {
  const pin = { type: 'device_pinner', id: '1', product_name: 'Tandem', owned_by: { type: 'user', id: '8' } };
  answerAll(bridge);
  bridge.answer({
    service: {
      listDevicePinners: () => ({ entries: [pin], limit: 200, next_marker: null }) as never,
      deleteDevicePinner: () => null as never,
    },
  });
  await bridge.open('#/people');
  await rowMenu(page, 'Bob Marsh', 'Sign out everywhere…');
  const arrive = bridge.delay('deleteDevicePinner');
  await dialogOf(page).getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toContain('deleteDevicePinner');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowMenu(page, 'Carol Ito', 'Add to group…');
  arrive();
  await expect(page.getByText('Signed Bob Marsh out of 1 device.')).toBeVisible();
  await expect(dialogOf(page).getByRole('combobox', { name: 'Group' })).toBeVisible();
});
