import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { StartedTandem } from '../../support/desktop/started-tandem.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, tabTo, test } from '../window-test.ts';

/** The Attention page: problems are settled there, on the real disk and the real service. */

/** The same file is edited here and there while nothing is carried over; afterwards each side has a version of its own. */
async function makeConflict({ web, folder, remoteId, ask }: StartedTandem, name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'rent 1,200\nfood 640\n');
  await expect.poll(async () => (await web.find(remoteId, name))?.name).toBe(name);
  const file = await web.find(remoteId, name);
  await ask('sync.pause', { forMs: null });
  await web.replace(file?.id ?? '', name, 'rent 1,200\nfood 700\n');
  await writeFile(path, 'rent 1,250\nfood 640\n');
  await ask('sync.resume', {});
  await expect.poll(async () => (await ask('conflict.list', {})).total).toBeGreaterThan(0);
  return path;
}

async function compare(page: Page, name: string): Promise<void> {
  await openPage(page, 'Attention');
  await tabTo(page, page.getByRole('link', { name: `Compare both versions of ${name}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

test('keeps mine: my version takes the name, the other one stays among its versions', async ({ page, tandem }) => {
  const path = await makeConflict(tandem, 'mine.txt');
  await compare(page, 'mine.txt');
  await expect(page.getByLabel('Text of your version')).toContainText('rent 1,250');
  await expect(page.getByLabel('Text of the other version')).toContainText('food 700');
  expect(await accessibilityFindings(page)).toEqual([]);
  await tabTo(page, page.getByRole('button', { name: 'Keep your version' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing needs you', { exact: true })).toBeVisible();
  await expect.poll(() => readFile(path, 'utf8')).toBe('rent 1,250\nfood 640\n');
  const file = await tandem.web.find(tandem.remoteId, 'mine.txt');
  await expect.poll(async () => String(await tandem.web.read(file?.id ?? ''))).toBe('rent 1,250\nfood 640\n');
  expect((await readdir(tandem.folder)).filter((name) => name.includes('mine (conflicted'))).toEqual([]);
});

test('keeps theirs: the copy leaves the folder for the trash of this computer', async ({ page, tandem }) => {
  const path = await makeConflict(tandem, 'theirs.txt');
  await compare(page, 'theirs.txt');
  await tabTo(page, page.getByRole('button', { name: 'Keep the other version' }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Nothing needs you', { exact: true })).toBeVisible();
  expect(await readFile(path, 'utf8')).toBe('rent 1,200\nfood 700\n');
  await expect
    .poll(async () => (await readdir(tandem.folder)).filter((name) => name.includes('theirs (conflicted')))
    .toEqual([]);
});

test('keeps both: nothing moves, and the conflict is settled', async ({ page, tandem }) => {
  const path = await makeConflict(tandem, 'both.txt');
  await compare(page, 'both.txt');
  await tabTo(page, page.getByRole('button', { name: 'Keep both' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing needs you', { exact: true })).toBeVisible();
  expect(await readFile(path, 'utf8')).toBe('rent 1,200\nfood 700\n');
  expect((await readdir(tandem.folder)).filter((name) => name.includes('both (conflicted'))).toHaveLength(1);
});

test('[P31] a delete beyond what a person lets pass is one question, and putting it back brings every file', async ({
  page,
  tandem,
}) => {
  const folder = join(tandem.folder, 'many');
  await mkdir(folder);
  const names = Array.from({ length: 30 }, (_, index) => `${index}.txt`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), name)));
  const onService = async () => {
    const many = await tandem.web.find(tandem.remoteId, 'many');
    return many === undefined ? 0 : (await tandem.web.items(many.id)).length;
  };
  await expect.poll(onService, { timeout: 30_000 }).toBe(30);
  await expect.poll(async () => (await tandem.ask('status.get')).state).toBe('in_sync');
  // Fewer than the default limit.
  const usual = await tandem.ask('guard.get');
  await tandem.ask('guard.set', { items: 10, share: 0.5 });
  await Promise.all(names.map((name) => rm(join(folder, name))));
  await openPage(page, 'Attention');
  await expect(page.getByRole('button', { name: 'Restore all' })).toBeVisible({ timeout: 30_000 });
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await onService()).toBe(30);
  await page.getByRole('button', { name: 'Show files' }).click();
  await expect(page.getByRole('list', { name: 'Show files' }).getByRole('listitem')).toHaveCount(30);
  await page.getByRole('button', { name: 'Restore all' }).click();
  await expect.poll(async () => (await readdir(folder)).length, { timeout: 30_000 }).toBe(30);
  expect(await onService()).toBe(30);
  await expect(page.getByText('Nothing needs you', { exact: true })).toBeVisible();
  await tandem.ask('guard.set', usual);
});
