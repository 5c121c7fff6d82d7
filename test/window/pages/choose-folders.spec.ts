import { expect, type Page } from '@playwright/test';
import type { SelectionFolder, SelectionTree } from '../../../preload/ipc/shapes/scope.ts';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** The folders to sync, as a person chooses them in Settings: letters contains drafts and sent. */

const folder = (id: string, name: string, more: Partial<SelectionFolder> = {}): SelectionFolder => ({
  id,
  name,
  state: 'not_synced',
  files: 2,
  bytes: 6_000,
  chosenFiles: 0,
  chosenBytes: 0,
  hasFolders: false,
  isShared: false,
  ...more,
});

const letters = folder('32', 'letters', { files: 4, bytes: 12_000, hasFolders: true });
const drafts = folder('33', 'drafts');
const sent = folder('34', 'sent');

/** `levels`: the folders in each folder, by its id. */
function offerFolders(bridge: FakeBridge, levels: Map<string, SelectionFolder[]>): void {
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
    'selection.set': ({ changes }) => ({ changed: changes.length }),
    'selection.tree': ({ rootId, folderId = '31' }): SelectionTree => ({
      rootId,
      folderId,
      path: '',
      files: 4,
      bytes: 12_000,
      chosenFiles: 0,
      chosenBytes: 0,
      isListed: true,
      folders: levels.get(folderId) ?? [],
    }),
  });
}

const rootsOf = (page: Page) => page.getByRole('region', { name: 'Synced folders', exact: true });

async function openChoice(page: Page, bridge: FakeBridge, levels: Map<string, SelectionFolder[]>) {
  offerFolders(bridge, levels);
  await bridge.open('#/settings');
  const roots = rootsOf(page);
  await roots.getByRole('button', { name: /^Choose folders of/ }).click();
  const row = (name: string) => roots.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  return { roots, row, apply: roots.getByRole('button', { name: 'Apply' }) };
}

const deleted = (path: string): ActivityEntry => ({
  id: 1,
  atMs: now,
  rootId: 1,
  kind: 'delete-local',
  side: 'local',
  path,
  fromPath: null,
  itemKind: 'folder',
  bytes: null,
  sentence: 'Deleted',
  rule: 'P1',
  batch: 1,
  by: null,
  undo: 'never',
});

const applied = (bridge: FakeBridge) => () =>
  bridge.asked.filter(({ name }) => name === 'selection.set').map(({ request }) => request);

test('a collapsed folder keeps what was chosen in it, and its choice is applied before theirs', async ({
  page,
  bridge,
}) => {
  const levels = new Map([
    ['31', [letters]],
    ['32', [drafts, sent]],
  ]);
  const { roots, row, apply } = await openChoice(page, bridge, levels);
  await row('letters').click();
  await row('letters').press('ArrowRight');
  await row('drafts').click();
  await expect(row('letters')).toHaveAttribute('aria-checked', 'mixed');
  await row('letters').press('ArrowLeft');
  await expect(row('drafts')).toHaveCount(0);
  await expect(row('letters')).toHaveAttribute('aria-checked', 'mixed');
  await expect(roots).toContainText('2 files, 6 kB');
  await apply.click();
  await expect.poll(applied(bridge)).toEqual([
    {
      rootId: 1,
      changes: [
        { folderId: '32', state: 'synced' },
        { folderId: '33', state: 'not_synced' },
      ],
    },
  ]);
});

test('a folder that was chosen and is no longer in the list comes last: it was moved or deleted', async ({
  page,
  bridge,
}) => {
  const levels = new Map([
    ['31', [letters, folder('35', 'photos')]],
    ['32', [drafts, sent]],
  ]);
  const { row, apply } = await openChoice(page, bridge, levels);
  await row('photos').click();
  await row('letters').press('ArrowRight');
  await row('drafts').click();
  levels.set('31', [folder('35', 'photos')]);
  await bridge.emit('activity', [deleted('letters')]);
  await expect(row('letters')).toHaveCount(0);
  await apply.click();
  await expect.poll(applied(bridge)).toEqual([
    {
      rootId: 1,
      changes: [
        { folderId: '35', state: 'synced' },
        { folderId: '33', state: 'synced' },
      ],
    },
  ]);
});

test('a link to a synced folder opens its selection', async ({ page, bridge }) => {
  offerFolders(bridge, new Map([['31', [letters]]]));
  await bridge.open('#/settings?section=folders&root=1');
  await expect(rootsOf(page).getByRole('treeitem', { name: /^letters/ })).toBeVisible();
});

test('choices that are not applied yet are there again after another page', async ({ page, bridge }) => {
  const { roots, row, apply } = await openChoice(page, bridge, new Map([['31', [letters]]]));
  await row('letters').click();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(roots).toHaveCount(0);
  await page.goBack();
  await roots.getByRole('button', { name: /^Choose folders of/ }).click();
  await expect(row('letters')).toHaveAttribute('aria-checked', 'true');
  await roots.getByRole('button', { name: 'Discard' }).click();
  await expect(row('letters')).toHaveAttribute('aria-checked', 'false');
  await expect(apply).toBeDisabled();
});
