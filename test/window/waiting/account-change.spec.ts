import { expect, type Page } from '@playwright/test';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { openTop, row, tick } from '../../support/browser/files-page.ts';
import { drop, takesDrops } from '../../support/window/drops.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/*
 * Ids and etags repeat between services, so what belongs to one account must neither show nor act in the next one.
 */

const ann = status();
const bobOf = (baseUrl: string): Status => ({
  ...ann,
  account: {
    ...ann.account,
    baseUrl,
    key: `${baseUrl} 2`,
    user: { ...people(ann), id: '2', name: 'Bob', login: 'bob@x.org' },
  },
});
const bob = bobOf('https://other.example.com/2.0');

function people({ account: { user } }: Status) {
  if (user === null) throw new Error('the status names no user');
  return user;
}

async function become(bridge: FakeBridge, next: Status): Promise<void> {
  bridge.answer({ 'status.get': () => next });
  await bridge.emit('status', next);
}

const folderOfBob = folderOf([listedFile('5', 'Contract.pdf', { etag: '1' })]);
const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

for (const [where, next] of [
  ['another service', bob],
  ['the same service', bobOf(ann.account.baseUrl)],
] as const) {
  test(`after a change to another account of ${where}, its Files list no rows of the former one`, async ({
    page,
    bridge,
  }) => {
    await openTop(bridge, folderOf([listedFile('5', 'Ann secret.txt')]));
    await expect(row(page, 'Ann secret.txt')).toBeVisible();
    await goTo(page, '#/home');
    await page.getByTestId('state').waitFor();
    bridge.answer(folderOfBob);
    const answer = bridge.delay('listFolderItems');
    await become(bridge, next);
    await goTo(page, '#/files?folder=0');
    await expect.poll(() => bridge.asked.filter(({ name }) => name === 'listFolderItems').length).toBe(2);
    await expect(row(page, 'Ann secret.txt')).toHaveCount(0);
    answer();
    await expect(row(page, 'Contract.pdf')).toBeVisible();
    await expect(row(page, 'Ann secret.txt')).toHaveCount(0);
  });
}

test('an open page is read again for another account: rows, selection and folder of the former one go', async ({
  page,
  bridge,
}) => {
  bridge.answer(
    folderOf([listedFile('5', 'Ann secret.txt'), listedFile('6', 'Plan.pdf')], [], { id: '7', name: 'Ann' }),
  );
  await bridge.open('#/files?folder=7&file=5');
  await tick(row(page, 'Ann secret.txt'));
  bridge.answer(folderOfBob);
  await become(bridge, bob);
  await expect(row(page, 'Contract.pdf')).toBeVisible();
  await expect(row(page, 'Contract.pdf')).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe('#/files');
});

test('an undo and an upload of the former account end with it', async ({ page, bridge }) => {
  const restored: ServiceAnswer<'restoreFile'>[] = [];
  takesDrops(bridge);
  await openTop(bridge, folderOf([listedFile('5', 'Ann secret.txt')]), {
    service: {
      deleteFile: () => undefined as never,
      restoreFile: () => {
        restored.push(listedFile('5', 'Ann secret.txt') as never);
        return listedFile('5', 'Ann secret.txt') as never;
      },
    },
  });
  await row(page, 'Ann secret.txt').click();
  await row(page, 'Ann secret.txt').press('Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await drop(page, { 'film.mp4': 'hold' });
  await expect(page.getByTestId('drop-batch')).toContainText('film.mp4');
  bridge.answer(folderOfBob);
  await become(bridge, bob);
  await expect(row(page, 'Contract.pdf')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByTestId('drop-batch')).toHaveCount(0);
  expect(restored).toEqual([]);
});

test('work on many items that is under way reaches no item of the next account', async ({ page, bridge }) => {
  const files = Array.from({ length: 30 }, (_, index) => listedFile(String(100 + index), `Ann ${index}.txt`));
  await openTop(bridge, folderOf(files), { service: { deleteFile: () => undefined as never } });
  await row(page, 'Ann 0.txt').click();
  await page.keyboard.press('Control+a');
  const answer = bridge.delay('deleteFile');
  await page.keyboard.press('Delete');
  const deletes = () => bridge.asked.filter(({ name }) => name === 'deleteFile').length;
  await expect.poll(deletes).toBe(8);
  bridge.answer(folderOfBob);
  await become(bridge, bob);
  await expect(row(page, 'Contract.pdf')).toBeVisible();
  answer();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(deletes()).toBe(8);
});

test('a sign-in that expires, or a person who is not known yet, keeps the page and what is typed', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf([listedFile('5', 'Ann secret.txt')]));
  const search = page.getByRole('searchbox').first();
  await search.fill('Ann');
  await become(bridge, { ...ann, account: { ...ann.account, state: 'signed_out', user: null } });
  await become(bridge, ann);
  await expect(search).toHaveValue('Ann');
});

test('Files keep the search word, and sort, when the service says only later who is signed in', async ({
  page,
  bridge,
}) => {
  bridge.answer({ 'status.get': () => ({ ...ann, account: { ...ann.account, user: null } }) });
  await openTop(bridge, folderOf([listedFile('5', 'Ann secret.txt')]));
  const search = page.getByRole('searchbox').first();
  await search.fill('Ann');
  await become(bridge, ann);
  await expect(search).toHaveValue('Ann');
  await expect.poll(() => bridge.asked.some(({ name }) => name === 'search')).toBe(true);
  await search.fill('');
  const size = page.getByRole('columnheader', { name: 'Size' });
  await size.getByRole('button').click();
  await expect(size).toHaveAttribute('aria-sort', 'ascending');
});
