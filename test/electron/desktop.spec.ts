import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, test } from '@playwright/test';
import { electronBinary } from '../../main/find-electron.ts';

/** The built application in the real Electron, with a home of its own. `npm test` runs this where the binary is installed. */
const repository = path.resolve(import.meta.dirname, '../..');
let home: string;
let app: ElectronApplication;

function launch(...args: readonly string[]): Promise<ElectronApplication> {
  const executablePath = electronBinary();
  if (executablePath === undefined) {
    throw new Error('the Electron binary is not installed: run `node_modules/.bin/install-electron`');
  }
  // Containers run as root, where Chromium refuses its sandbox; the page's own sandbox is what the options say.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const env = Object.fromEntries(
    Object.entries({ ...process.env, TANDEM_HOME: home }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
  return _electron.launch({ executablePath, args: [...asRoot, repository, ...args], env });
}

test.beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tandem-electron-'));
  app = await launch();
});
test.afterEach(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

test('the window opens on its own page, with the bridge and without Node', async () => {
  const page = await app.firstWindow();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).protocol).toBe('tandem-window:');
  const seen = await page.evaluate(() => ({
    bridge: typeof Reflect.get(globalThis, 'tandem'),
    require: typeof Reflect.get(globalThis, 'require'),
    process: typeof Reflect.get(globalThis, 'process'),
  }));
  expect(seen).toEqual({ bridge: 'object', require: 'undefined', process: 'undefined' });
});

test('the page cannot leave, open a window, or be given a permission', async () => {
  const page = await app.firstWindow();
  const before = page.url();
  await page.evaluate(() => {
    location.href = 'https://example.com/';
    window.open('file:///etc/passwd');
  });
  const permission = await page.evaluate(
    async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
  );
  expect(permission).toBe('denied');
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});

test('a second start brings the first window to the front and ends', async () => {
  const page = await app.firstWindow();
  const second = await launch('tandem://activity').catch((error: unknown) => error);
  // A second start ends before a debugger can attach to it: that is what its refusal looks like from here.
  expect(second).toBeInstanceOf(Error);
  await expect.poll(() => page.url()).toContain('#/activity');
});

test('closing the window leaves the application running, and quitting ends it cleanly', async () => {
  await app.firstWindow();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const isRunning = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(isRunning).toBe(1);
  const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
  await app.evaluate(({ app: running }) => running.quit()).catch(() => undefined); // the answer may not outlive the process
  expect(await ended).toBe(0);
});
