import { expect } from '@playwright/test';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { openTop, selectAll, selectionBar } from '../../support/browser/files-page.ts';
import { folderOf, listedFolder, syncedTop } from '../../support/window/folder-answers.ts';
import { answerManyFiles } from '../../support/window/many-files.ts';
import { now } from '../../support/window/status-states.ts';
import { comparison } from '../../support/window/studio/comparison.ts';
import { test } from '../fake-window.ts';

/** Lists and actions beyond the limit of one request. */

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

test('1,001 folders are taken off this computer in parts that the engine accepts', async ({ page, bridge }) => {
  const ids = upTo(1_001).map((at) => String(at + 100));
  await openTop(
    bridge,
    folderOf(ids.map((id) => listedFolder(id, `folder ${id}`))),
    syncedTop(Object.fromEntries(ids.map((id) => [id, 1]))),
    { 'selection.set': ({ changes }) => ({ changed: changes.length }) },
  );
  await selectAll(page).click();
  await selectionBar(page, 1_001).getByRole('button', { name: 'Free up space' }).click();
  const sent = () =>
    bridge.asked
      .filter(({ name }) => name === 'selection.set')
      .map(({ request }) => (request as { readonly changes: readonly { readonly folderId: string }[] }).changes);
  await expect.poll(() => sent().map((changes) => changes.length)).toEqual([1_000, 1]);
  expect(sent().flatMap((changes) => changes.map(({ folderId }) => folderId))).toEqual(ids);
});

test('more files than one archive takes are not requested, and Download says so', async ({ page, bridge }) => {
  answerManyFiles(bridge, 10_001);
  await bridge.open('#/files?folder=11');
  await selectAll(page).click();
  await selectionBar(page, 10_001).getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert')).toHaveText('Up to 10,000 items can be downloaded together. Select fewer.');
  expect(bridge.asked.map(({ name }) => name)).not.toContain('archive.gather');
});

test('all of 250 conflicts can be reached from the list, and each one from its neighbours', async ({
  page,
  bridge,
}) => {
  const listed = comparison['conflict.list']?.({ limit: 100, offset: 0 });
  const known = comparison['conflict.get']?.({ id: 4 });
  const [first] = listed?.conflicts ?? [];
  if (first === undefined || known === undefined) throw new Error('the scene has no conflict');
  const all = upTo(250).map((id) => ({ ...first, id, path: `notes ${id}.md` }));
  bridge.answer(comparison);
  bridge.answer({
    'conflict.list': ({ limit, offset }) => ({
      conflicts: all.slice(offset, offset + limit),
      total: all.length,
    }),
    'conflict.get': ({ id }) => ({ ...known, id, path: `notes ${id}.md` }),
  });
  await bridge.open('#/attention');
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByRole('listitem').last()).toContainText('and 150 more');
  await conflicts.getByRole('button', { name: 'Show more' }).click();
  await expect(conflicts.getByRole('listitem').last()).toContainText('and 50 more');
  await conflicts.getByRole('button', { name: 'Show more' }).click();
  await expect(conflicts.getByRole('listitem')).toHaveCount(250);
  await bridge.open('#/attention?conflict=249');
  const neighbours = page.getByRole('main').getByRole('navigation');
  await expect(neighbours).toContainText('249 of 250');
  await neighbours.getByRole('link', { name: 'Next conflict' }).click();
  await expect(page.getByRole('heading', { name: 'notes 250.md' })).toBeVisible();
  await expect(neighbours).toContainText('250 of 250');
});

test('all items of a held batch can be listed', async ({ page, bridge }) => {
  const [batch] = comparison['held.list']?.({}) ?? [];
  if (batch === undefined) throw new Error('the scene has no held batch');
  const items = upTo(2_500).map((at) => ({ path: `raw/${at}.raw`, itemKind: 'file' as const, bytes: 1, itemId: null }));
  bridge.answer(comparison);
  bridge.answer({
    'held.list': () => [{ ...batch, items: items.length }],
    'held.items': ({ limit, offset }) => ({
      items: items.slice(offset, offset + limit),
      total: items.length,
    }),
  });
  await bridge.open('#/attention');
  await page.getByRole('button', { name: 'Show files' }).click();
  const list = page.getByRole('list', { name: 'Show files' });
  await expect(list.getByRole('listitem').last()).toContainText('and 1,500 more');
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list.getByRole('listitem').last()).toContainText('and 500 more');
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list.getByText('raw/2500.raw')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2_500);
});

const upload = (id: number): ActivityEntry => ({
  id,
  atMs: now,
  rootId: 1,
  kind: 'upload',
  side: 'remote',
  path: `${id}.txt`,
  fromPath: null,
  itemKind: 'file',
  bytes: 1,
  sentence: 'Uploaded',
  rule: 'P1',
  batch: id,
  by: null,
  undo: 'possible',
});

test('Activity that stays open keeps the newest entries, and reads the rest again when it is wanted', async ({
  page,
  bridge,
}) => {
  let newest = 100;
  bridge.answer({
    'activity.list': ({ before = newest + 1, limit }) => {
      const end = Math.max(0, before - 1 - limit);
      const ids = Array.from({ length: before - 1 - end }, (_, at) => before - 1 - at);
      return { entries: ids.map(upload), more: end > 0 };
    },
  });
  await bridge.open('#/activity');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(100);
  while (newest < 400) {
    newest += 75;
    await bridge.emit('activity', [upload(newest)]);
    await expect(page.getByRole('button', { name: `Undo: ${newest}.txt` })).toBeVisible();
  }
  await expect(rows).toHaveCount(200);
  const oldest = page.getByRole('button', { name: 'Undo: 1.txt', exact: true });
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(oldest).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(rows).toHaveCount(newest);
});
