import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { accessibilityFindings, bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { folderOf, listedFile, listedFolder, syncedTop } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { found, search } from '../../support/window/palette.ts';
import { signedIn } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

test('the search narrows to a person and to a folder, each found by typing', async ({ page, bridge }) => {
  const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' };
  const page1 = { total_count: 1, limit: 8, offset: 0 };
  bridge.answer(folderOf([]));
  bridge.answer({
    service: {
      listUsers: () => ({ ...page1, entries: [carol] }) as never,
      search: ({ query }) => {
        const entries = query?.type === 'folder' ? [listedFolder('3', 'Harbour')] : [listedFile('5', 'plan.dwg')];
        return { ...page1, type: 'search_results_items', entries } as never;
      },
    },
  });
  await bridge.open('#/home');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  await palette.getByRole('searchbox').fill('plan');
  await page.getByRole('button', { name: 'Owner' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('car');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: /^Carol Ito/ }).click();
  await page.getByRole('button', { name: 'Folder', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search folders' }).fill('harb');
  await page.getByRole('menuitem', { name: /^Harbour/ }).click();
  await expect(palette.getByRole('menuitem', { name: /^plan\.dwg/ })).toBeVisible();
  const searches = () => bridge.asked.filter(({ name }) => name === 'search').map(({ request }) => request);
  await expect
    .poll(() => searches().at(-1))
    .toMatchObject({ query: { owner_user_ids: '9', ancestor_folder_ids: '3' } });
  await page.getByRole('button', { name: 'Remove filter Owner: Carol Ito' }).click();
  await expect(page.getByRole('button', { name: 'Owner' })).toBeVisible();
});

test('the arrows walk through the entries of the palette, also to those out of sight, and Enter opens one', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  const nothing = { type: 'search_results_items', entries: [], total_count: 0, limit: 8, offset: 0 } as const;
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { search: () => ({ ...nothing, entries: [] }) } });
  await bridge.open('#/home');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('searchbox');
  const last = page.getByRole('menuitem').last();
  await expect(last).not.toBeInViewport();
  await box.press('ArrowDown');
  await box.press('ArrowUp');
  const id = (await last.getAttribute('id')) ?? '';
  await expect(box).toHaveAttribute('aria-activedescendant', id);
  // A border of it may lie under the edge of the list.
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(box).toBeFocused();
  await box.fill('Favourites');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Favourites' })).toBeVisible();
});

test('a query that begins with @ finds people: it opens them, or narrows the search to their items', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/home');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  await palette.getByRole('searchbox').fill('@mar');
  await expect(palette.getByRole('menuitem')).toHaveText([/Bob Marsh/]);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'About Bob Marsh' })).toBeVisible();
  expect(bridge.asked.filter(({ name }) => name === 'search')).toEqual([]);

  const session = signedIn()['session.get'];
  bridge.answer({ 'session.get': (request) => ({ ...session?.(request), isAdmin: false }) as never });
  await bridge.reconnect();
  await page.keyboard.press('Control+k');
  await palette.getByRole('searchbox').fill('@bob');
  await expect(palette.getByRole('menuitem')).toHaveText([/Bob Marsh/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('button', { name: 'Remove filter Owner: Bob Marsh' })).toBeVisible();
  await expect(palette.getByRole('searchbox')).toHaveValue('');
});

test('a query finds people too, at most three below the files, unless a filter narrows it to files and their actions', async ({
  page,
  bridge,
}) => {
  const namesakes = ['Ann', 'Bea', 'Cy', 'Dan'].map((name, at) => ({
    type: 'user',
    id: `9${at}`,
    name: `${name} Planck`,
    login: `${name}@harbour.studio`,
  }));
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listUsers: () => ({ entries: namesakes, total_count: 4, limit: 8, offset: 0 }) as never,
      search: () => {
        const found = { type: 'search_results_items', entries: [listedFile('5', 'plan.dwg')] };
        return { ...found, total_count: 1, limit: 8, offset: 0 } as never;
      },
    },
  });
  await bridge.open('#/home');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  await palette.getByRole('searchbox').fill('plan');
  const found = palette.getByRole('menuitem');
  await expect(found).toHaveText([/^plan\.dwg/, /^Share “plan\.dwg”…/, /Ann Planck/, /Bea Planck/, /Cy Planck/]);
  const first = (await found.first().getAttribute('id')) ?? '';
  await expect(palette.getByRole('searchbox')).toHaveAttribute('aria-activedescendant', first);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemradio').or(page.getByRole('menuitem')).filter({ hasText: 'Images' }).click();
  await expect(found).toHaveText([/^plan\.dwg/, /^Share “plan\.dwg”…/]);
});

test('a query that begins with > finds actions, pages and settings, and asks the service for nothing', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/home');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  await palette.getByRole('searchbox').fill('>pause');
  await expect(palette.getByRole('menuitem')).toHaveText([/^Pause syncing/]);
  await palette.getByRole('searchbox').fill('> band');
  await expect(palette.getByRole('menuitem')).toHaveText([/^Bandwidth/]);
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(bridge.asked.filter(({ name }) => name === 'search')).toEqual([]);
});

test('the best match has the actions of its row, which follow the files and leave the focus to the first one', async ({
  page,
  bridge,
}) => {
  bridge.answer(folderOf([]));
  bridge.answer(syncedTop({ '3': 4 }));
  bridge.answer(found(listedFolder('3', 'Drafts', { size: 1_200_000_000 }), listedFile('5', 'draft.docx')));
  bridge.answer({ 'selection.set': () => ({ changed: 1 }) });
  await bridge.open('#/home');
  let palette = await search(page, 'dra');
  const entries = palette.getByRole('menuitem');
  await expect(entries).toHaveText([
    /^Drafts/,
    /^draft\.docx/,
    /^New folder in “Drafts”/,
    /^Share “Drafts”…/,
    /^Free up space in “Drafts”1\.2 GB/,
  ]);
  const first = (await entries.first().getAttribute('id')) ?? '';
  await expect(palette.getByRole('searchbox')).toHaveAttribute('aria-activedescendant', first);
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await bothSchemesAreSound(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Drafts” will be removed from this computer.')).toBeVisible();
  await expect(palette).toHaveCount(0);
  expect(bridge.asked.find(({ name }) => name === 'selection.set')?.request).toEqual({
    rootId: 1,
    changes: [{ folderId: '3', state: 'not_synced' }],
  });
  palette = await search(page, 'dra');
  const share = palette.getByRole('menuitem', { name: /^Share/ });
  await expect(share).toBeVisible();
  for (let down = 0; down < 3; down += 1) await page.keyboard.press('ArrowDown');
  await expect(palette.getByRole('searchbox')).toHaveAttribute(
    'aria-activedescendant',
    (await share.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share “Drafts”' });
  await expect(dialog).toBeVisible();
  await bothSchemesAreSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a new folder in the best match is created where the keyboard asked for it, and its folder opens', async ({
  page,
  bridge,
}) => {
  bridge.answer(folderOf([]));
  bridge.answer(found(listedFolder('3', 'Drafts')));
  bridge.answer({ service: { createFolder: () => ({ type: 'folder', id: '9' }) as never } });
  await bridge.open('#/home');
  const palette = await search(page, 'dra');
  await expect(palette.getByRole('menuitem')).toHaveText([/^Drafts/, /^New folder in/, /^Share/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New folder in “Drafts”' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Signed');
  await bothSchemesAreSound(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/files\?folder=3$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(bridge.asked.find(({ name }) => name === 'createFolder')?.request).toEqual({
    body: { name: 'Signed', parent: { id: '3' } },
  });
});

test('a new folder whose dialog was closed before the answer leads nowhere', async ({ page, bridge }) => {
  bridge.answer(folderOf([]));
  bridge.answer(found(listedFolder('3', 'Drafts')));
  bridge.answer({ service: { createFolder: () => ({ type: 'folder', id: '9', parent: { id: '3' } }) as never } });
  await bridge.open('#/files?folder=0');
  const palette = await search(page, 'dra');
  await palette.getByRole('menuitem', { name: /^New folder in/ }).click();
  const arrive = bridge.delay('createFolder');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Signed');
  await page.keyboard.press('Enter');
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toContain('createFolder');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const timesRead = (): number => bridge.asked.filter(({ name }) => name === 'getFolder').length;
  const before = timesRead();
  arrive();
  await expect.poll(timesRead).toBeGreaterThan(before);
  await expect(page).toHaveURL(/#\/files\?folder=0$/);
});

test('a bookmark that can’t be opened says so', async ({ page, bridge }) => {
  bridge.answer(folderOf([]));
  bridge.answer(found({ type: 'web_link', id: '9', etag: '1', name: 'Draft code', url: 'file:///code' } as never));
  await bridge.open('#/home');
  const palette = await search(page, 'dra');
  bridge.refuseNext('link.open', { code: 'refused', message: 'This link can’t be opened.', remedy: '' });
  await palette.getByRole('menuitem', { name: /^Draft code/ }).click();
  await expect(page.getByRole('alert')).toHaveText('This link can’t be opened.');
});

test('the best match has no action that the role forbids, and the palette says why one failed', async ({
  page,
  bridge,
}) => {
  const permissions = { can_upload: false, can_share: false } as never;
  bridge.answer(folderOf([]));
  bridge.answer(syncedTop({ '3': 4 }));
  bridge.answer(found(listedFolder('3', 'Drafts', { permissions })));
  await bridge.open('#/home');
  const palette = await search(page, 'dra');
  await expect(palette.getByRole('menuitem')).toHaveText([/^Drafts/, /^Free up space in “Drafts”/]);
  bridge.refuseNext('selection.set');
  await palette.getByRole('menuitem', { name: /^Free up space/ }).click();
  await expect(palette.getByRole('alert')).toBeVisible();
  await bothSchemesAreSound(page);
});

test('with a filter, the actions are those of the best match among what it leaves', async ({ page, bridge }) => {
  bridge.answer(folderOf([]));
  bridge.answer(syncedTop({ '3': 4 }));
  bridge.answer(found());
  bridge.answer({
    service: {
      search: ({ query }) => {
        const entries =
          query?.file_extensions === undefined
            ? [listedFolder('3', 'Drafts'), listedFile('5', 'draft.docx')]
            : [listedFile('6', 'draft.jpg'), listedFile('7', 'draft 2.jpg')];
        return { type: 'search_results_items', entries, total_count: 2, limit: 8, offset: 0 } as never;
      },
    },
  });
  await bridge.open('#/home');
  const palette = await search(page, 'dra');
  const entries = palette.getByRole('menuitem');
  await expect(entries).toContainText(['Drafts', 'draft.docx', 'New folder in', 'Share “Drafts”…', 'Free up space']);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitem').filter({ hasText: 'Images' }).click();
  await expect(entries).toHaveText([/^draft\.jpg/, /^draft 2\.jpg/, /^Share “draft\.jpg”…/]);
  await palette.getByRole('searchbox').fill('>pause');
  await expect(entries).toContainText([english.palette.noMatch('pause')]);
  await palette.getByRole('searchbox').fill('dra');
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(entries).toHaveCount(3);
    await bothSchemesAreSound(page);
  }
  await entries.last().click();
  await expect(page.getByRole('dialog', { name: 'Share “draft.jpg”' })).toBeVisible();
});

test('the share dialog of the palette shows the link that it creates, and after its removal that there is none', async ({
  page,
  bridge,
}) => {
  const link = { url: 'https://files.example.com/s/ab12', access: 'collaborators', effective_access: 'collaborators' };
  let drafts = listedFolder('3', 'Drafts', { shared_link: null } as never);
  bridge.answer(folderOf([]));
  bridge.answer(found(drafts));
  bridge.answer({
    service: {
      getFolder: () => drafts as never,
      updateFolder: ({ body }) => {
        const shared_link = body?.shared_link === null ? null : { ...link, download_count: 0, preview_count: 0 };
        drafts = { ...drafts, shared_link } as never;
        return { type: 'folder', id: '3' } as never;
      },
    },
  });
  await bridge.open('#/home');
  const palette = await search(page, 'dra');
  await palette.getByRole('menuitem', { name: /^Share/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Drafts”' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('textbox', { name: english.files.linkAddress })).toHaveValue(link.url);
  await dialog.getByRole('switch', { name: 'Link', exact: true }).press('Space');
  await page.getByRole('dialog', { name: 'Turn off this link?' }).getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
});

for (const [platform, keys, written] of [
  ['Linux x86_64', 'Control+Shift+S', 'Ctrl Shift S'],
  ['MacIntel', 'Meta+Shift+S', '⇧⌘S'],
] as const) {
  test(`${keys} in the palette shares the best match, if it can be shared (${platform})`, async ({ page, bridge }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'platform', { value }), platform);
    bridge.answer(folderOf([]));
    bridge.answer(found(listedFolder('3', 'Drafts', { permissions: { can_share: false } as never })));
    await bridge.open('#/home');
    await page.getByRole('button', { name: 'Search' }).click();
    const palette = page.getByRole('dialog', { name: 'Search', exact: true });
    await palette.getByRole('searchbox').fill('dra');
    await expect(palette.getByRole('menuitem', { name: /^Drafts/ })).toBeVisible();
    await page.keyboard.press(keys);
    await expect(palette.getByRole('searchbox')).toHaveValue('dra');
    bridge.answer(found(listedFolder('4', 'Drawings')));
    await palette.getByRole('searchbox').fill('draw');
    await expect(palette.getByRole('menuitem', { name: /^Share “Drawings”…/ })).toContainText(written);
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name: 'Share “Drawings”' })).toBeVisible();
  });
}

test('the shortcut of the palette works with Caps Lock', async ({ page, bridge }) => {
  bridge.answer(found());
  await bridge.open('#/home');
  await page.evaluate(() => {
    const pressed = { key: 'K', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));
  });
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('a search without a match says what to do about it, also about a filter', async ({ page, bridge }) => {
  bridge.answer(found());
  await bridge.open('#/home');
  const palette = await search(page, 'agrezzzz');
  await expect(palette.getByText('Nothing matches “agrezzzz”')).toHaveCSS('font-weight', '600');
  await expect(palette.getByText(english.palette.noMatchDetail)).toBeVisible();
  await palette.getByRole('button', { name: english.palette.type, exact: true }).click();
  await page.getByRole('menuitem', { name: english.palette.kinds.pdf }).click();
  await expect(palette.getByText(english.palette.noMatchFiltered)).toBeVisible();
  await bothSchemesAreSound(page);
});
