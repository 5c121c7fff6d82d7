import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, type Locator, type Page } from '@playwright/test';
import { openPage, pick, test } from '../window-test.ts';

/** What the next run of Tandem keeps of the window, and what it must not meet again. */

const WORKER = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(new Response('<h1>Foreign</h1>', { headers: { 'content-type': 'text/html' } }));
  });`;

/** Each leaves something in the browser that answers for this origin later. */
const POISONS = [
  ['a service worker', "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)"],
  ['a cached page', "fetch('/open', { cache: 'reload' })"],
] as const;

for (const [what, poison] of POISONS) {
  test(`${what} of another user, who took the port between two runs, meets no link of the second`, async ({
    page,
    tandem,
  }) => {
    const { origin, port } = new URL(page.url());
    await tandem.stop();
    const foreign = await listenAfter(Number(port), poison);
    await page.goto(`${origin}/`);
    await expect(page.getByRole('heading', { name: 'Foreign' })).toBeVisible();
    await expect(page).toHaveTitle('done');
    for (const server of foreign) server.closeAllConnections();
    await Promise.all(foreign.map((server) => once(server.close(), 'close')));
    // The control: it answers for the earlier origin although nothing listens there.
    await page.goto(`${origin}/open`);
    await expect(page.getByRole('heading', { name: 'Foreign' })).toBeVisible();

    await tandem.startAgain();
    const link = await tandem.link();
    expect(new URL(link).origin).not.toBe(origin);
    await page.goto(link);
    await expect(page.getByTestId('state')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Foreign' })).toHaveCount(0);
  });
}

test('the language, the colours and the view of Files are those of the run before', async ({ page, tandem }) => {
  await openPage(page, 'Files');
  await page.getByRole('radio', { name: 'Pictures' }).click();
  await openPage(page, 'Settings');
  const appearance = page.getByRole('region', { name: 'Appearance' });
  await pick(appearance, 'Colours', 'Dark');
  await pick(appearance, 'Language', 'Deutsch');
  await page.getByRole('main', { name: 'Einstellungen' }).getByRole('heading', { level: 1 }).waitFor();
  const { origin } = new URL(page.url());
  await tandem.stop();
  await tandem.startAgain();

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(await tandem.link());
  expect(new URL(page.url()).origin).not.toBe(origin);
  await openPage(page, 'Dateien');
  await expect(page.getByRole('radio', { name: 'Bilder' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // The first page has them all: none is loaded again for its language.
  expect(loads).toBe(1);
  expect(await tandem.ask('settings.get')).toMatchObject({ language: 'de', theme: 'dark', filesView: 'grid' });
  await tandem.ask('settings.set', { language: null, theme: 'system', filesView: 'list' });
});

const offerOf = (page: Page): Locator => page.getByRole('region', { name: 'Notifications are off' });

test('notifications that a person allowed are offered by the page of each later run, until the person declines', async ({
  page,
  tandem,
}) => {
  const nextRun = async (): Promise<void> => {
    await tandem.stop();
    await tandem.startAgain();
    await page.goto(await tandem.link());
    await expect(page.getByTestId('state')).toBeVisible();
  };
  await page.addInitScript(promptWith, ['granted']);
  await page.goto(await tandem.link());
  await openPage(page, 'Settings');
  await page.getByRole('button', { name: 'Allow notifications in this browser' }).click();
  await expect.poll(() => tandem.ask('settings.get')).toMatchObject({ browserNotices: 'on' });
  await expect(offerOf(page)).toHaveCount(0);

  await nextRun();
  await offerOf(page).getByRole('button', { name: 'Allow notifications' }).click();
  await expect(offerOf(page)).toHaveCount(0);
  expect(await tandem.ask('settings.get')).toMatchObject({ browserNotices: 'on' });

  await nextRun();
  await offerOf(page).getByRole('button', { name: 'Leave notifications off' }).click();
  await expect(offerOf(page)).toHaveCount(0);
  await expect.poll(() => tandem.ask('settings.get')).toMatchObject({ browserNotices: 'off' });
  await page.reload();
  await expect(page.getByTestId('state')).toBeVisible();
  await expect(offerOf(page)).toHaveCount(0);
});

test('the page offers notifications again after a question that was closed, not after a refusal', async ({
  page,
  tandem,
}) => {
  await tandem.ask('settings.set', { browserNotices: 'on' });
  await page.addInitScript(promptWith, ['default', 'denied']);
  await page.goto(await tandem.link());
  const allow = offerOf(page).getByRole('button', { name: 'Allow notifications' });
  await allow.click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', '1');
  expect(await tandem.ask('settings.get')).toMatchObject({ browserNotices: 'on' });
  await allow.click();
  await expect(offerOf(page)).toHaveCount(0);
  await expect.poll(() => tandem.ask('settings.get')).toMatchObject({ browserNotices: 'off' });
});

/**
 * Runs in the page: a browser whose person answers its questions like this. It keeps the answer for the origin alone. Chromium asks nothing without a
 * display.
 */
function promptWith(answers: readonly string[]): void {
  const left = [...answers];
  const permission = (): string => sessionStorage.getItem('permission') ?? 'default';
  const requestPermission = async (): Promise<string> => {
    sessionStorage.setItem('permission', left.shift() ?? permission());
    document.documentElement.dataset['asked'] = String(answers.length - left.length);
    return permission();
  };
  const double = Object.defineProperty({ requestPermission }, 'permission', { get: permission });
  Object.defineProperty(window, 'Notification', { value: double });
}

/** Takes the port as soon as it is free, on both addresses that a browser may try. */
async function listenAfter(port: number, poison: string): Promise<readonly Server[]> {
  const answer = `<!doctype html><h1>Foreign</h1><script>Promise.resolve(${poison}).then(() => { document.title = 'done'; })</script>`;
  return Promise.all(
    ['127.0.0.1', '::1'].map(async (host) => {
      const server = createServer((request, response) => {
        const isWorker = request.url === '/worker.js';
        response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
        response.setHeader('cache-control', 'public, max-age=31536000, immutable');
        response.end(isWorker ? WORKER : answer);
      });
      server.listen({ host, port });
      await once(server, 'listening');
      return server;
    }),
  );
}
