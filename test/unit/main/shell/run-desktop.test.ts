import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DesktopParts, runDesktop } from '../../../../main/shell/run-desktop.ts';
import { channels } from '../../../../preload/ipc/transport/channels.ts';
import { desktopParts, engineDouble } from '../../../support/desktop/desktop-parts.ts';
import { type ElectronDouble, electronDouble } from '../../../support/desktop/electron-double.ts';
import { rootStatus, type SeamDouble, seamDouble } from '../../../support/desktop/seam-double.ts';

let own: string;
let electron: ElectronDouble;
let seam: SeamDouble;
let happened: string[];

beforeEach(async () => {
  own = await mkdtemp(path.join(tmpdir(), 'tandem-desktop-'));
  electron = electronDouble('starting');
  seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
  happened = [];
});
afterEach(async () => {
  await rm(own, { recursive: true, force: true });
});

const desktop = (part: Partial<DesktopParts> = {}): Promise<void> =>
  runDesktop({ ...desktopParts({ own, electron, seam, happened }), ...part });

describe('the desktop application', () => {
  test('starts the engine once ready, then opens one window whose page can ask it', async () => {
    await desktop();
    expect(happened).toEqual(['engine started']);
    const [window] = electron.windows;
    expect(window?.loaded).toEqual(['tandem-window://app/#/']);
    // Or a PDF has no preview.
    expect(window?.options.webPreferences).toMatchObject({ plugins: true });
    const event = { sender: { mainFrame: { url: 'tandem-window://app/' } } };
    const asked = { ...event, senderFrame: event.sender.mainFrame };
    expect(await electron.ipcMain.handlers.get(channels.call)?.(asked, 'sync.resume', {})).toEqual({
      ok: true,
      value: {},
    });
    expect(electron.system.privilegedSchemes).toHaveLength(1);
  });

  test('ends at once when it runs already, and the first one comes to the front', async () => {
    await desktop();
    electron.app.emit('second-instance', {}, ['tandem']);
    expect(electron.windows).toHaveLength(1);
    expect(electron.windows[0]?.isFocused).toBe(true);

    electron = electronDouble('starting');
    electron.system.isFirstInstance = false;
    happened = [];
    await desktop();
    expect([happened, electron.windows.length, electron.app.hasQuit]).toEqual([[], 0, true]);
  });

  test.each([
    ['it was started with', (): void => undefined, ['tandem', 'tandem://activity']],
    [
      'that came before it was ready',
      () => electron.app.emit('open-url', { preventDefault: () => undefined }, 'tandem://activity'),
      ['tandem'],
    ],
  ])('opens at the link %s', async (_when, raise, args) => {
    const ready = Promise.withResolvers<void>();
    electron.system.ready = ready.promise;
    const running = desktop({ args });
    raise();
    ready.resolve();
    await running;
    expect(electron.windows[0]?.loaded).toEqual(['tandem-window://app/#/activity']);
  });

  test('goes where the link of a second start leads', async () => {
    await desktop();
    electron.windows[0]?.webContents.emit('did-finish-load');
    electron.app.emit('second-instance', {}, ['tandem', 'tandem://invitations']);
    expect(electron.windows[0]?.webContents.sent).toEqual([['tandem:go', '/sharing']]);
  });

  test('offers a report where its page crashes again and again, and keeps running without a window', async () => {
    await desktop();
    const gone = { reason: 'crashed', exitCode: 5 };
    electron.windows[0]?.webContents.emit('render-process-gone', {}, gone);
    expect(electron.system.questions).toEqual([]);
    electron.windows[0]?.webContents.emit('render-process-gone', {}, gone);
    expect(electron.system.questions).toMatchObject([{ message: 'The Tandem window keeps crashing' }]);
    expect(electron.app.hasQuit).toBe(false);
  });

  test('keeps syncing without a tray when its page crashes again and again, and a second start brings a new window', async () => {
    await desktop({ hasTrayHost: async () => false });
    const gone = { reason: 'crashed', exitCode: 5 };
    for (let crash = 0; crash < 2; crash++) electron.windows[0]?.webContents.emit('render-process-gone', {}, gone);
    await vi.waitFor(() => expect(electron.windows[0]?.isClosed).toBe(true));
    await Promise.resolve();
    expect([electron.app.hasQuit, happened]).toEqual([
      false,
      ['engine started', expect.any(String), expect.any(String)],
    ]);
    electron.app.emit('second-instance', {}, ['tandem'], own);
    expect(electron.windows).toHaveLength(2);
  });

  test('opens on macOS although the notification centre does not answer', async () => {
    vi.spyOn(electron.module.Notification, 'getHistory').mockReturnValue(new Promise(() => undefined));
    await desktop({ platform: 'darwin' });
    expect(electron.windows).toHaveLength(1);
  });

  test('lets the engine look when the computer wakes up', async () => {
    await desktop();
    electron.powerMonitor.emit('resume');
    await vi.waitFor(() => expect(happened).toEqual(['engine started', 'look at everything']));
  });

  test('stops the engine before it quits, and takes the tray away', async () => {
    await desktop();
    electron.app.quit();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(happened).toEqual(['engine started', 'engine stopped']);
    expect(electron.trays[0]?.isDestroyed).toBe(true);
  });

  test('that is quit while it looks for a panel shows nothing, and ends', async () => {
    const hasTrayHost = Promise.withResolvers<boolean>();
    const running = desktop({ args: ['tandem', '--at-login'], hasTrayHost: () => hasTrayHost.promise });
    await vi.waitFor(() => expect(happened).toEqual(['engine started']));
    electron.app.quit();
    hasTrayHost.resolve(false);
    await running;
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect([happened, electron.windows]).toEqual([['engine started', 'engine stopped'], []]);
  });

  test.each([
    ['a start', ['tandem']],
    ['a start with a link', ['tandem', 'tandem://activity']],
    ['a start with a file', ['tandem', import.meta.filename]],
  ])('%s while it quits starts it once more, with its options', async (_what, second) => {
    const stopped = Promise.withResolvers<void>();
    const args = ['tandem', '--at-login', '--after-fault=1', '--lang=de', 'tandem://files'];
    const stop = () => stopped.promise;
    await desktop({ args, startEngine: async () => ({ ...engineDouble(seam, happened), stop }) });
    electron.app.quit();
    const shown = electron.windows.length;
    electron.app.emit('second-instance', {}, second, own);
    stopped.resolve();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(electron.app.relaunches).toEqual([{ args: ['--lang=de'] }]);
    expect(electron.windows).toHaveLength(shown);
  });

  test('a start before it quits does not start it once more', async () => {
    const hasTrayHost = Promise.withResolvers<boolean>();
    const running = desktop({ hasTrayHost: () => hasTrayHost.promise });
    electron.app.emit('second-instance', {}, ['tandem'], own);
    electron.app.quit();
    hasTrayHost.resolve(true);
    await running;
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(electron.app.relaunches).toEqual([]);
  });

  test('asks before its tray ends it while dropped files are uploading, but not at the end of the session', async () => {
    await desktop({
      startEngine: async () => ({
        ...engineDouble(seam, happened),
        drops: { underWay: () => 2, isPreparing: () => false },
      }),
    });
    const quit = electron.trays[0]?.menus.at(-1)?.at(-1);
    expect(quit?.label).toBe('Quit Tandem');
    quit?.click?.({} as never, undefined, {} as never);
    expect(electron.system.questions).toMatchObject([{ message: '2 files are still uploading. Quit anyway?' }]);
    await new Promise(setImmediate);
    expect(electron.app.hasQuit).toBe(false);
    electron.powerMonitor.emit('shutdown');
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(electron.system.questions).toHaveLength(1);
  });

  test('asks before the Dock or the system quits it while dropped files are uploading', async () => {
    await desktop({
      platform: 'darwin',
      startEngine: async () => ({
        ...engineDouble(seam, happened),
        drops: { underWay: () => 2, isPreparing: () => false },
      }),
    });
    electron.app.quit();
    expect(electron.system.questions).toMatchObject([{ message: '2 files are still uploading. Quit anyway?' }]);
    await new Promise(setImmediate);
    expect([electron.app.hasQuit, happened]).toEqual([false, []]);
    electron.system.pressedButton = 1;
    electron.app.quit();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect([electron.system.questions.length, happened]).toEqual([2, ['engine stopped']]);
  });

  test('asks before it quits while something is being downloaded, and no longer once it has ended', async () => {
    await desktop();
    const item = new EventEmitter();
    electron.session.emit('will-download', {}, item);
    electron.app.quit();
    expect(electron.system.questions).toMatchObject([{ message: '1 download is still running. Quit anyway?' }]);
    item.emit('done', {}, 'completed');
    electron.app.quit();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(electron.system.questions).toHaveLength(1);
  });

  test('ends although its page would keep its window open', async () => {
    await desktop();
    const [window] = electron.windows;
    if (window === undefined) throw new Error('no window');
    window.isHeld = true;
    electron.app.quit();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(window.isClosed).toBe(true);
  });

  test('is not started again by an error while it quits', async () => {
    const [stopped, signals] = [Promise.withResolvers<void>(), new EventEmitter()];
    await desktop({ signals, startEngine: async () => ({ ...engineDouble(seam, []), stop: () => stopped.promise }) });
    electron.app.quit();
    signals.emit('uncaughtException', new Error('bug'));
    stopped.resolve();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect([electron.app.relaunches, electron.app.exitCode]).toEqual([[], null]);
    expect(happened).toEqual(['uncaught error']);
  });

  test('that is quit while the engine starts opens nothing, and stops the engine that came', async () => {
    const started = Promise.withResolvers<void>();
    const running = desktop({
      startEngine: async () => {
        happened.push('engine starting');
        await started.promise;
        return engineDouble(seam, happened);
      },
    });
    await vi.waitFor(() => expect(happened).toEqual(['engine starting']));
    electron.app.quit();
    started.resolve();
    await running;
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(happened).toEqual(['engine starting', 'engine stopped']);
    expect(electron.windows).toHaveLength(0);
  });
});

describe('files that the application is given', () => {
  const uploads = () => seam.asked.filter(({ name }) => name === 'drop.paths').map(({ request }) => request);
  const file = import.meta.filename;
  const other = path.resolve(import.meta.dirname, 'shell.test.ts');
  beforeEach(() => {
    const root = { ...rootStatus, id: 3, remoteId: '17' };
    seam = seamDouble({
      'activity.list': { ok: true, value: { entries: [], more: false } },
      'root.list': { ok: true, value: [root] },
    });
  });

  test('at its start, on the dock and by a second start go to the default folder, drops of one moment together', async () => {
    const running = desktop({ args: ['tandem', file] });
    electron.app.emit('open-file', { preventDefault: () => undefined }, other);
    await running;
    await vi.waitFor(() =>
      expect(uploads()).toEqual([
        { folderId: '17', folderName: rootStatus.name, paths: [file, other], onConflict: 'keep-both' },
      ]),
    );
    electron.app.emit('second-instance', {}, ['tandem', file], '/');
    await vi.waitFor(() => expect(uploads()).toHaveLength(2));
    expect(electron.windows[0]?.isFocused).toBe(false);
  });

  test('while it quits go up at its next start, whoever starts it and once, and its link opens then', async () => {
    await desktop({
      startEngine: async () => ({ ...engineDouble(seam, happened), stop: () => new Promise(() => {}) }),
    });
    electron.app.quit();
    electron.app.emit('second-instance', {}, ['tandem', file], own);
    electron.app.emit('open-file', { preventDefault: () => undefined }, other);
    electron.app.emit('open-url', { preventDefault: () => undefined }, 'tandem://activity');

    // As an updater does, which passes no arguments.
    electron = electronDouble('starting');
    await desktop();
    await vi.waitFor(() => expect(uploads()).toMatchObject([{ paths: [file, other] }]));
    expect(electron.windows[0]?.loaded).toEqual(['tandem-window://app/#/activity']);
    // No later start takes it again.
    expect(existsSync(path.join(own, 'given.json'))).toBe(false);
  });

  test('are refused in words when no folder is synced', async () => {
    seam = seamDouble({
      'activity.list': { ok: true, value: { entries: [], more: false } },
      'root.list': { ok: true, value: [] },
    });
    await desktop({ args: ['tandem', file] });
    await vi.waitFor(() =>
      expect(electron.notifications[0]?.options.title).toBe('Nothing was uploaded: no folder is synced yet.'),
    );
  });
});

describe('started by the system when a person signs in to the computer', () => {
  test('it stays in the tray', async () => {
    await desktop({ args: ['tandem', '--at-login'] });
    expect([electron.trays.length, electron.windows.length]).toEqual([1, 0]);
    electron.app.emit('activate');
    expect(electron.windows).toHaveLength(1);
  });

  test.each([
    ['starts it again', () => electron.app.emit('second-instance', {}, ['tandem'], own)],
    ['clicks it in the dock', () => electron.app.emit('activate')],
  ])('its window comes all the same where the person %s meanwhile', async (_what, ask) => {
    const hasTrayHost = Promise.withResolvers<boolean>();
    const running = desktop({ args: ['tandem', '--at-login'], hasTrayHost: () => hasTrayHost.promise });
    await vi.waitFor(() => expect(happened).toEqual(['engine started']));
    ask();
    hasTrayHost.resolve(true);
    await running;
    expect([electron.trays.length, electron.windows.length]).toEqual([1, 1]);
  });

  test('on macOS, which says so itself, too; and it opens where there is no tray', async () => {
    electron.system.loginItem.wasOpenedAtLogin = true;
    await desktop({ platform: 'darwin' });
    expect(electron.windows).toHaveLength(0);

    electron = electronDouble('starting');
    const asked: boolean[] = [];
    const hasTrayHost = async (isAtLogin: boolean) => {
      asked.push(isAtLogin);
      return false;
    };
    await desktop({ args: ['tandem', '--at-login'], hasTrayHost });
    expect([asked, electron.windows.length]).toEqual([[true], 1]);
  });
});

test('an icon that the panel turns out not to show is given up, and the window comes instead', async () => {
  const shown = Promise.withResolvers<boolean>();
  await desktop({ args: ['tandem', '--at-login'], isTrayShown: () => shown.promise });
  expect([electron.trays[0]?.isDestroyed, electron.windows.length]).toEqual([false, 0]);
  shown.resolve(false);
  await vi.waitFor(() => expect(electron.windows).toHaveLength(1));
  expect([electron.trays[0]?.isDestroyed, happened.at(-1)]).toEqual([
    true,
    'the panel does not show the tray icon: the window stays instead',
  ]);
  electron.windows[0]?.close();
  await vi.waitFor(() => expect(electron.system.questions).toHaveLength(1));
});

test('Windows shows notifications under the name of the application once it is installed', async () => {
  await desktop({ platform: 'win32' });
  expect(electron.app.userModelId).toBe('app.tandem.sync');
  electron = electronDouble('starting');
  electron.app.isPackaged = false;
  await desktop({ platform: 'win32', args: ['electron', own] });
  expect(electron.app.userModelId).toBeNull();
});

test('each home has a lock of its own: the profile is set before the lock is asked for', async () => {
  const profileFolder = path.join(own, 'another home', 'profile');
  const lock = vi.spyOn(electron.app, 'requestSingleInstanceLock').mockImplementation(() => {
    expect(electron.app.paths).toEqual({ userData: profileFolder });
    return true;
  });
  await desktop({ profileFolder });
  expect(lock).toHaveBeenCalledOnce();
});

test('a login item is renewed at each start, since the program may have another name', async () => {
  const renew = vi.fn<() => Promise<void>>(async () => undefined);
  await desktop({ loginItem: { isOn: async () => true, set: async () => undefined, renew } });
  expect(renew).toHaveBeenCalledOnce();
});

test('a login item that cannot be renewed keeps nothing from starting', async () => {
  const renew = () => Promise.reject(new Error('disk'));
  await desktop({ loginItem: { isOn: async () => true, set: async () => undefined, renew } });
  expect([electron.windows.length, happened.at(-1)]).toEqual([1, 'the login item was not renewed']);
});
