import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { createAppWindow } from '../../../../../main/shell/window/window.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';
import { menuLabels } from '../../../../support/desktop/menu.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-window-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function shown(platform: NodeJS.Platform = 'linux') {
  const electron = electronDouble();
  const warnings: string[] = [];
  const appWindow = createAppWindow({
    electron: electron.module,
    preloadFile: '/app/bridge.cjs',
    stateFile: path.join(folder, 'window.json'),
    iconFile: '/app/icon.png',
    platform,
    hidesOnClose: () => true,
    onSessionEnd: () => undefined,
    onPageLost: () => undefined,
    quit: () => electron.app.quit(),
    warn: (message) => warnings.push(message),
    texts: shellTexts([]),
  });
  appWindow.show();
  const [window] = electron.windows;
  if (window === undefined) throw new Error('no window');
  return { electron, appWindow, window, warnings };
}

test('a window appears on Linux once its page is loaded, since a Wayland session may never call it ready', () => {
  const { window } = shown();
  expect(window.isShown).toBe(false);
  window.webContents.emit('did-finish-load');
  expect(window.isShown).toBe(true);
  window.hide();
  window.webContents.emit('did-finish-load');
  window.emit('ready-to-show');
  expect(window.isShown).toBe(false);
});

test.each(['darwin', 'win32'] as const)('a window waits on %s until its page is drawn', (platform) => {
  const { window } = shown(platform);
  window.webContents.emit('did-finish-load');
  expect(window.isShown).toBe(false);
  window.emit('ready-to-show');
  expect(window.isShown).toBe(true);
});

test('a window leaves the full screen before it is hidden, or macOS would keep an empty black one', () => {
  const { window } = shown('darwin');
  window.show();
  window.setFullScreen(true);
  window.close();
  window.close();
  expect([window.isFullScreen(), window.isShown]).toEqual([false, true]);
  window.emit('leave-full-screen');
  expect([window.isShown, window.listenerCount('leave-full-screen')]).toEqual([false, 0]);
});

test('a place reaches the page once it listens: after it is loaded, and again after it is loaded anew', () => {
  const { appWindow, window } = shown();
  appWindow.show('/trash');
  appWindow.show('/activity');
  expect(window.webContents.sent).toEqual([]);
  window.webContents.emit('did-finish-load');
  const first = [['tandem:go', '/activity']];
  expect(window.webContents.sent).toEqual(first);
  window.webContents.reload();
  appWindow.show('/sharing');
  expect(window.webContents.sent).toEqual(first);
  window.webContents.emit('did-finish-load');
  appWindow.show('/files');
  expect(window.webContents.sent).toEqual([...first, ['tandem:go', '/sharing'], ['tandem:go', '/files']]);
});

test('a window that fills the screen is hidden at once elsewhere', () => {
  const { window } = shown('win32');
  window.show();
  window.setFullScreen(true);
  window.close();
  expect([window.isFullScreen(), window.isShown]).toEqual([true, false]);
});

test('the page corrects no spelling: the dictionary would be fetched from a server of Google', () => {
  expect(shown().window.options.webPreferences).toMatchObject({ spellcheck: false });
});

test('a right click in a field opens a menu, and elsewhere none', () => {
  const { electron, window } = shown();
  const editFlags = { canCut: true, canCopy: true, canPaste: true, canDelete: true, canSelectAll: true };
  window.webContents.emit('context-menu', {}, { isEditable: true, selectionText: '', editFlags });
  window.webContents.emit('context-menu', {}, { isEditable: false, selectionText: '', editFlags });
  expect(electron.system.openedMenus.map(menuLabels)).toEqual([
    ['Cut', 'Copy', 'Paste', 'Delete', 'separator', 'Select all'],
  ]);
});

test('a page that crashes is drawn again, and one that crashes again at once is closed', () => {
  const { window, warnings } = shown();
  window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(window.webContents.reloads).toBe(0);
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
  expect([window.webContents.reloads, window.isClosed]).toEqual([1, false]);
  window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 11 });
  expect([window.webContents.reloads, window.isClosed]).toEqual([1, true]);
  expect(warnings).toHaveLength(2);
});

test('a page that does not respond is reloaded when the person says so, and that counts as no crash', async () => {
  const { electron, window, warnings } = shown();
  electron.system.pressedButton = 1;
  window.webContents.emit('unresponsive');
  await vi.waitUntil(() => window.webContents.reloads === 1);
  expect(electron.system.questions).toMatchObject([{ buttons: ['Wait', 'Reload'] }]);
  expect(warnings).toEqual(['the page of the window does not respond']);
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
  expect([window.webContents.reloads, window.isClosed]).toEqual([2, false]);
});

test('the question about a page that does not respond closes when the page responds', async () => {
  const { electron, window } = shown();
  electron.system.pressedButton = new Promise(() => undefined);
  window.webContents.emit('unresponsive');
  window.webContents.emit('unresponsive');
  expect(electron.system.questions).toHaveLength(1);
  window.webContents.emit('responsive');
  expect(electron.system.questions[0]?.signal?.aborted).toBe(true);
  await Promise.resolve();
  expect(window.webContents.reloads).toBe(0);
});

test('whoever waits for a page that does not respond is asked again when the window comes back', async () => {
  const { electron, appWindow, window } = shown();
  window.webContents.emit('unresponsive');
  expect(electron.system.questions).toHaveLength(1);
  await new Promise(setImmediate);
  window.hide();
  appWindow.show();
  expect(electron.system.questions).toHaveLength(2);
  await new Promise(setImmediate);
  window.webContents.emit('responsive');
  window.hide();
  appWindow.show();
  expect(electron.system.questions).toHaveLength(2);
  expect(window.webContents.reloads).toBe(0);
});

test('the icon of the window shows how far downloads are', () => {
  const { appWindow, window } = shown();
  appWindow.showProgress(0.5);
  appWindow.showProgress('unknown');
  appWindow.showProgress(null);
  expect(window.progress).toEqual([
    [0.5, 'normal'],
    [2, 'indeterminate'],
    [-1, 'normal'],
  ]);
});
