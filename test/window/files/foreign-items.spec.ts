import { expect } from '@playwright/test';
import { german } from '../../../renderer/texts/de/german.ts';
import { english } from '../../../renderer/texts/en/english.ts';
import { row } from '../../support/browser/files-page.ts';
import { chosen } from '../../support/window/chosen.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

/** A file of another service, as the client hands it to the window: with stand-ins for what that service leaves out. */
const bob = { id: '12', type: 'user', name: 'Bob', login: '' } as const;
const odd = listedFile('5', 'odd.txt', {
  created_at: undefined,
  modified_at: null,
  content_modified_at: null,
  created_by: bob,
  owned_by: bob,
  modified_by: undefined,
  permissions: undefined,
  etag: null,
  size: undefined,
  shared_link: { url: 'https://foreign.example/s/1', effective_access: '', access: 'open' },
} as never);

test('a folder says how many items are not shown, beside one with few known fields', async ({ page, bridge }) => {
  bridge.answer(folderOf([odd]));
  bridge.answer({
    service: { listFolderItems: () => ({ entries: [odd], limit: 1000, next_marker: null, left_out: 2 }) as never },
  });
  await bridge.open('#/files?folder=0');
  await expect(row(page, 'odd.txt')).toBeVisible();
  await expect(page.getByText(english.files.unsupported(2))).toBeVisible();
  await row(page, 'odd.txt').press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Share…' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share “odd.txt”' })).toBeVisible();
});

test('the trash says how many items are not shown, also without any other', async ({ page, bridge }) => {
  let entries = [odd];
  bridge.answer({ service: { listTrash: () => ({ entries, limit: 200, next_marker: null, left_out: 2 }) as never } });
  await bridge.open('#/trash');
  await expect(page.getByText('odd.txt')).toBeVisible();
  await expect(page.getByText(english.files.unsupported(2))).toBeVisible();
  entries = [];
  await page.reload();
  await expect(page.getByText(english.files.unsupported(2))).toBeVisible();
  await expect(page.getByText(english.trash.nothing)).toBeHidden();
});

test('a folder of items that cannot be shown is not called empty', async ({ page, bridge }) => {
  bridge.answer(folderOf([]));
  bridge.answer({
    service: { listFolderItems: () => ({ entries: [], limit: 1000, next_marker: null, left_out: 1 }) as never },
  });
  await bridge.open('#/files?folder=0');
  await expect(page.getByText(english.files.unsupported(1))).toBeVisible();
  await expect(page.getByText(english.files.empty)).toBeHidden();
});

test('a folder whose first items cannot be shown shows the others', async ({ page, bridge }) => {
  const marked: unknown[] = [];
  bridge.answer(folderOf([], [pathState('6')]));
  bridge.answer({
    service: {
      listFolderItems: ({ query }) => {
        marked.push(query?.marker);
        return query?.marker === undefined
          ? ({ entries: [], limit: 1000, next_marker: 'second', left_out: 1000 } as never)
          : ({ entries: [listedFile('6', 'readable.txt')], limit: 1000, next_marker: null } as never);
      },
    },
  });
  await bridge.open('#/files?folder=0');
  await expect(row(page, 'readable.txt')).toBeVisible();
  await expect(page.getByText(english.files.unsupported(1000))).toBeVisible();
  expect(marked).toEqual([undefined, 'second']);
});

for (const language of ['en', 'de'] as const) {
  for (const filesView of ['list', 'grid'] as const) {
    test(`in a narrow window no button covers how many items are not shown (${language}, ${filesView})`, async ({
      page,
      bridge,
    }) => {
      const texts = { en: english, de: german }[language];
      await page.setViewportSize({ width: 400, height: 860 });
      await chosen(page, { language, filesView });
      const readable = listedFile('6', 'readable.txt');
      bridge.answer(folderOf([readable], [pathState('6')]));
      bridge.answer({
        service: {
          listFolderItems: () => ({ entries: [readable], limit: 1000, next_marker: null, left_out: 12 }) as never,
        },
      });
      await bridge.open('#/files?folder=0');
      const button = await page.getByRole('button', { name: texts.actions.add, exact: true }).boundingBox();
      // The paragraph is as wide as the list, its text is not.
      const textEnd = await page.getByText(texts.files.unsupported(12)).evaluate((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        return range.getBoundingClientRect().right;
      });
      expect(textEnd).toBeLessThanOrEqual(button?.x ?? 0);
    });
  }
}
