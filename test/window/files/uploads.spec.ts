import { expect, type Locator, type Page } from '@playwright/test';
import { noCounts } from '../../../preload/ipc/upload-files.ts';
import { row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { drop, goOn, takesDrops } from '../../support/window/drops.ts';
import type { Answers, FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { now, status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

test('the tray shows each file, survives a change of page, names every failed file and sends it again', async ({
  page,
  bridge,
}) => {
  takesDrops(bridge);
  await bridge.open('#/home');
  await drop(page, { 'film.mp4': 'hold', 'plan.dwg': 'refuse', 'cost.xlsx': 'refuse', 'photo.jpg': 'send' });
  const tray = page.getByTestId('drop-batch');
  const line = (name: string) => tray.getByRole('listitem').filter({ hasText: name });
  await expect(line('plan.dwg')).toContainText('Connection lost');
  await expect(line('cost.xlsx')).toContainText('Connection lost');
  await expect(line('photo.jpg')).toContainText('2 MB · Uploaded');
  await expect(line('film.mp4').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expect(tray).toContainText('Uploading 4 of 4 to “Documents”');
  await expect(tray).toContainText('to “Documents”3 MB of 4 MB');

  // A failed file does not wait for the others.
  await page.evaluate(() => Reflect.set(window, 'dropPlan', { 'cost.xlsx': 'send' }));
  await line('cost.xlsx').getByRole('button', { name: 'Retry cost.xlsx' }).click();
  await expect(line('cost.xlsx')).toContainText('2 MB · Uploaded');
  await expect(tray).toContainText('5 MB of 6 MB');
  await expect(line('film.mp4').getByRole('progressbar')).toBeVisible();

  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await line('film.mp4').getByRole('button', { name: 'Stop uploading film.mp4' }).click();
  await expect(tray).toContainText('2 files sent to “Documents” · 1 file failed');

  await page.evaluate(() => Reflect.set(window, 'dropPlan', { 'plan.dwg': 'send' }));
  await line('plan.dwg')
    .getByRole('button', { name: /plan\.dwg/ })
    .click();
  await expect(tray).toContainText('3 files sent to “Documents” · Cancelled');
  await expect(tray.getByRole('listitem')).toHaveCount(0);
  const begun = bridge.asked.filter(({ name }) => name === 'drop.begin');
  expect(begun.map(({ request }) => Object(request).onConflict)).toEqual(['ask', 'ask', 'ask']);
});

test('files dropped on the desktop app have the same card: it names those that failed, and tries them again', async ({
  page,
  bridge,
}) => {
  bridge.answer({ 'drop.paths': () => ({ batchId: 'b1' }), 'upload.retry': () => ({}), 'upload.cancel': () => ({}) });
  await bridge.open('#/home');
  await page.evaluate(() => Reflect.set(window, 'dropPaths', { 'plan.dwg': '/home/ann/plan.dwg' }));
  await drop(page, { 'plan.dwg': 'refuse' });
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toContain('drop.paths');
  const about = { batchId: 'b1', destination: { folderId: '11', name: 'Documents' }, total: 500, asking: 0 } as const;
  const reading = { ...about, state: 'reading', total: 0, counts: noCounts } as const;
  await bridge.emit('uploads', [{ ...reading, files: [] }]);
  const tray = page.getByTestId('drop-batch');
  await expect(tray).toContainText('Reading files…');
  const failed = { id: 3, path: 'plans/plan.dwg', sizeBytes: 2_000_000, sentBytes: 0, isReadable: true } as const;
  const counts = { ...noCounts, sent: 499, failed: 1, bytes: 1_000_000_000, sentBytes: 998_000_000 };
  await bridge.emit('uploads', [
    { ...about, state: 'done', counts, files: [{ ...failed, state: 'failed', sentence: 'The name is reserved.' }] },
  ]);
  await expect(tray).toContainText('499 files sent to “Documents” · 1 file failed');
  const line = tray.getByRole('listitem').filter({ hasText: 'plan.dwg' });
  await expect(line).toContainText('The name is reserved.');
  await line.getByRole('button', { name: 'Retry plans/plan.dwg' }).click();
  await expect.poll(() => bridge.asked.at(-1)).toEqual({ name: 'upload.retry', request: { batchId: 'b1', fileId: 3 } });
  const again = { ...about, state: 'sending', counts: { ...counts, sending: 1, failed: 0 } } as const;
  await bridge.emit('uploads', [{ ...again, files: [{ ...failed, state: 'sending', sentence: null }] }]);
  await line.getByRole('button', { name: 'Stop uploading plans/plan.dwg' }).click();
  const cancel = { name: 'upload.cancel', request: { batchId: 'b1', fileId: 3 } };
  await expect.poll(() => bridge.asked.at(-1)).toEqual(cancel);
  await tray.getByRole('button', { name: 'Cancel Upload to Documents' }).click();
  await expect.poll(() => bridge.asked.at(-1)).toEqual({ ...cancel, request: { batchId: 'b1', fileId: null } });
  // It is cancelled once the host says so, which sends it.
  await expect(tray).not.toContainText('Cancelled');
  await bridge.emit('uploads', [{ ...again, state: 'cancelled', files: [] }]);
  await expect(tray).toContainText('Cancelled');
});

test('files dropped on the desktop app whose names are taken are asked about, and those that failed are tried again at once', async ({
  page,
  bridge,
}) => {
  bridge.answer({ 'upload.retry': () => ({}), 'upload.resolve': () => ({}) });
  await bridge.open('#/home');
  const about = { batchId: 'b1', destination: { folderId: '11', name: 'Documents' }, total: 3 } as const;
  const failed = (id: number) =>
    ({
      id,
      path: `${id}.pdf`,
      sizeBytes: 10,
      sentBytes: 0,
      isReadable: true,
      state: 'failed',
      sentence: null,
    }) as const;
  const counts = { ...noCounts, failed: 2, waiting: 1 };
  await bridge.emit('uploads', [{ ...about, state: 'sending', asking: 1, counts, files: [failed(1), failed(2)] }]);
  const tray = page.getByTestId('drop-batch');
  await expect(tray).toContainText('1 file is already in “Documents”.');
  await tray.getByRole('button', { name: 'New version' }).click();
  const resolve = { name: 'upload.resolve', request: { batchId: 'b1', onConflict: 'new-version' } };
  await expect.poll(() => bridge.asked.at(-1)).toEqual(resolve);
  await bridge.emit('uploads', [{ ...about, state: 'sending', asking: 0, counts, files: [] }]);
  await expect(tray).not.toContainText('already in');
  await bothSchemesAreSound(page);
  await tray.getByRole('button', { name: 'Try all again' }).click();
  const retry = { name: 'upload.retry', request: { batchId: 'b1', fileId: null } };
  await expect.poll(() => bridge.asked.at(-1)).toEqual(retry);
  await bridge.emit('uploads', [
    { ...about, state: 'sending', asking: 0, counts, files: [{ ...failed(1), state: 'sending' }] },
  ]);
  await expect(tray.getByRole('button', { name: 'Try all again' })).toHaveCount(0);
});

test('a lost connection says how much was sent, and the batch takes as long as its slowest file', async ({
  page,
  bridge,
}) => {
  takesDrops(bridge);
  await bridge.open('#/home');
  const megabytes = 1_000_000;
  await drop(page, { 'film.mp4': 'hold', 'sound.wav': 'hold', 'plan.dwg': 'refuse' }, 0, {
    sizes: { 'film.mp4': 1_600 * megabytes, 'sound.wav': 200 * megabytes, 'plan.dwg': 48 * megabytes },
    sent: {
      'film.mp4': [400 * megabytes, 600 * megabytes],
      'sound.wav': [50 * megabytes, 100 * megabytes],
      'plan.dwg': [12 * megabytes],
    },
  });
  const tray = page.getByTestId('drop-batch');
  const line = (name: string) => tray.getByRole('listitem').filter({ hasText: name });
  await expect(line('plan.dwg')).toContainText('Connection lost at 12 of 48 MB');
  await goOn(page);
  // 200 MB and 50 MB in five seconds. At 50 MB/s the batch would need 22 s.
  await expect(tray).toContainText('700 MB of 1.8 GB50 MB/s · 25 s left');
  await expect(line('film.mp4')).toContainText('600 MB of 1.6 GB · 25 s left');
  await expect(line('sound.wav')).toContainText('100 MB of 200 MB · 10 s left');
});

test('a large batch waits behind a number, and all of it can be listed', async ({ page, bridge }) => {
  takesDrops(bridge);
  await bridge.open('#/home');
  await drop(page, Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`${at}.jpg`, 'hold' as const])), 200);
  const tray = page.getByTestId('drop-batch');
  await expect(tray).toContainText('66 more waiting');
  await tray.getByRole('button', { name: 'Show', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(tray.getByRole('listitem')).toHaveCount(70);
});

for (const width of [1440, 400]) {
  test(`the tray is sound at ${width} px`, async ({ page, bridge }) => {
    test.slow();
    await page.setViewportSize({ width, height: 860 });
    takesDrops(bridge);
    await bridge.open('#/home');
    await drop(page, { 'film.mp4': 'hold', 'plan.dwg': 'refuse', 'photo.jpg': 'send' });
    const tray = page.getByTestId('drop-batch');
    if (width === 400) await tray.getByRole('button', { name: 'Show the files' }).click();
    await expect(tray.getByRole('listitem')).toHaveCount(3);
    const retry = await tray.getByRole('button', { name: 'Retry plan.dwg' }).boundingBox();
    const card = await tray.boundingBox();
    expect(retry?.height).toBe(28);
    expect((retry?.x ?? 0) + (retry?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0) - 8);
    expect(await outOfReach(page)).toEqual([]);
    await bothSchemesAreSound(page);
  });
}

test('in a narrow window the tray starts folded, and covers neither the last row nor the button that adds', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  takesDrops(bridge);
  bridge.answer(
    folderWith(
      Array.from({ length: 30 }, (_, at) => `page ${at + 10}.txt`),
      true,
    ),
  );
  await bridge.open('#/files?folder=11');
  await drop(page, { 'film.mp4': 'hold', 'photo.jpg': 'send' });
  const tray = page.getByTestId('drop-batch');
  await expect(tray).toContainText('Uploading 2 of 2');
  await expect(tray.getByRole('listitem')).toHaveCount(0);
  const last = row(page, 'page 39.txt');
  await page.getByRole('grid').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(last).toBeVisible();
  const isAbove = (upper: Locator, lower: Locator): Promise<void> =>
    expect
      .poll(async () => {
        const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
        return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
      })
      .toBeGreaterThanOrEqual(0);
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await isAbove(last, add);
  await isAbove(add, tray);
  await tray.getByRole('button', { name: 'Show the files' }).click();
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  await isAbove(page.getByRole('main'), tray);
  await isAbove(add, tray);
  await tray.getByRole('button', { name: 'Cancel Upload to Documents' }).click();
  await tray.getByRole('button', { name: 'Dismiss' }).click();
  await isAbove(last, add);
});

test('in a narrow window the questions of two uploads can be scrolled to and answered', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 500, height: 640 });
  bridge.answer({ 'upload.resolve': () => ({}) });
  await bridge.open('#/home');
  const about = { destination: { folderId: '11', name: 'Documents' }, total: 2, state: 'sending', asking: 2 } as const;
  const counts = { ...noCounts, waiting: 2 };
  await bridge.emit(
    'uploads',
    ['b1', 'b2'].map((batchId) => ({ ...about, batchId, counts, files: [] })),
  );
  const skip = page.getByTestId('drop-batch').getByRole('button', { name: 'Skip' });
  await expect(skip).toHaveCount(2);
  // Unlike a click, the wheel scrolls nothing that is only clipped.
  await page
    .getByTestId('drop-batch')
    .first()
    .hover({ position: { x: 8, y: 8 } });
  await page.mouse.wheel(0, 1_000);
  await expect(skip.last()).toBeInViewport({ ratio: 1 });
  await skip.last().click();
  const resolve = { name: 'upload.resolve', request: { batchId: 'b2', onConflict: 'skip' } };
  await expect.poll(() => bridge.asked.at(-1)).toEqual(resolve);
  expect(await outOfReach(page)).toEqual([]);
});

const meanwhile: Readonly<Record<string, (page: Page, bridge: FakeBridge) => Promise<void>>> = {
  'syncing starts': async (page, bridge) => {
    await bridge.emit('status', status({ state: 'syncing', sentence: 'Syncing 1 file' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Syncing 1 file');
  },
  'another page is shown': async (page) => {
    await page.evaluate(() => window.location.assign('#/activity'));
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  },
};

for (const [event, happens] of Object.entries(meanwhile)) {
  test(`files are uploaded although ${event} while they are being chosen`, async ({ page, bridge }) => {
    takesDrops(bridge);
    await bridge.open('#/home');
    await page.evaluate(() => Reflect.set(window, 'dropPlan', { 'photo.jpg': 'send' }));
    const picker = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Upload files' }).press('Enter');
    const chooser = await picker;
    await happens(page, bridge);
    await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('photo') });
    await expect(page.getByTestId('drop-batch')).toContainText('1 file sent to “Documents”');
  });
}

/** The top folder of the sync root, with the rights of a role. */
const folderWith = (names: readonly string[], can_upload: boolean): Answers => {
  const answers = folderOf(names.map((name, at) => listedFile(String(at + 50), name)));
  const folder = { type: 'folder', id: '11', name: 'Documents', permissions: { can_upload } };
  return { ...answers, service: { ...answers.service, getFolder: () => folder as never } };
};

const nothing = (page: Page): Locator => page.getByText('This folder is empty').locator('..');

for (const width of [1440, 400]) {
  test(`an empty folder has the page's buttons to fill it, at ${width} px`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(folderWith([], true));
    bridge.answer({ service: { createFolder: () => ({ type: 'folder', id: '60', name: 'Tender' }) as never } });
    await bridge.open('#/files?folder=11');
    await expect(nothing(page)).toContainText('Drop files or folders here, or add some.');
    await expect(page.getByRole('button', { name: /^(Upload|New folder|Add)$/ })).toHaveCount(2);
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);

    const picker = page.waitForEvent('filechooser');
    await nothing(page).getByRole('button', { name: 'Upload' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Upload files' }).press('Enter');
    expect((await picker).isMultiple()).toBe(true);

    await nothing(page).getByRole('button', { name: 'New folder' }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox').fill('Tender');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(bridge.asked.filter(({ name }) => name === 'createFolder')).toHaveLength(1);
  });
}

test('an empty folder in which your role may add nothing has no buttons and asks for no drop', async ({
  page,
  bridge,
}) => {
  bridge.answer(folderWith([], false));
  await bridge.open('#/files?folder=11');
  await expect(nothing(page)).toHaveText('This folder is empty');
  await expect(page.getByRole('button', { name: /^(Upload|New folder)$/ })).toHaveCount(0);
});

test('a name that is being typed stays when the first item arrives, and the page has its buttons again', async ({
  page,
  bridge,
}) => {
  bridge.answer(folderWith([], true));
  await bridge.open('#/files?folder=11');
  await nothing(page).getByRole('button', { name: 'New folder' }).press('Enter');
  const name = page.getByRole('dialog').getByRole('textbox');
  await name.fill('Tender');
  bridge.answer(folderWith(['new.txt'], true));
  const arrived = {
    rootId: 1,
    kind: 'upload',
    side: 'remote',
    path: 'new.txt',
    fromPath: null,
    itemKind: 'file',
  } as const;
  const step = {
    ...arrived,
    id: 1,
    atMs: now,
    bytes: null,
    sentence: 'Uploaded',
    rule: 'P1',
    batch: 1,
    by: null,
  } as const;
  await bridge.emit('activity', [{ ...step, undo: 'possible' }]);
  await expect(page.getByText('This folder is empty')).toHaveCount(0);
  await expect(name).toHaveValue('Tender');
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'new.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Upload|New folder)$/ })).toHaveCount(2);
});
