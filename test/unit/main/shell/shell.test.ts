import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openShell, type Shell, shellFolders } from '../../../../main/shell/shell.ts';
import { shellTexts } from '../../../../main/shell/texts/shell-texts.ts';
import { OverallState } from '../../../../preload/ipc/shapes/status.ts';
import { titleOf } from '../../../../preload/words/message.ts';
import { type ElectronDouble, electronDouble } from '../../../support/desktop/electron-double.ts';
import { clickMenu, menuEntry, menuLabels, submenuOf } from '../../../support/desktop/menu.ts';
import { quietShell } from '../../../support/desktop/quiet-shell.ts';
import { type SeamDouble, seamDouble, statusWith } from '../../../support/desktop/seam-double.ts';
import { noContents } from '../../../support/files/no-contents.ts';

const app = path.resolve(import.meta.dirname, '../../../..');
const invitation = { id: '31', from: 'Carol', fromId: '9', item: 'Launch plan', role: 'editor', createdAtMs: 1 };
const notice = {
  id: 'event-1',
  kind: 'invitation' as const,
  title: 'Carol invites you',
  body: '“Launch plan”, as editor',
  invitation,
};

let own: string;
let electron: ElectronDouble;
let seam: SeamDouble;
let warnings: string[];
let hasTrayHost: boolean;

beforeEach(async () => {
  hasTrayHost = true;
  own = await mkdtemp(path.join(tmpdir(), 'tandem-shell-'));
  electron = electronDouble();
  seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
  warnings = [];
});
afterEach(async () => {
  await rm(own, { recursive: true, force: true });
});

async function open(languages: readonly string[] = [], platform: NodeJS.Platform = 'linux'): Promise<Shell> {
  const shell = await openShell({
    electron: electron.module,
    handlers: seam.handlers,
    feeds: seam.feeds,
    contents: noContents,
    platform,
    folders: shellFolders(app, own),
    hasTrayHost: async () => hasTrayHost,
    now: () => new Date(2026, 10, 20, 12),
    warn: (message) => warnings.push(message),
    ...quietShell,
    texts: shellTexts(languages),
  });
  electron.app.on('before-quit', () => shell.close());
  return shell;
}

const onlyWindow = () => {
  expect(electron.windows).toHaveLength(1);
  const [window] = electron.windows;
  if (window === undefined) throw new Error('no window');
  return window;
};
const onlyTray = () => {
  const [tray] = electron.trays;
  if (tray === undefined) throw new Error('no tray');
  return tray;
};
const shownNotifications = () => electron.notifications.filter((notification) => notification.isShown);
const lastMenu = (): MenuItemConstructorOptions[] => onlyTray().menus.at(-1) ?? [];

describe('the window', () => {
  test('is isolated, sandboxed, without Node, and loads only our page', async () => {
    (await open()).window.show();
    const window = onlyWindow();
    expect(window.options.webPreferences).toMatchObject({
      preload: path.join(app, 'dist/preload/bridge.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // The viewer of PDF previews counts as one.
      plugins: true,
      navigateOnDragDrop: false,
      devTools: false,
    });
    expect(window.loaded).toEqual(['tandem-window://app/#/']);
    expect(window.webContents.openWindow({ url: 'https://example.com' })).toEqual({ action: 'deny' });
    expect(electron.session.permission('media', { isMainFrame: true, requestingUrl: 'tandem-window://app/' })).toEqual({
      asked: false,
      checked: false,
    });
  });

  test('appears when its page is ready, not before', async () => {
    (await open()).window.show();
    const window = onlyWindow();
    expect([window.options.show, window.isShown]).toEqual([false, false]);
    window.emit('ready-to-show');
    expect(window.isShown).toBe(true);
  });

  test('is hidden when closed while the tray is there, comes back as the same window, and keeps its place', async () => {
    const shell = await open();
    shell.window.show();
    const window = onlyWindow();
    window.bounds = { x: 40, y: 50, width: 900, height: 700 };
    window.isShown = true;
    window.close();
    expect([window.isClosed, window.isShown]).toEqual([false, false]);

    window.isMinimizedNow = true;
    window.webContents.emit('did-finish-load');
    shell.window.show('/activity');
    expect([window.isShown, window.isFocused, window.isMinimizedNow]).toEqual([true, true, false]);
    // Loading an address again would lose what a person has typed: the page goes there by itself.
    expect(window.loaded).toEqual(['tandem-window://app/#/']);
    expect(window.webContents.sent).toEqual([['tandem:go', '/activity']]);
    onlyWindow();

    const again = electronDouble();
    electron = again;
    (await open()).window.show();
    expect(onlyWindow().options).toMatchObject({ x: 40, y: 50, width: 900, height: 700 });
  });

  test('asks before it closes where nothing shows a tray: it is minimized, or the application ends', async () => {
    hasTrayHost = false;
    const shell = await open();
    expect([shell.hasTray(), electron.trays]).toEqual([false, []]);
    shell.window.show();
    onlyWindow().close();
    onlyWindow().close();
    await vi.waitFor(() => expect(onlyWindow().isMinimizedNow).toBe(true));
    expect([electron.system.questions.length, onlyWindow().isClosed, electron.app.hasQuit]).toEqual([1, false, false]);
    expect(electron.system.questions[0]).toMatchObject({ message: 'Keep syncing?', defaultId: 0, cancelId: 0 });

    electron.system.pressedButton = 1;
    onlyWindow().close();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
  });

  test('really closes once the application quits', async () => {
    const shell = await open();
    shell.window.show();
    shell.close();
    onlyWindow().close();
    expect(onlyWindow().isClosed).toBe(true);
  });

  test('goes where a link leads, and just opens for a link that leads nowhere', async () => {
    const shell = await open();
    shell.followLink('tandem://item/folder/12');
    shell.followLink('tandem://nonsense');
    expect(onlyWindow().loaded).toEqual(['tandem-window://app/#/files?folder=12']);
  });
});

describe('the tray', () => {
  test.each(
    OverallState.options.flatMap((state) => [
      [state, 'linux', false, '-outlined'] as const,
      [state, 'linux', true, '-outlined'] as const,
      [state, 'win32', false, '-light'] as const,
      [state, 'win32', true, '-dark'] as const,
      [state, 'darwin', true, 'Template'] as const,
    ]),
  )(
    'shows %s on %s (taskbar dark: %s) with an image of its own, in each size',
    async (state, platform, isDark, ending) => {
      // Windows may be light while the taskbar is dark, and the other way round.
      electron.nativeTheme.shouldUseDarkColors = !isDark;
      electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = isDark;
      await open([], platform);
      seam.say('status', statusWith({ state, sentence: `It is ${state}` }));
      const image = onlyTray().images.at(-1) ?? '';
      expect(path.basename(image)).toBe(`${state.replace('_', '-')}${ending}.png`);
      for (const size of ['', '@2x', '@3x']) expect(existsSync(image.replace('.png', `${size}.png`))).toBe(true);
      expect(onlyTray().toolTips.at(-1)).toBe(`Tandem: It is ${state}`);
    },
  );

  test('says what the engine says in the language that was chosen, and so does a notification', async () => {
    await open(['de']);
    const syncing = titleOf({ code: 'syncing_files', args: { files: 1_902 } });
    seam.say('status', { ...statusWith({ state: 'syncing' }), sentence: syncing });
    expect(onlyTray().toolTips.at(-1)).toBe('Tandem – 1.902 Dateien werden synchronisiert');
    const finished = { code: 'drop_finished', args: { failed: 0 } } as const;
    seam.say('notice', { ...notice, kind: 'drop_finished', title: finished, body: '' });
    await vi.waitFor(() => expect(shownNotifications()).toHaveLength(1));
    expect(shownNotifications()[0]?.options).toMatchObject({ title: 'Hochladen abgeschlossen' });
  });

  test('follows the theme of the panel', async () => {
    await open([], 'win32');
    electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = true;
    electron.nativeTheme.emit('updated');
    expect(onlyTray().images.at(-1)).toContain('-dark.png');
  });

  test('is left alone while nothing that it shows has changed', async () => {
    await open();
    const status = statusWith({ state: 'syncing', sentence: 'Syncing 1 file' });
    seam.say('status', status);
    const drawn = [onlyTray().images.length, onlyTray().menus.length];
    seam.say('status', { ...status, atMs: 5, rate: { upBytesPerSecond: 9, downBytesPerSecond: 9 } });
    expect([onlyTray().images.length, onlyTray().menus.length]).toEqual(drawn);
    seam.say('status', { ...status, sentence: 'Syncing 2 files' });
    expect(onlyTray().menus.length).toBe((drawn[1] ?? 0) + 1);
  });

  test('shows the window at a click, and asks the engine what its menu says', async () => {
    await open();
    onlyTray().emit('click');
    onlyWindow();
    seam.say('status', statusWith({ state: 'paused', invitations: [invitation] }));
    clickMenu(lastMenu(), 'Carol invites you to “Launch plan”', 'Accept');
    clickMenu(lastMenu(), 'Resume');
    expect(seam.asked.slice(1)).toEqual([
      { name: 'invitation.accept', request: { id: '31' } },
      { name: 'sync.resume', request: {} },
    ]);
  });

  test('opens the window when a request is refused', async () => {
    const error = { code: 'not_found', message: 'The invitation is gone.', remedy: 'Ask Carol again.' };
    seam = seamDouble({ 'activity.list': { ok: false, error }, 'sync.resume': { ok: false, error } });
    await open();
    seam.say('status', statusWith({ state: 'paused' }));
    clickMenu(lastMenu(), 'Resume');
    await vi.waitFor(() => expect(warnings).toEqual(['The invitation is gone.']));
    onlyWindow();
  });

  test('is gone after the end, and nothing listens', async () => {
    const shell = await open();
    shell.close();
    expect(onlyTray().isDestroyed).toBe(true);
    expect([seam.listeners('status'), seam.listeners('activity'), seam.listeners('notice')]).toEqual([0, 0, 0]);
    expect(electron.nativeTheme.listenerCount('updated')).toBe(0);
  });
});

describe('a pending collaboration', () => {
  const told = async (count: number) => vi.waitFor(() => expect(shownNotifications()).toHaveLength(count));

  test('raises one notification, with Accept and Decline', async () => {
    await open();
    seam.say('notice', notice);
    await told(1);
    expect(shownNotifications()[0]?.options).toMatchObject({
      title: 'Carol invites you',
      body: '“Launch plan”, as editor',
      actions: [
        { type: 'button', text: 'Accept' },
        { type: 'button', text: 'Decline' },
      ],
    });
    expect(existsSync(z.string().parse(shownNotifications()[0]?.options.icon))).toBe(true);
  });

  test.each([
    [0, 'invitation.accept'],
    [1, 'invitation.decline'],
  ])('button %i asks for %s', async (actionIndex, name) => {
    await open();
    seam.say('notice', notice);
    await told(1);
    shownNotifications()[0]?.emit('action', { actionIndex });
    expect(seam.asked.at(-1)).toEqual({ name, request: { id: '31' } });
  });

  test('opens the invitation at a click', async () => {
    await open();
    seam.say('notice', notice);
    await told(1);
    shownNotifications()[0]?.emit('click');
    expect(onlyWindow().loaded).toEqual(['tandem-window://app/#/sharing']);
  });

  test('is never told twice, not at once, not later, not after a restart', async () => {
    const shell = await open();
    seam.say('notice', notice);
    seam.say('notice', notice);
    await told(1);
    seam.say('notice', { ...notice, id: 'event-2' });
    await told(2);
    shell.close();

    electron = electronDouble();
    await open();
    seam.say('notice', notice);
    seam.say('notice', { ...notice, id: 'event-3' });
    await told(1);
    seam.say('notice', { ...notice, id: 'event-2' });
    seam.say('notice', { ...notice, id: 'event-4' });
    await told(2);
  });

  test('that can no longer be answered says so', async () => {
    const error = { code: 'not_found', message: 'The invitation is gone.', remedy: 'Ask Carol again.' };
    seam = seamDouble({ 'activity.list': { ok: false, error }, 'invitation.accept': { ok: false, error } });
    await open();
    seam.say('notice', notice);
    await told(1);
    shownNotifications()[0]?.emit('action', { actionIndex: 0 });
    await told(2);
    expect(shownNotifications()[1]?.options).toMatchObject({
      title: 'The invitation is gone.',
      body: 'Ask Carol again.',
      actions: [],
    });
  });

  test('stays in the tray alone where the system has no notifications', async () => {
    electron.system.hasNotifications = false;
    await open();
    seam.say('notice', notice);
    seam.say('status', statusWith({ invitations: [invitation] }));
    expect(menuLabels(lastMenu())).toContain('Carol invites you to “Launch plan”');
    expect(electron.notifications).toHaveLength(0);
  });

  test('is shown although the list of shown notices is damaged or cannot be written', async () => {
    await writeFile(path.join(own, 'told-notices.json'), '{"half');
    await writeFile(path.join(own, 'told-notices.json.new'), '');
    await open();
    await rm(own, { recursive: true });
    await writeFile(own, 'a file where the folder should be');
    seam.say('notice', notice);
    await told(1);
    expect(warnings).toEqual(['the list of told notices cannot be written']);
  });
});

describe('the choice of notifications', () => {
  const notifications = { invitation: false, mention: true, attention: true, drop_finished: true, signed_out: true };

  test('holds at once: disabled notifications are shown neither now nor later', async () => {
    const value = { ...quietShell.settings.current(), notifications, startAtLogin: null };
    seam = seamDouble({
      'activity.list': { ok: true, value: { entries: [], more: false } },
      'settings.get': { ok: true, value },
    });
    await open();
    seam.say('notice', notice);
    const finished = { kind: 'drop_finished' as const, title: 'Upload finished', body: '2 files uploaded.' };
    seam.say('notice', { id: 'drop 1', ...finished, invitation: null });
    await vi.waitFor(() =>
      expect(shownNotifications().map(({ options }) => options.title)).toEqual(['Upload finished']),
    );
    expect(shownNotifications()[0]?.options.actions).toEqual([]);
  });
});

test('an expired sign-in is notified once, and a click opens the window', async () => {
  await open();
  const account = { ...statusWith({}).account, state: 'signed_out' as const, sentence: 'Sign in again.' };
  seam.say('status', statusWith({ state: 'attention', account }));
  seam.say('status', statusWith({ state: 'attention', account, atMs: 1 }));
  await vi.waitFor(() => expect(shownNotifications()).toHaveLength(1));
  expect(shownNotifications()[0]?.options).toMatchObject({ title: 'You are signed out', body: 'Sign in again.' });
  shownNotifications()[0]?.emit('click');
  expect(onlyWindow().loaded).toEqual(['tandem-window://app/#/']);
});

test('the menu of the application leads to Home and Activity and ends it', async () => {
  await open();
  const menu = electron.system.appMenu ?? [];
  clickMenu(menu, '&View', 'Activity');
  expect(onlyWindow().loaded).toEqual(['tandem-window://app/#/activity']);
  expect(submenuOf(menuEntry(menu, '&View')).map((item) => item.role)).not.toContain('toggleDevTools');
  clickMenu(menu, '&File', 'Quit Tandem');
  expect(electron.app.hasQuit).toBe(true);
});

test('a download that breaks off is notified', async () => {
  await open();
  const item = Object.assign(new EventEmitter(), { getFilename: () => 'plan.pdf' });
  electron.session.emit('will-download', {}, item);
  item.emit('done', {}, 'interrupted');
  expect(shownNotifications().map(({ options }) => options.title)).toEqual(["“plan.pdf” wasn't downloaded"]);
});
