import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import electronUpdater from 'electron-updater';
import { DownloadedUpdateHelper } from 'electron-updater/out/DownloadedUpdateHelper.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { openUpdateTrial } from '../../../../../main/shell/updates/update-trial.ts';
import { openUpdates, type Updates } from '../../../../../main/shell/updates/updates.ts';

let folder: string;
let image: string;
let happened: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-install-'));
  image = path.join(folder, 'Tandem.AppImage');
  happened = [];
  await writeFile(image, '1.2.0');
  await mkdir(path.join(folder, 'state'));
  vi.stubEnv('APPIMAGE', image);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Without a feed: its downloaded version is already in the cache. */
class CachedUpdater extends electronUpdater.AppImageUpdater {
  override async checkForUpdates(): Promise<null> {
    const file = path.join(folder, 'cache', 'pending', 'Tandem-1.3.0.AppImage');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '1.3.0');
    const sha512 = createHash('sha512').update('1.3.0').digest('base64');
    const info = { version: '1.3.0', files: [], path: file, sha512, releaseDate: '2026-01-01' };
    const fileInfo = { url: new URL('https://updates.example.org/Tandem-1.3.0.AppImage'), info: { url: file, sha512 } };
    this.downloadedUpdateHelper = new DownloadedUpdateHelper(path.join(folder, 'cache'));
    await this.downloadedUpdateHelper.setDownloadedFile(file, null, info, fileInfo, path.basename(file), false);
    this.addQuitHandler();
    this.dispatchUpdateDownloaded({ ...info, downloadedFile: file });
    return null;
  }
}

type Running = Pick<Updates, 'install'> & {
  quit(): void;
  /** Electron exits by itself: only its `quit` event comes. */
  exit(): void;
};

/** A running AppImage whose downloaded version is ready. It quits as Electron does: first the application ends its work, then it exits. */
async function ready(): Promise<Running> {
  let quits = 0;
  const quit = (): void => {
    quits += 1;
    if (quits === 1) updates.leave({ isAsked: false, start: () => happened.push('started again') });
    if (quits === 2) onQuit(0);
  };
  let onQuit: (exitCode: number) => void = () => undefined;
  const app = {
    version: '1.2.0',
    name: 'Tandem',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: path.join(folder, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (handler: typeof onQuit) => {
      onQuit = handler;
    },
  };
  const updates = openUpdates({
    load: async () => new CachedUpdater(null, app),
    isOurs: () => true,
    installsOnQuit: true,
    trial: openUpdateTrial({ folder: path.join(folder, 'state'), version: '1.2.0', image, warn: () => undefined }),
    followImage: () => undefined,
    mayRestart: (restart) => restart(),
    quit,
    warn: (message) => happened.push(message),
    texts: shellTexts([]),
  });
  const isReady = new Promise<void>((resolve) => {
    updates.subscribe(({ state }) => (state === 'ready' ? resolve() : undefined));
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await isReady;
  return { install: updates.install, quit, exit: () => onQuit(0) };
}

test.each([
  ['quits', false, ['the newer version was not installed']],
  ['restarts', true, ['the newer version was not installed', 'started again']],
])('an AppImage that %s keeps itself if its downloaded version has vanished', async (_what, isRestart, expected) => {
  const running = await ready();
  await rm(path.join(folder, 'cache'), { recursive: true });
  if (isRestart) running.install();
  else running.quit();
  expect(await readFile(image, 'utf8')).toBe('1.2.0');
  expect(happened).toEqual(expected);
  expect(await readdir(path.join(folder, 'state'))).toEqual(['update-trial.json']);
});

test('an AppImage that cannot be kept is not replaced', async () => {
  const running = await ready();
  await mkdir(path.join(folder, 'state', 'previous.AppImage', 'folder'), { recursive: true });
  running.quit();
  expect(await readFile(image, 'utf8')).toBe('1.2.0');
});

test('an AppImage is not replaced by an exit that Electron begins itself, as when the session bus goes away', async () => {
  const running = await ready();
  running.exit();
  expect(await readFile(image, 'utf8')).toBe('1.2.0');
  expect([happened, await readdir(path.join(folder, 'state'))]).toEqual([[], []]);
});
