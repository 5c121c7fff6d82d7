import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openService } from '../../../service/app.ts';
import { readStorageConfig } from '../../../service/options/config.ts';
import { addManyItems } from '../../bench/service/many-items.ts';
import { zipEntries } from '../../support/files/zip-entries.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { inGerman, openPage, row, rowAct, test } from '../window-test.ts';

/** More than one item at once: kept, and shown. */

test('a folder, and several things at once, are kept as one archive; the window says how many files are left out', async ({
  page,
  tandem,
}) => {
  const { web } = tandem;
  const parcel = await web.createFolder('0', 'Parcel');
  const inner = await web.createFolder(parcel.id, 'Inner');
  await web.createFolder(parcel.id, 'Void');
  const deep = await web.upload(inner.id, 'größe.txt', 'deep');
  const top = await web.upload(parcel.id, 'top.txt', 'top');
  await web.upload('0', 'beside.txt', 'beside');
  await openPage(page, 'Files');
  const whole = await keptArchive(page, () => rowAct(page, 'Parcel', 'Download'));
  expect(whole.name).toBe('Parcel.zip');
  expect(whole.texts).toEqual({ 'Parcel/Inner/größe.txt': 'deep', 'Parcel/Void/': '', 'Parcel/top.txt': 'top' });
  await row(page, 'Parcel').click();
  await row(page, 'beside.txt').click({ modifiers: ['ControlOrMeta'] });
  const several = await keptArchive(page, () => page.getByRole('button', { name: 'Download' }).press('Enter'));
  expect(several.name).toBe('2 items.zip');
  expect(several.texts).toEqual({ ...whole.texts, 'beside.txt': 'beside' });

  // A locked file is left out, in both languages. An archive of nothing else is refused with the reason.
  const bob = await tandem.person('bob@example.com', 'Bob');
  const { login } = await bob.call('GET', '/users/me');
  const body = { item: parcel, accessible_by: { type: 'user', login }, role: 'editor' };
  const { id } = await web.call('POST', '/collaborations', body);
  await bob.call('PUT', `/collaborations/${id}`, { status: 'accepted' });
  const lock = { type: 'lock', is_download_prevented: true };
  await bob.call('PUT', `/files/${top.id}`, { lock });
  const partial = await keptArchive(page, () => page.getByRole('button', { name: 'Download' }).click());
  expect(partial.texts).toEqual({
    'Parcel/Inner/größe.txt': 'deep',
    'Parcel/Void/': '',
    'beside.txt': 'beside',
  });
  await expect(
    page.getByText('1 item was left out because you may not download it or Tandem does not support its type.'),
  ).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await inGerman(page);
  await keptArchive(page, () => rowAct(page, 'Parcel', 'Herunterladen'));
  await expect(
    page.getByText(
      '1 Element fehlt im Archiv, weil Sie es nicht herunterladen dürfen oder Tandem seinen Typ nicht unterstützt.',
    ),
  ).toBeVisible();
  await bob.call('PUT', `/files/${deep.id}`, { lock });
  await rowAct(page, 'Parcel', 'Herunterladen');
  await expect(page.getByRole('alert')).toContainText('ist von einer anderen Person gesperrt.');
});

/** Starts a download. Returns the name and the entries of the archive. */
async function keptArchive(page: Page, start: () => Promise<void>) {
  const started = page.waitForEvent('download');
  await start();
  const kept = await started;
  const entries = zipEntries(await readFile(await kept.path()));
  return { name: kept.suggestedFilename(), texts: Object.fromEntries(entries.map(({ path, text }) => [path, text])) };
}

/** More than can be reached by offset: the list is read by marker. */
const ROWS = 12_000;

test('a folder of very many rows scrolls to its end, and draws only the visible ones', async ({ page, tandem }) => {
  const { id } = await tandem.web.createFolder(tandem.remoteId, 'a folder of many');
  await tandem.stop();
  {
    await using opened = await openService(readStorageConfig({ data: tandem.data }));
    const { store } = opened.service;
    const model = await store.read((reads) => reads.items.get(id));
    if (model?.kind !== 'folder') throw new Error('The folder was not made.');
    await addManyItems(store, model, id, ROWS);
  }
  await tandem.startAgain();
  await expect
    .poll(() =>
      tandem.link().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await page.goto(await tandem.link());
  await page.getByTestId('state').waitFor();
  await page.evaluate((folder) => {
    window.location.hash = `#/files?folder=${folder}`;
  }, id);
  const grid = page.getByRole('grid');
  await expect(page.getByRole('row').filter({ hasText: 'item 000001' })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(ROWS + 1));

  // A jump far down, as with the scroll bar: the rows in between are read first, and the position is kept.
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  const last = page.getByRole('row').filter({ hasText: `item ${String(ROWS - 1).padStart(6, '0')}` });
  await expect(last).toBeVisible({ timeout: 60_000 });
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  await last.click();
  await page.keyboard.press('Home');
  const first = page.getByRole('row').filter({ hasText: 'item 000000' });
  await expect(first).toBeFocused();
  // Out of sight it keeps the keyboard, though other rows take over the elements; at rest the rows stand in their order.
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect(
    page.getByRole('row').filter({ hasText: `item ${String(ROWS / 2 + 5).padStart(6, '0')}` }),
  ).toBeVisible();
  await expect(first).toBeFocused();
  await expect.poll(async () => isRising(await grid.evaluate(rowNumbers))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row').filter({ hasText: 'item 000001' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'item 000001' })).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByText('12,000 selected')).toBeVisible();
});

/** In the order of the document. */
const rowNumbers = (grid: Element): number[] =>
  [...grid.querySelectorAll('tr')].map((row) => Number(row.getAttribute('aria-rowindex')));

const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((one, index) => index === 0 || one > (numbers[index - 1] ?? 0));
