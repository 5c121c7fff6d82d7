import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './window-test.ts';

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
  const card = page.getByRole('listitem').filter({ hasText: tandem.folder });
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
  await batch.getByRole('button', { name: 'Keep both' }).click();
  await expect(batch).toHaveText(/^2 files sent/);

  const kept = await tandem.web.find(tandem.remoteId, 'taken (2).txt');
  expect((await tandem.web.read(kept?.id ?? '')).toString()).toBe('mine');
  const first = await tandem.web.find(tandem.remoteId, 'taken.txt');
  expect((await tandem.web.read(first?.id ?? '')).toString()).toBe('theirs');
});

test('the keyboard alone uploads files', async ({ page, tandem }) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).focus();
  await page.keyboard.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  const big = Buffer.alloc(25_000_000, 'tandem');
  await (await chooser).setFiles([{ name: 'chosen.bin', mimeType: 'application/octet-stream', buffer: big }]);
  await expect(page.getByTestId('drop-batch')).toHaveText(/^1 file sent/, { timeout: 60_000 });
  const item = await tandem.web.find(tandem.remoteId, 'chosen.bin');
  expect((await tandem.web.read(item?.id ?? '')).equals(big)).toBe(true);
});
