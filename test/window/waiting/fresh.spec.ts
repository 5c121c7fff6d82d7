import { expect, type Page } from '@playwright/test';
import type { ActivityEntry, Status } from '../../../preload/ipc/shapes/status.ts';
import { row } from '../../support/browser/files-page.ts';
import type { Answers, FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { answerManyFiles, detailsAreAskedFor, serviceCalls } from '../../support/window/many-files.ts';
import { countRenders } from '../../support/window/render-counts.ts';
import { now, rootStatus, status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** The engine reports a step on an item of the synced folder. */
async function report(bridge: FakeBridge, entry: Partial<ActivityEntry>): Promise<void> {
  const step: ActivityEntry = {
    id: 1,
    atMs: now,
    rootId: 1,
    kind: 'upload',
    side: 'remote',
    path: 'new.txt',
    fromPath: null,
    itemKind: 'file',
    bytes: null,
    sentence: 'Uploaded',
    rule: 'P1',
    batch: 1,
    by: null,
    undo: 'possible',
    ...entry,
  };
  await bridge.emit('activity', [step]);
}

async function readEverything(page: Page, bridge: FakeBridge): Promise<void> {
  await bridge.open('#/files?folder=11');
  await row(page, 'file 000000.txt').click();
  await detailsAreAskedFor(bridge, '0');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByRole('toolbar', { name: '5,000 selected' })).toBeVisible({ timeout: 60_000 });
}

test('a rename in a long list that was read to the end costs one request, also when the engine reports it', async ({
  page,
  bridge,
}) => {
  test.slow();
  answerManyFiles(bridge);
  await readEverything(page, bridge);
  await row(page, 'file 000003.txt').click();
  await detailsAreAskedFor(bridge, '3');
  const before = serviceCalls(bridge).length;
  await row(page, 'file 000003.txt').press('F2');
  await page.getByRole('dialog').getByRole('textbox').fill('renamed.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'renamed.txt')).toBeVisible();
  await report(bridge, { kind: 'move-local', path: 'renamed.txt', fromPath: 'file 000003.txt', sentence: 'Moved' });
  // The recent files are read again after the same report, so the report has been handled.
  await expect(row(page, 'file 000003.txt')).toHaveCount(0);
  expect(serviceCalls(bridge).slice(before)).toEqual(['updateFile']);
});

test('a new file in a long list costs one request for the rows in view, and one for the folder', async ({
  page,
  bridge,
}) => {
  test.slow();
  answerManyFiles(bridge);
  await readEverything(page, bridge);
  const before = serviceCalls(bridge).length;
  await report(bridge, { kind: 'upload', path: 'new.txt' });
  await expect.poll(() => serviceCalls(bridge).slice(before).toSorted()).toEqual(['getFolder', 'listFolderItems']);
});

test('a folder that is listed already costs no request when the engine reports that it was created', async ({
  page,
  bridge,
}) => {
  answerManyFiles(bridge, 10);
  await bridge.open('#/files?folder=11');
  await row(page, 'file 000000.txt').waitFor();
  const before = serviceCalls(bridge).length;
  await report(bridge, { kind: 'create-local-folder', itemKind: 'folder', path: 'file 000003.txt' });
  await report(bridge, { kind: 'create-local-folder', itemKind: 'folder', path: 'New folder' });
  await expect.poll(() => serviceCalls(bridge).slice(before).toSorted()).toEqual(['getFolder', 'listFolderItems']);
});

test('a list that is read again, and states that are reported again, render no row that is the same', async ({
  page,
  bridge,
}) => {
  const renders = await countRenders(page);
  answerManyFiles(bridge, 10);
  await bridge.open('#/files?folder=11');
  await row(page, 'file 000000.txt').waitFor();
  await renders.reset();
  const before = serviceCalls(bridge).length;
  await bridge.emit('paths', [pathState('1'), pathState('2')]);
  await report(bridge, { kind: 'upload', path: 'file 000003.txt' });
  await expect.poll(() => serviceCalls(bridge).slice(before).toSorted()).toEqual(['getFolder', 'listFolderItems']);
  await bridge.emit('paths', [pathState('1', { status: 'syncing' })]);
  await expect(row(page, 'file 000001.txt')).toContainText('Syncing');
  const counts: unknown = await page.evaluate(() => Reflect.get(window, 'renders'));
  // The state of one row, and nothing else: neither the page nor another row.
  expect([await renders.of('Files'), counts]).toEqual([0, counts]);
  expect([await renders.of('Files and folders'), counts]).toEqual([expect.closeTo(4, -1), counts]);
});

test('one more selected tile renders no other tile', async ({ page, bridge }) => {
  const renders = await countRenders(page);
  answerManyFiles(bridge, 40);
  await bridge.open('#/files?folder=11');
  await page.getByRole('radio', { name: 'Pictures' }).click();
  const tile = (name: string) => page.getByRole('option', { name });
  await tile('file 000000.txt').click();
  await tile('file 000001.txt').click({ modifiers: ['Control'] });
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
  await renders.reset();
  await tile('file 000002.txt').click({ modifiers: ['Control'] });
  await page.getByRole('toolbar', { name: '3 selected' }).waitFor();
  const counts: unknown = await page.evaluate(() => Reflect.get(window, 'renders'));
  // Less than once for each of the tiles.
  expect(await renders.of('Files and folders'), JSON.stringify(counts)).toBeLessThan(40);
});

test('a double-click whose second click meets another row opens the first one, and nothing if that is gone', async ({
  page,
  bridge,
}) => {
  const files = ['first.dwg', 'second.dwg', 'third.dwg'].map((name, at) => listedFile(String(at), name));
  bridge.answer(folderOf(files));
  await bridge.open('#/files?folder=0');
  const box = await row(page, 'second.dwg').boundingBox();
  if (box === null) throw new Error('the row is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await expect(row(page, 'second.dwg')).toHaveAttribute('aria-selected', 'true');
  bridge.answer(folderOf(files.slice(1)));
  await report(bridge, { kind: 'trash-remote', path: 'first.dwg', sentence: 'Deleted' });
  await expect(row(page, 'first.dwg')).toHaveCount(0);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(page.getByRole('dialog', { name: 'second.dwg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.mouse.click(x, y);
  await expect(row(page, 'third.dwg')).toHaveAttribute('aria-selected', 'true');
  bridge.answer(folderOf(files.slice(1, 2)));
  await report(bridge, { kind: 'trash-remote', path: 'third.dwg', sentence: 'Deleted' });
  await expect(row(page, 'third.dwg')).toHaveCount(0);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a list that is scrolled fast asks for states once more, and not for those of rows that it passed', async ({
  page,
  bridge,
}) => {
  answerManyFiles(bridge, 3_000);
  await bridge.open('#/files?folder=11');
  await expect(row(page, 'file 000000.txt')).toContainText('In sync');
  const statesAsked = () => bridge.asked.filter(({ name }) => name === 'paths.state').map(({ request }) => request);
  const before = statesAsked().length;
  const answer = bridge.delay('paths.state');
  const list = page.getByRole('grid', { name: 'Files and folders' });
  for (const at of [500, 1_000, 1_500, 2_000]) {
    await list.evaluate((element, index) => {
      element.scrollTop = (element.scrollHeight * index) / 3_000;
    }, at);
    await row(page, `file 00${String(at).padStart(4, '0')}.txt`).waitFor();
  }
  expect(statesAsked()).toHaveLength(before + 1);
  answer();
  await expect(row(page, 'file 002000.txt')).toContainText('In sync');
  expect(statesAsked()).toHaveLength(before + 2);
});

const transfer = (bytesDone: number): Status['transfers'][number] => ({
  id: '1',
  rootId: 1,
  direction: 'up',
  name: 'film.mp4',
  place: '',
  state: 'running',
  bytesDone,
  bytesTotal: 1_000,
  bytesPerSecond: 10,
  secondsLeft: 90,
  parts: null,
  sentence: null,
  canCancel: true,
  isGrouped: false,
});

const quiet: Answers = {
  'bandwidth.get': () => ({ up: { bytesPerSecond: null, hours: [] }, down: { bytesPerSecond: null, hours: [] } }),
  'conflict.list': () => ({ conflicts: [], total: 0 }),
  'guard.get': () => ({ items: 50, share: 0.5 }),
  'held.list': () => [],
  'ignore.get': () => ({ lines: [] }),
  'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
};

const syncing = (step: number) =>
  status({
    state: 'syncing',
    roots: [rootStatus({ state: 'syncing', files: 12_480 + step, pending: 40 - step })],
    transfers: [transfer(step)],
    transfersTotal: 1,
    rate: { upBytesPerSecond: step, downBytesPerSecond: 0 },
    totals: { filesDone: 0, filesTotal: 1, bytesDone: step, bytesTotal: 1_000, secondsLeft: 90 },
    atMs: now + step,
  });

for (const [hash, regions] of [
  ['#/home', ['Pages', 'Synced folders']],
  ['#/files?folder=11', ['Pages', 'Files', 'Files and folders']],
  ['#/activity', ['Pages', 'Activity']],
  ['#/settings', ['Pages', 'Settings']],
  ['#/attention', ['Pages', 'Attention']],
] as const) {
  test(`${hash} renders nothing that did not change while files sync`, async ({ page, bridge }) => {
    const renders = await countRenders(page);
    answerManyFiles(bridge);
    bridge.answer(quiet);
    await bridge.open(hash);
    await bridge.emit('status', syncing(0));
    await expect(page).toHaveTitle(/Syncing/);
    await renders.reset();
    for (let step = 1; step <= 40; step += 1) await bridge.emit('status', syncing(step));
    const all: unknown = await page.evaluate(() => Reflect.get(window, 'renders'));
    for (const region of regions) expect([region, await renders.of(region), all]).toEqual([region, 0, all]);
  });
}

test('a list that could not be read is read once Tandem is connected again', async ({ page, bridge }) => {
  answerManyFiles(bridge);
  bridge.refuseNext('listFolderItems');
  await bridge.open('#/files?folder=11');
  await expect(page.getByRole('alert')).toContainText('The service is unreachable.');
  await bridge.reconnect();
  await expect(row(page, 'file 000000.txt')).toBeVisible();
});
