import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { CLOSE_UNKNOWN_SESSION } from '../../../preload/ipc/transport/messages.ts';
import { openWindow } from '../../support/browser/window-client.ts';
import { openPage, test } from '../window-test.ts';

/** The main job, seen through the window: real service, real disk, real browser. */

test('a file dropped into the folder on disk shows up as synced in Home and in Activity', async ({ page, tandem }) => {
  await writeFile(join(tandem.folder, 'from-disk.txt'), 'saved here');
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'from-disk.txt'))?.name).toBe('from-disk.txt');
  await expect(page.getByTestId('state').getByRole('heading')).toContainText('in sync');
  await openPage(page, 'Activity');
  await expect(page.getByRole('button', { name: 'from-disk.txt', exact: true })).toHaveCount(1);
});

test('a remote change arrives on the disk and in an open Activity', async ({ page, tandem }) => {
  await openPage(page, 'Activity');
  await tandem.web.upload(tandem.remoteId, 'from-web.txt', 'saved there');
  await expect(page.getByRole('button', { name: 'from-web.txt', exact: true })).toHaveCount(1);
  expect(await readFile(join(tandem.folder, 'from-web.txt'), 'utf8')).toBe('saved there');
});

test('Activity narrows by word, by side and by kind, and explains a path', async ({ page, tandem }) => {
  await tandem.web.upload(tandem.remoteId, 'down.txt', 'down');
  await writeFile(join(tandem.folder, 'up.txt'), 'up');
  await openPage(page, 'Activity');
  const row = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(row('up.txt')).toHaveCount(1);
  await expect(row('down.txt')).toHaveCount(1);

  await page.getByRole('searchbox').fill('UP.T');
  await expect(row('down.txt')).toHaveCount(0);
  await expect(row('up.txt')).toHaveCount(1);
  await page.getByRole('searchbox').fill('no such path');
  await page.getByRole('button', { name: 'Clear the filter' }).last().click();
  await expect(row('down.txt')).toHaveCount(1);

  await page.getByRole('button', { name: 'What happened' }).click();
  await page.getByRole('menuitem', { name: 'Downloads' }).click();
  await expect(row('up.txt')).toHaveCount(0);
  await expect(row('down.txt')).toHaveCount(1);
  await page.getByRole('button', { name: 'Where' }).click();
  await page.getByRole('menuitem', { name: 'The service' }).click();
  await expect(row('down.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Where: The service' }).click();
  await expect(row('down.txt')).toHaveCount(1);

  await row('down.txt').click();
  const panel = page.getByRole('complementary');
  await expect(panel).toContainText('In sync');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('pause keeps a change here until it is resumed', async ({ page, tandem }) => {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('menuitem', { name: '30 minutes' }).click();
  await expect(page.getByTestId('state').getByRole('heading')).toContainText(/paused/i);
  await mkdir(join(tandem.folder, 'while-paused'));
  await writeFile(join(tandem.folder, 'while-paused', 'note.txt'), 'later');
  expect((await tandem.ask('status.get')).state).toBe('paused');
  expect(await tandem.web.find(tandem.remoteId, 'while-paused')).toBeUndefined();

  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'while-paused'))?.name).toBe('while-paused');
  await expect(page.getByTestId('state').getByRole('heading')).toContainText('in sync');
});

test('nothing moves while it is paused, and a pause ends by itself', async ({ page, tandem }) => {
  const forMs = 6_000;
  await tandem.ask('sync.pause', { forMs });
  const { roots } = await tandem.ask('status.get');
  const untilMs = roots[0]?.pausedUntilMs ?? 0;
  expect(untilMs).toBeGreaterThan(Date.now());
  await expect(page.getByTestId('state')).toContainText('Resumes at');
  await writeFile(join(tandem.folder, 'held.txt'), 'held');
  const above = await tandem.web.upload(tandem.remoteId, 'held above.txt', 'held');
  const onDisk = join(tandem.folder, 'held above.txt');
  const isHere = () =>
    readFile(onDisk).then(
      () => true,
      () => false,
    );
  // Either side would have moved within a second or two; both have to wait for the end of the pause.
  await expect
    .poll(async () => (await isHere()) || (await tandem.web.find(tandem.remoteId, 'held.txt')) !== undefined)
    .toBe(true);
  expect(Date.now()).toBeGreaterThanOrEqual(untilMs);
  await expect.poll(isHere).toBe(true);
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'held.txt'))?.name).toBe('held.txt');
  expect((await tandem.web.find(tandem.remoteId, 'held above.txt'))?.id).toBe(above.id);
  await expect(page.getByTestId('state').getByRole('heading')).toContainText('in sync');
});

test('a window whose Tandem is gone says so, and how to get a new one; its origin is never used again', async ({
  page,
  tandem,
}) => {
  const lost = page.getByText('Tandem is not answering.');
  const { origin } = new URL(page.url());
  await tandem.stop();
  await expect(lost).toBeVisible();
  const help = page.getByText('If Tandem was stopped or restarted');
  for (const command of ['tandem open', 'npm start']) await expect(help).toContainText(`\`${command}\``);
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  // Its script was not loaded before, and the server is gone.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/settings-page'));
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await failed;
  await expect(page.getByRole('main', { name: 'Settings' })).toContainText('Tandem is not answering.');
  await tandem.startAgain();
  const tab = await page.context().newPage();
  await tab.goto(await tandem.link());
  await expect(tab.getByTestId('state')).toBeVisible();
  expect(new URL(tab.url()).origin).not.toBe(origin);
  await expect(lost).toBeVisible();
  await tab.close();
});

test('a page whose script is refused says so in its place, and the others stay', async ({ page }) => {
  const script = '**/assets/trash-page*.js';
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'This page could not be shown' });
  await expect(failed).toBeVisible();
  await openPage(page, 'Activity');
  await page.unroute(script);
  await page.goBack();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
});

test('a menu whose script was refused opens as soon as it can be loaded', async ({ page }) => {
  const script = '**/assets/menu-panel*.js';
  const refused = page.waitForResponse((response) => response.url().includes('/assets/menu-panel') && !response.ok());
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await refused;
  await page.unroute(script);
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  // A browser that remembers the refusal loads the window again first, and the menu opens at the next press.
  await expect(async () => {
    await pause.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: '30 minutes' })).toBeFocused({ timeout: 5_000 });
  }).toPass();
});

test('a link opens the window once', async ({ browser, tandem }) => {
  const link = await tandem.link();
  const [first, second] = [await browser.newContext(), await browser.newContext()];
  const [mine, other] = [await first.newPage(), await second.newPage()];
  await mine.goto(link);
  await expect(mine.getByTestId('state')).toBeVisible();
  await other.goto(link);
  await expect(other.getByText('This window is signed out.')).toBeVisible();
  await other.goto(new URL(link).origin);
  await expect(other.getByText('This window is signed out.')).toBeVisible();
  expect(new URL(mine.url()).hash).not.toContain(new URL(link).hash);
  await Promise.all([first.close(), second.close()]);
});

test('a page on another port of this computer gets nothing that opens the window', async ({ page, tandem }) => {
  const { origin } = new URL(page.url());
  const received: IncomingHttpHeaders[] = [];
  const attacker = createServer((request, response) => {
    received.push(request.headers);
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Prize</title>');
  });
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
  try {
    await page.reload();
    await expect(page.getByTestId('state')).toBeVisible();
    const { port } = z.object({ port: z.number() }).parse(attacker.address());
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(received.map(({ cookie }) => cookie)).toEqual(received.map(() => undefined));
    expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
    // The page's credentials, replayed by a program that claims to be our page.
    for (const { cookie = '' } of received) {
      expect(await openWindow(origin, {}, { origin, cookie })).toBe(CLOSE_UNKNOWN_SESSION);
    }
    expect(await page.context().cookies()).toEqual([]);
  } finally {
    await new Promise((resolve) => attacker.close(resolve));
  }
  await page.goto(await tandem.link());
});

test('“Sign out other windows” ends them', async ({ browser, page, tandem }) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(await tandem.link());
  await expect(other.getByTestId('state')).toBeVisible();
  await openPage(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out other windows' }).click();
  await expect(page.getByText(/Signed out \d+ other browsers?\./)).toBeVisible();
  await expect(other.getByText('This window is signed out.')).toBeVisible();
  await other.reload();
  await expect(other.getByText('This window is signed out.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await context.close();
});

test('a delete is taken back from Activity, on both sides', async ({ page, tandem }) => {
  await writeFile(join(tandem.folder, 'wanted.txt'), 'wanted');
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'wanted.txt'))?.name).toBe('wanted.txt');
  // Once the pass has ended, so that the delete is a batch of its own.
  await expect(page.getByTestId('state').getByRole('heading')).toContainText('in sync');
  await rm(join(tandem.folder, 'wanted.txt'));
  await expect.poll(async () => tandem.web.find(tandem.remoteId, 'wanted.txt')).toBeUndefined();
  await openPage(page, 'Activity');
  const deleted = page.getByRole('listitem').filter({ hasText: /wanted\.txt .* to Trash/ });
  await deleted.getByRole('button', { name: 'Undo: wanted.txt' }).click();
  await expect.poll(async () => (await tandem.web.find(tandem.remoteId, 'wanted.txt'))?.name).toBe('wanted.txt');
  await expect
    .poll(() =>
      readFile(join(tandem.folder, 'wanted.txt'), 'utf8').then(
        (text) => text,
        () => null,
      ),
    )
    .toBe('wanted');
});
