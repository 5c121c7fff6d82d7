import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, test } from '@playwright/test';
import { privatePlace } from '../../main/account/account-record.ts';
import { findPlaces, type Places } from '../../main/account/places.ts';
import { electronBinary } from '../../main/find-electron.ts';
import { connectControlSocket } from '../../main/ipc/control-socket.ts';
import { controlSocket } from '../../main/private/private-socket-path.ts';
import { newPerson, newToken } from '../support/desktop/started-tandem.ts';
import { type WebUser, webUser } from '../support/people/web-user.ts';
import { eventually } from '../support/programs/processes.ts';

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

const placesOf = (chosen: string): Places =>
  findPlaces({ env: { TANDEM_HOME: chosen }, platform: process.platform, home: chosen, exists: existsSync });

/** A person of the private service that the running application keeps, with nothing but HTTP. */
async function signedIn(places: Places, login: string): Promise<WebUser> {
  const control = await eventually('the application answers', async () => {
    const connected = await connectControlSocket(controlSocket(places.state));
    return connected ?? undefined;
  });
  control.close();
  return webUser(privatePlace(places.service), await newToken(places.service, login));
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
  // Later than this a person has clicked the icon again.
  const page = await app.firstWindow({ timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 });
  await page.screenshot({ path: path.join(repository, 'test-results/pictures/window.png') });
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
  // Our own page keeps its permission: every Copy button writes to the clipboard.
  expect(await page.evaluate(() => navigator.clipboard.writeText('copied').then(() => 'written'))).toBe('written');
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});

test('a file that is saved arrives on the service, and one from the service arrives here', async () => {
  const places = placesOf(home);
  const ann = await signedIn(places, `${userInfo().username}@localhost`);
  await writeFile(path.join(places.syncFolder, 'from here.txt'), 'from this computer');
  await expect.poll(() => ann.find('0', 'from here.txt')).toBeDefined();
  await ann.upload('0', 'from there.txt', 'from the service');
  const arrived = () => readFile(path.join(places.syncFolder, 'from there.txt'), 'utf8').catch(() => null);
  await expect.poll(arrived).toBe('from the service');
  const page = await app.firstWindow();
  await expect(page.getByTestId('state')).toContainText('in sync');
});

test('an invitation waits in the window, and its folder comes to the disk when it is accepted', async () => {
  const places = placesOf(home);
  await signedIn(places, `${userInfo().username}@localhost`);
  await newPerson(places.service, 'carol@localhost', 'Carol', 'user');
  const carol = await signedIn(places, 'carol@localhost');
  const folder = await carol.createFolder('0', 'Launch plan');
  await carol.upload(folder.id, 'plan.txt', 'the plan');
  await carol.call('POST', '/collaborations', {
    item: { type: 'folder', id: folder.id },
    accessible_by: { type: 'user', login: `${userInfo().username}@localhost` },
    role: 'editor',
  });
  const page = await app.firstWindow();
  const row = page.getByRole('listitem').filter({ hasText: 'Carol invites you' });
  await row.getByRole('button', { name: 'Accept' }).click();
  const onDisk = path.join(places.syncFolder, 'Launch plan', 'plan.txt');
  await expect.poll(() => readFile(onDisk, 'utf8').catch(() => null)).toBe('the plan');
});

test('files that a second start is given go to the default folder', async () => {
  const places = placesOf(home);
  const ann = await signedIn(places, `${userInfo().username}@localhost`);
  const given = path.join(home, 'dropped.txt');
  await writeFile(given, 'dropped');
  await launch(given).catch(() => undefined); // it hands the file over and ends before a debugger can attach to it
  await expect.poll(() => ann.find('0', 'dropped.txt')).toBeDefined();
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
