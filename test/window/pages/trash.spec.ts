import { expect, type Page } from '@playwright/test';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

const harbour = { type: 'folder' as const, id: '31', name: 'Harbour House', etag: '0', sequence_id: '0' };
const top = { ...harbour, id: '0', name: 'All Files' };
const deletedAt = (hour: number) => ({ trashed_at: `2026-11-21T${hour}:00:00Z` });

/** The trash of the service with these items; restored and permanently deleted ones leave it. */
function trashOf(
  bridge: FakeBridge,
  items: readonly (ReturnType<typeof listedFile> | ReturnType<typeof listedFolder>)[],
) {
  let left = items;
  const leave = (id: string): never => {
    left = left.filter((item) => item.id !== id);
    return { type: 'file', id, parent: harbour } as never;
  };
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listTrash: () => ({ entries: left, limit: 200, next_marker: null }) as never,
      restoreFile: ({ params }) => leave(params.file_id),
      restoreFolder: ({ params }) => leave(params.folder_id),
      purgeFile: ({ params }) => leave(params.file_id),
      deleteFile: () => undefined as never,
      deleteFolder: () => undefined as never,
    },
  });
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const askedOf = (bridge: FakeBridge, ...names: string[]): readonly unknown[] =>
  bridge.asked
    .filter(({ name }) => names.includes(name))
    .map(({ request }) => Object.values(Object(request).params).join(''));

const few = [
  listedFile('1', 'plan.dwg', { ...deletedAt(10), parent: harbour }),
  listedFolder('2', 'Inside', { ...deletedAt(11), parent: harbour }),
  listedFolder('3', 'Outside', { ...deletedAt(12), parent: top }),
];

for (const width of [1440, 400]) {
  test(`the trash of the service says where each item was, at ${width} px`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    trashOf(bridge, few);
    await bridge.open('#/trash');
    await expect(rowOf(page, 'plan.dwg')).toContainText('Harbour House');
    await expect(rowOf(page, 'Outside')).toContainText('All files');
    await rowOf(page, 'plan.dwg').click();
    await rowOf(page, 'Outside').click({ modifiers: ['Control'] });
    await expect(
      page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Restore' }),
    ).toBeVisible();
    expect(await outOfReach(page)).toEqual([]);
    await bothSchemesAreSound(page);
  });
}

test('the trash asks for no folders above an item’s own, since it shows none', async ({ page, bridge }) => {
  trashOf(bridge, few);
  await bridge.open('#/trash');
  await expect(rowOf(page, 'plan.dwg')).toBeVisible();
  const [listed] = bridge.asked.filter(({ name }) => name === 'listTrash');
  const fields = String(Object(Object(listed?.request).query).fields).split(',');
  expect(fields).toEqual(expect.arrayContaining(['name', 'size', 'parent', 'trashed_at']));
  expect(fields).not.toContain('path_collection');
});

test('several items are restored, a folder before one that was deleted earlier, and Undo deletes them again', async ({
  page,
  bridge,
}) => {
  trashOf(bridge, few);
  await bridge.open('#/trash');
  await rowOf(page, 'plan.dwg').click();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: '3 selected' });
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('alert')).toContainText('Restored 3 items.');
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(askedOf(bridge, 'restoreFile', 'restoreFolder')).toEqual(['3', '2', '1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => askedOf(bridge, 'deleteFile', 'deleteFolder')).toEqual(['1', '2', '3']);
});

test('after some items are restored at 400 px, the trash can still be emptied', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 400, height: 860 });
  trashOf(
    bridge,
    ['1', '2', '3', '4'].map((id) => listedFile(id, `file ${id}.pdf`, { ...deletedAt(10), parent: harbour })),
  );
  await bridge.open('#/trash');
  const empty = page.getByRole('button', { name: 'Empty Trash…' });
  await rowOf(page, 'file 1.pdf').click();
  await rowOf(page, 'file 2.pdf').click({ modifiers: ['Control'] });
  await expect(empty).toBeHidden();
  await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Restore' }).click();
  await expect(rowOf(page, 'file')).toHaveCount(2);
  await expect(empty).toBeVisible();
});

test('restoring many items shows progress, continues after a refusal, and can be stopped', async ({ page, bridge }) => {
  trashOf(
    bridge,
    Array.from({ length: 60 }, (_, at) => listedFile(`${at}`, `file ${at}.pdf`, { ...deletedAt(10), parent: harbour })),
  );
  await bridge.open('#/trash');
  await rowOf(page, 'file 1.pdf').click();
  await page.keyboard.press('Control+a');
  bridge.refuseNext('restoreFile', { code: 'item_name_in_use', message: 'The name is taken.', remedy: '' });
  const arrive = bridge.delay('restoreFile');
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('progressbar', { name: 'Restoring 60 items…' })).toBeVisible();
  await expect.poll(() => askedOf(bridge, 'restoreFile')).toHaveLength(8);
  await page.getByRole('button', { name: 'Stop' }).click();
  arrive();
  await expect(page.getByRole('alert')).toContainText(
    'Restored 7 items. Can’t restore “file 0.pdf”. The name is taken.',
  );
  await expect(page.getByRole('toolbar', { name: '53 selected' })).toBeVisible();
});

test('one item that takes long to restore says so until it is back, and offers no Stop', async ({ page, bridge }) => {
  trashOf(bridge, few);
  await bridge.open('#/trash');
  const arrive = bridge.delay('restoreFolder');
  await rowOf(page, 'Outside').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  const progress = page.getByRole('progressbar', { name: 'Restoring 1 item…' });
  await expect(progress).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await bothSchemesAreSound(page);
  arrive();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('Restored “Outside” to “Harbour House”.');
});

test('several items are permanently deleted after a question', async ({ page, bridge }) => {
  trashOf(
    bridge,
    ['1', '2', '3'].map((id) => listedFile(id, `file ${id}.pdf`, { ...deletedAt(10), parent: harbour })),
  );
  await bridge.open('#/trash');
  await rowOf(page, 'file 1.pdf').click();
  await rowOf(page, 'file 2.pdf').click({ modifiers: ['Control'] });
  await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Delete permanently…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 items permanently?' });
  expect(askedOf(bridge, 'purgeFile')).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('alert')).toContainText('Permanently deleted 2 items.');
  expect(askedOf(bridge, 'purgeFile')).toEqual(['1', '2']);
  await expect(page.getByRole('row').filter({ hasText: 'file' })).toHaveCount(1);
});
