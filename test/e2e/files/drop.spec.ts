import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { tabTo, test } from '../window-test.ts';

/** Files on the window: dropped by the pointer, or chosen with the keyboard. */

type Dropped = { readonly name: string; readonly text: string };

/** A drag from the desktop, as the browser tells it to the page. */
const drag = (page: Page, files: readonly Dropped[]) =>
  page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text } of dropped) transfer.items.add(new File([text], name));
    return transfer;
  }, files);

test('a file dropped on the window is on the service, and comes down to the disk', async ({ page, tandem }) => {
  const dataTransfer = await drag(page, [{ name: 'dropped.txt', text: 'from the desktop' }]);
  const card = page.getByRole('listitem', { name: 'Tandem', exact: true });
  await card.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText(/Drop to upload to/)).toBeVisible();
  await card.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText(/Drop to upload to/)).toBeHidden();
  await expect(page.getByTestId('drop-batch')).toHaveText(/^1 file sent/);

  const item = await tandem.web.find(tandem.remoteId, 'dropped.txt');
  expect((await tandem.web.read(item?.id ?? '')).toString()).toBe('from the desktop');
  const onDisk = join(tandem.folder, 'dropped.txt');
  await expect.poll(() => readFile(onDisk, 'utf8').catch(() => null)).toBe('from the desktop');
});

test('names that are taken are asked about once, and both are kept', async ({ page, tandem }) => {
  await tandem.web.upload(tandem.remoteId, 'taken.txt', 'theirs');
  const dataTransfer = await drag(page, [
    { name: 'taken.txt', text: 'mine' },
    { name: 'free.txt', text: 'free' },
  ]);
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer });
  const batch = page.getByTestId('drop-batch');
  await expect(batch).toContainText('1 file is already in');
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'free.txt'))?.name).toBe('free.txt');
  await batch.getByRole('button', { name: 'Keep both' }).press('Enter');
  await expect(batch).toHaveText(/^2 files sent/);

  const kept = await tandem.web.find(tandem.remoteId, 'taken (2).txt');
  expect((await tandem.web.read(kept?.id ?? '')).toString()).toBe('mine');
  const first = await tandem.web.find(tandem.remoteId, 'taken.txt');
  expect((await tandem.web.read(first?.id ?? '')).toString()).toBe('theirs');
});

test('the keyboard alone uploads files', async ({ page, tandem }) => {
  // Waited for from the start: until the browser has heard of it, it cancels a picker at once.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const big = Buffer.alloc(25_000_000, 'tandem');
  await (await chooser).setFiles([{ name: 'chosen.bin', mimeType: 'application/octet-stream', buffer: big }]);
  await expect(page.getByTestId('drop-batch')).toHaveText(/^1 file sent/, { timeout: 60_000 });
  const item = await tandem.web.find(tandem.remoteId, 'chosen.bin');
  expect((await tandem.web.read(item?.id ?? '')).equals(big)).toBe(true);
});

/** Large enough to be on its way for a while; made in the page. */
const dragLarge = (page: Page, name: string, others: readonly Dropped[] = []) =>
  page.evaluateHandle(
    ([large, small]) => {
      const transfer = new DataTransfer();
      for (const { name: other, text } of small) transfer.items.add(new File([text], other));
      const megabyte = new Uint8Array(1_000_000);
      transfer.items.add(
        new File(
          Array.from({ length: 400 }, () => megabyte),
          large,
        ),
      );
      return transfer;
    },
    [name, others] as const,
  );

test('an upload that runs can be cancelled, and leaves nothing behind', async ({ page, tandem }) => {
  // At full speed it may be over before the click.
  const { down } = await tandem.ask('bandwidth.get');
  await tandem.ask('bandwidth.set', { up: { bytesPerSecond: 5_000_000, hours: [] }, down });
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: await dragLarge(page, 'unwanted.bin') });
  const inFlight = page.getByRole('main').getByRole('listitem').filter({ hasText: 'unwanted.bin' });
  // The bytes are shown only until the first part is on its way; the parts take more than a minute.
  await expect(inFlight.getByTitle(/^part \d+ of 48/)).toBeVisible();
  await page
    .getByTestId('drop-batch')
    .getByRole('button', { name: /^Cancel upload/i })
    .click();
  await expect(page.getByTestId('drop-batch')).toContainText('Cancelled');
  await expect(inFlight).toHaveCount(0);
  expect(await tandem.web.find(tandem.remoteId, 'unwanted.bin')).toBeUndefined();
  expect((await tandem.ask('status.get')).transfersTotal).toBe(0);
  await tandem.ask('bandwidth.set', { up: { bytesPerSecond: null, hours: [] }, down });
});

test('a page that was loaded again names the files to drop once more', async ({ page, tandem }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const dataTransfer = await dragLarge(page, 'cut off.bin', [{ name: 'arrived.txt', text: 'arrived' }]);
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer });
  const batch = page.getByTestId('drop-batch');
  await expect(batch).toContainText('7 B · Uploaded');
  await page.reload();
  // Where a drop goes is known with the first status.
  await page.getByTestId('state').waitFor();
  await expect(batch).toContainText('1 of 2 files sent to “Tandem” before this page was loaded again');
  await expect(batch.getByRole('listitem')).toHaveText(['cut off.bin']);
  expect(await tandem.web.find(tandem.remoteId, 'cut off.bin')).toBeUndefined();

  const again = await drag(page, [{ name: 'cut off.bin', text: 'whole' }]);
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: again });
  await expect(batch).toHaveCount(1);
  await expect(batch).toHaveText(/^1 file sent/);
  await page.reload();
  await page.getByTestId('state').waitFor();
  await expect(batch).toHaveCount(0);
});

test('a folder dropped from the desktop arrives with all that is in it', async ({ page, tandem }) => {
  const desktop = await mkdtemp(join(tmpdir(), 'tandem-desktop-'));
  const trip = join(desktop, 'Trip');
  await mkdir(join(trip, 'Photos', 'Day 1'), { recursive: true });
  await writeFile(join(trip, 'packing.txt'), 'socks');
  await writeFile(join(trip, 'Photos', 'Day 1', 'lake.txt'), 'a lake');
  await dropPath(page, trip);
  await expect(page.getByTestId('drop-batch')).toHaveText(/^2 files sent/);
  await rm(desktop, { recursive: true });
  const onDisk = (...names: string[]) => readFile(join(tandem.folder, 'Trip', ...names), 'utf8').catch(() => null);
  await expect.poll(() => onDisk('Photos', 'Day 1', 'lake.txt')).toBe('a lake');
  await expect.poll(() => onDisk('packing.txt')).toBe('socks');
});

test('on Files a drop goes to the folder shown, or to the row under it: a folder with a hundred files too', async ({
  page,
  tandem,
}) => {
  const { web } = tandem;
  const place = await web.createFolder('0', 'Landing');
  const inner = await web.createFolder(place.id, 'Inner');
  const desktop = await mkdtemp(join(tmpdir(), 'tandem-desktop-'));
  const many = join(desktop, 'Many');
  const places = Array.from({ length: 10 }, (_, index) => `part ${index}`);
  for (const name of places) {
    await mkdir(join(many, name), { recursive: true });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => writeFile(join(many, name, `${index}.txt`), `${index}`)),
    );
  }
  await page.evaluate((id) => {
    window.location.hash = `#/files?folder=${id}`;
  }, place.id);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Inner').dispatchEvent('drop', { dataTransfer: await drag(page, [{ name: 'note.txt', text: 'a note' }]) });
  const batches = page.getByTestId('drop-batch');
  await expect(batches.filter({ hasText: 'Inner' })).toHaveText(/^1 file sent/);
  expect((await web.items(inner.id)).map(({ name }) => name)).toEqual(['note.txt']);

  // That they come down to the disk is another test's matter.
  const [root] = await tandem.ask('root.list');
  const changes = [{ folderId: place.id, state: 'not_synced' as const }];
  await tandem.ask('selection.set', { rootId: root?.id, changes });
  await dropPath(page, many, { x: 300, y: 400 });
  const batch = batches.filter({ hasText: 'Landing' });
  await expect(batch.getByRole('progressbar', { name: 'Progress of Upload to Landing' })).toBeVisible();
  await expect(batch).toHaveText(/^100 files sent to “Landing”/, { timeout: 60_000 });
  await expect(row('Many')).toBeVisible();
  const arrived = await web.find(place.id, 'Many');
  const counts = await Promise.all(
    (await web.items(arrived?.id ?? '')).map(async ({ id }) => (await web.items(id)).length),
  );
  expect(counts).toEqual(places.map(() => 10));
  await rm(desktop, { recursive: true });
});

test('on Files the upload button sends a folder to the folder shown, with the keyboard alone', async ({
  page,
  tandem,
}) => {
  const chooser = page.waitForEvent('filechooser');
  const place = await tandem.web.createFolder('0', 'Chosen place');
  await page.evaluate((id) => {
    window.location.hash = `#/files?folder=${id}`;
  }, place.id);
  await page.getByRole('heading', { level: 1, name: 'Chosen place' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Upload', exact: true }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Upload a folder…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const desktop = await mkdtemp(join(tmpdir(), 'tandem-desktop-'));
  await mkdir(join(desktop, 'Picked'));
  await writeFile(join(desktop, 'Picked', 'inner.txt'), 'picked');
  await (await chooser).setFiles(join(desktop, 'Picked'));
  await expect(page.getByRole('row').filter({ hasText: 'Picked' })).toBeVisible();
  const { id = '' } = (await tandem.web.find(place.id, 'Picked')) ?? {};
  await expect.poll(async () => (await tandem.web.find(id, 'inner.txt'))?.name).toBe('inner.txt');
  await rm(desktop, { recursive: true });
});

/** A real drag of a path on the disk, as the system hands it to the browser: folders can be walked only in such a one. */
async function dropPath(page: Page, path: string, at = { x: 40, y: 40 }): Promise<void> {
  const box = await page.getByRole('main').boundingBox();
  const place = { x: (box?.x ?? 0) + at.x, y: (box?.y ?? 0) + at.y };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await session.detach();
}
