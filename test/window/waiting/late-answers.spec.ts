import { expect, type Page } from '@playwright/test';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { openTab } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** Answers that arrive late must not undo what a person has done in the meantime. */

const timesAsked = ({ asked }: FakeBridge, name: string): number => asked.filter((one) => one.name === name).length;

/** Waits until the window has asked once more than `before`. */
const askedAgain = async (bridge: FakeBridge, name: string, before: number): Promise<void> =>
  expect.poll(() => timesAsked(bridge, name)).toBeGreaterThan(before);

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

const template = { scope: 'enterprise', templateKey: 'securityClassification-6VMVochwUWo', fields: [] };

/** A folder with tags, whose update answers with the standard fields and those that are asked for, as the service does. */
function answerTags(bridge: FakeBridge): { tags: readonly string[]; description: string } {
  const labels: { tags: readonly string[]; description: string } = { tags: [], description: '' };
  bridge.answer(folderOf([listedFolder('31', 'Tender')]));
  bridge.answer({
    service: {
      getFolder: ({ params }) => {
        const { name } = params.folder_id === '31' ? { name: 'Tender' } : { name: 'All files' };
        const more = {
          path_collection: { total_count: 0, entries: [] },
          item_collection: { total_count: 1, entries: [] },
        };
        return { type: 'folder', id: params.folder_id, name, classification: null, ...labels, ...more } as never;
      },
      updateFolder: ({ query, body }) => {
        labels.tags = body?.tags === null ? [] : (body?.tags ?? labels.tags);
        labels.description = body?.description ?? labels.description;
        const asked = query?.fields?.includes('tags') === true ? { tags: labels.tags } : {};
        const parent = { type: 'folder', id: '0', name: 'All files', sequence_id: null, etag: null };
        return { type: 'folder', id: '31', description: labels.description, parent, ...asked } as never;
      },
      getMetadataTemplate: () => template as never,
      listFolderCollaborations: () => ({ entries: [] }) as never,
    },
  });
  return labels;
}

async function openLabels(page: Page, bridge: FakeBridge): Promise<void> {
  await bridge.open('#/files');
  await row(page, 'Tender').click();
  await openTab(page, 'Labels');
}

test('a tag stays when labels that were read before it arrive after it', async ({ page, bridge }) => {
  answerTags(bridge);
  await openLabels(page, bridge);
  await expect(page.getByText('No tags yet.')).toBeVisible();
  const arrive = bridge.delay('getFolder', 1);
  const before = timesAsked(bridge, 'getFolder');
  // Another answer makes the labels stale.
  await bridge.emit('activity', [activity('Tender/new.txt')]);
  await askedAgain(bridge, 'getFolder', before);
  await page.getByLabel('New tag').fill('2026');
  await page.keyboard.press('Enter');
  const tags = page.getByRole('list', { name: 'Tags' });
  await expect(tags).toHaveText('2026');
  arrive();
  // The reading that precedes the change, and the one that follows it.
  await askedAgain(bridge, 'getFolder', before + 2);
  await expect(tags).toHaveText('2026');
});

test('a comment that is typed while the one before is being sent stays', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFile('1', 'plan.pdf')]));
  bridge.answer({
    service: {
      listComments: () => ({ entries: [], total_count: 0, limit: 100, offset: 0 }) as never,
      listTasks: () => ({ entries: [], total_count: 0 }),
      createComment: () => ({ id: '1', type: 'comment' }),
      listFileCollaborations: () => ({ entries: [] }) as never,
    },
  });
  await bridge.open('#/files');
  await row(page, 'plan.pdf').click();
  await openTab(page, 'Comments');
  const field = page.getByRole('textbox', { name: /^Comment \(@/ });
  const sent = bridge.delay('createComment');
  await field.fill('First');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => timesAsked(bridge, 'createComment')).toBe(1);
  await field.fill('Second');
  sent();
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled();
  await expect(field).toHaveValue('Second');
});

test('two tags in a row are both kept, and text typed while the first is saved stays', async ({ page, bridge }) => {
  const labels = answerTags(bridge);
  await openLabels(page, bridge);
  const field = page.getByLabel('New tag');
  const saved = bridge.delay('updateFolder');
  await field.fill('first');
  await page.keyboard.press('Enter');
  await expect.poll(() => labels.tags).toEqual(['first']);
  await field.fill('second');
  saved();
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('first');
  await expect(field).toHaveValue('second');
  await page.keyboard.press('Enter');
  await expect.poll(() => labels.tags).toEqual(['first', 'second']);
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['first', 'second']);
});

test('a description in progress stays when reading the labels again fails or brings another', async ({
  page,
  bridge,
}) => {
  const labels = answerTags(bridge);
  await openLabels(page, bridge);
  await page.getByLabel('Description').fill('half a sent');
  labels.description = 'by someone else';
  const before = timesAsked(bridge, 'getFolder');
  await bridge.emit('activity', [activity('Tender/new.txt')]);
  await askedAgain(bridge, 'getFolder', before);
  await expect(page.getByLabel('Description')).toHaveValue('half a sent');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('It is now “by someone else”.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('half a sent');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => labels.description).toBe('half a sent');
});

test('a rename stays when entries that were read before it arrive after it', async ({ page, bridge }) => {
  const file = { ...listedFile('5', 'plan.txt') };
  bridge.answer(folderOf([file]));
  bridge.answer({
    service: {
      updateFile: ({ body }) => {
        file.name = body?.name ?? '';
        file.etag = '2';
        return file as never;
      },
    },
  });
  await bridge.open('#/files');
  await expect(row(page, 'plan.txt')).toBeVisible();
  const arrive = bridge.delay('listFolderItems');
  const before = timesAsked(bridge, 'listFolderItems');
  await bridge.emit('activity', [activity('other.txt')]);
  await askedAgain(bridge, 'listFolderItems', before);
  await row(page, 'plan.txt').click();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByRole('textbox').fill('renamed.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'renamed.txt')).toBeVisible();
  const names = await recordNames(page);
  arrive();
  await askedAgain(bridge, 'listFolderItems', before + 1);
  await expect(row(page, 'renamed.txt')).toBeVisible();
  expect(await names()).not.toContain('plan.txt');
});

/** Every text that a row header shows from now on. */
async function recordNames(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seenNames', seen);
    const look = (): void => {
      for (const header of document.querySelectorAll('[role=rowheader]')) seen.push(header.textContent ?? '');
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenNames') as readonly string[]);
}

test('a deleted bookmark stays away, also when its list was read before', async ({ page, bridge }) => {
  let isTrashed = false;
  bridge.answer({
    service: {
      search: () => {
        const entries = isTrashed ? [] : [bookmark('8', 'Atlas')];
        return { type: 'search_results_items', entries, total_count: entries.length, limit: 200, offset: 0 } as never;
      },
      deleteWebLink: () => {
        isTrashed = true;
        return undefined as never;
      },
    },
  });
  const arrive = bridge.delay('search');
  await bridge.open('#/bookmarks');
  await askedAgain(bridge, 'search', 0);
  arrive();
  const again = bridge.delay('search');
  await bookmarkRow(page, 'Atlas').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
  await expect(bookmarkRow(page, 'Atlas')).toHaveCount(0);
  again();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
});

/** A row of two lines: name and URL. */
const bookmarkRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

const bookmark = (id: string, name: string) => ({
  type: 'web_link',
  id,
  etag: '0',
  sequence_id: '0',
  name,
  url: `https://example.com/${id}`,
  parent: { type: 'folder', id: '0', name: 'All files', sequence_id: null, etag: null },
});

/** Bookmarks in two parts; the second is read when the end of the first comes near. */
function answerManyBookmarks(bridge: FakeBridge): () => readonly number[] {
  const all = Array.from({ length: 505 }, (_, index) => bookmark(String(index), `Link ${index}`));
  const offsets: number[] = [];
  bridge.answer({
    service: {
      search: ({ query }) => {
        const offset = Number(query?.offset ?? 0);
        offsets.push(offset);
        const entries = all.slice(offset, offset === 0 ? 400 : 505);
        return { type: 'search_results_items', entries, total_count: all.length, limit: 400, offset } as never;
      },
    },
  });
  return () => offsets;
}

test('more of a list is asked for once, however often', async ({ page, bridge }) => {
  const offsets = answerManyBookmarks(bridge);
  await bridge.open('#/bookmarks');
  await bookmarkRow(page, 'Link 0').focus();
  const arrive = bridge.delay('search');
  for (const key of ['End', 'Home', 'End']) await page.keyboard.press(key);
  await expect.poll(offsets).toEqual([0, 400]);
  arrive();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '506');
  expect(offsets()).toEqual([0, 400]);
});

test('a list that is refused as a whole can be asked for again', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFile('5', 'plan.txt')]));
  bridge.refuseNext('listFolderItems');
  await bridge.open('#/files');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 'plan.txt')).toBeVisible();
});

test('a list whose first answer is late is read again after a change in the meantime', async ({ page, bridge }) => {
  const files = [listedFile('5', 'plan.txt')];
  bridge.answer(folderOf(files));
  bridge.answer({
    service: { listFolderItems: () => ({ entries: [...files], limit: 1000, next_marker: null }) as never },
  });
  const arrive = bridge.delay('listFolderItems');
  await bridge.open('#/files');
  await askedAgain(bridge, 'listFolderItems', 0);
  files.push(listedFile('6', 'late.txt'));
  await bridge.emit('activity', [activity('late.txt')]);
  arrive();
  await expect(row(page, 'plan.txt')).toBeVisible();
  await expect(row(page, 'late.txt')).toBeVisible();
});

test('an entry of the journal appears although older answers arrive after it', async ({ page, bridge }) => {
  let entries = [activity('old.txt', 1)];
  bridge.answer({ 'activity.list': () => ({ entries, more: false }) });
  const arrive = bridge.delay('activity.list', 1);
  await bridge.open('#/activity');
  await askedAgain(bridge, 'activity.list', 0);
  entries = [{ ...activity('wanted.txt', 2), kind: 'trash-remote', undo: 'possible' }, ...entries];
  await bridge.emit('activity', [activity('wanted.txt', 2)]);
  await askedAgain(bridge, 'activity.list', 1);
  arrive();
  await expect(page.getByRole('button', { name: 'Undo: wanted.txt' })).toBeVisible();
});

test('news of the journal are not lost when the list is scrolled right after', async ({ page, bridge }) => {
  const old = Array.from({ length: 60 }, (_, index) => activity(`old-${index}.txt`, 60 - index));
  bridge.answer({ 'activity.list': () => ({ entries: old, more: false }) });
  await bridge.open('#/activity');
  const list = page.getByRole('listitem').filter({ hasText: 'old-0.txt' });
  await expect(list).toBeVisible();
  bridge.answer({ 'activity.list': () => ({ entries: [activity('wanted.txt', 61), ...old], more: false }) });
  await list.evaluate(
    (item, detail) => {
      window.dispatchEvent(new CustomEvent('feed:activity', { detail }));
      item.closest('.overflow-auto')?.scrollTo(0, 400);
    },
    [activity('wanted.txt', 61)],
  );
  await page.getByRole('button', { name: 'Show new entries' }).click();
  await expect(page.getByRole('button', { name: 'Undo: wanted.txt' })).toBeVisible();
});

function activity(path: string, id = 1): ActivityEntry {
  return {
    id,
    atMs: now,
    rootId: 1,
    kind: 'upload',
    side: 'remote',
    path,
    fromPath: null,
    itemKind: 'file',
    bytes: 1,
    sentence: 'Uploaded',
    rule: 'P1',
    batch: id,
    by: null,
    undo: 'possible',
  };
}

test('what was applied stays as it was chosen while the folders are read again', async ({ page, bridge }) => {
  let state: 'synced' | 'not_synced' = 'synced';
  const amount = { files: 2, bytes: 6, chosenFiles: 2, chosenBytes: 6 };
  bridge.answer({
    'bandwidth.get': () => ({ up: { bytesPerSecond: null, hours: [] }, down: { bytesPerSecond: null, hours: [] } }),
    'ignore.get': () => ({ lines: [] }),
    'guard.get': () => ({ items: 50, share: 0.25 }),
    'held.list': () => [],
    'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
    'folder.look': ({ path }) => ({
      path,
      state: 'in_use',
      entries: 1,
      freeBytes: 1_000_000_000,
      proposals: [],
      problem: null,
    }),
    'selection.set': ({ changes }) => {
      state = changes[0]?.state ?? state;
      return { changed: 1 };
    },
    'selection.tree': ({ rootId }) => ({
      rootId,
      folderId: '31',
      path: '',
      isListed: true,
      ...amount,
      folders: [{ id: '32', name: 'letters', state, ...amount, hasFolders: false, isShared: false }],
    }),
  });
  await bridge.open('#/settings');
  const roots = page.getByRole('region', { name: 'Synced folders', exact: true });
  await roots.getByRole('button', { name: /^Choose folders of/ }).click();
  const letters = roots.getByRole('treeitem', { name: /^letters/ });
  await letters.click();
  await expect(letters).toHaveAttribute('aria-checked', 'false');
  const read = bridge.delay('selection.tree');
  const before = timesAsked(bridge, 'selection.tree');
  await roots.getByRole('button', { name: 'Apply' }).click();
  await askedAgain(bridge, 'selection.tree', before);
  await expect(letters).toHaveAttribute('aria-checked', 'false');
  await expect(letters).toHaveAttribute('aria-disabled', 'true');
  read();
  await expect(letters).not.toHaveAttribute('aria-disabled', 'true');
  await expect(letters).toHaveAttribute('aria-checked', 'false');
  await letters.click();
  await expect(roots.getByRole('button', { name: 'Apply' })).toBeEnabled();
});

test('what was restored is said, also when its list is gone before the answer', async ({ page, bridge }) => {
  const last = listedFile('5', 'old price list.xlsx', { trashed_at: '2026-11-21T10:00:00Z' });
  let entries = [last];
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listTrash: () => ({ entries, total_count: entries.length, limit: 200, offset: 0, next_marker: null }) as never,
      restoreFile: () => {
        entries = [];
        return { ...last, trashed_at: null } as never;
      },
    },
  });
  await bridge.open('#/trash');
  await row(page, last.name ?? '').click({ button: 'right' });
  const arrive = bridge.delay('restoreFile');
  await page.getByRole('menuitem', { name: /^Restore/ }).click();
  await askedAgain(bridge, 'restoreFile', 0);
  await bridge.emit('activity', [{ ...activity(last.name ?? ''), kind: 'restore-remote' }]);
  await expect(page.getByText('Trash is empty')).toBeVisible();
  arrive();
  await expect(page.getByText('Restored “old price list.xlsx” to “All files”.')).toBeVisible();
});
