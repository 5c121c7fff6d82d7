import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import type { IpcMain, IpcMainEvent } from 'electron';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { serveElectron } from '../../../../main/ipc/electron-transport.ts';
import { openShell, shellFolders } from '../../../../main/shell/shell.ts';
import { shellTexts } from '../../../../main/shell/texts/shell-texts.ts';
import { isTrustedSender } from '../../../../main/shell/window/locks.ts';
import { createPopover } from '../../../../main/shell/window/popover.ts';
import { channels } from '../../../../preload/ipc/transport/channels.ts';
import { pagePolicy } from '../../../../preload/ipc/transport/page-policy.ts';
import { ContentsDouble, PreventableEvent } from '../../../support/browser/window-double.ts';
import { type ElectronDouble, electronDouble } from '../../../support/desktop/electron-double.ts';
import { quietShell } from '../../../support/desktop/quiet-shell.ts';
import { type SeamDouble, seamDouble } from '../../../support/desktop/seam-double.ts';
import { noContents } from '../../../support/files/no-contents.ts';

/** Electron's list of what an application has to do for its security, line by line, under the names that its guide gives them. */

const root = path.resolve(import.meta.dirname, '../../../..');
const page = 'tandem-window://app/';
let own: string;
let electron: ElectronDouble;
let seam: SeamDouble;

beforeEach(async () => {
  own = await mkdtemp(path.join(tmpdir(), 'tandem-security-'));
  electron = electronDouble();
  seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
  const shell = await openShell({
    electron: electron.module,
    handlers: seam.handlers,
    feeds: seam.feeds,
    contents: noContents,
    platform: 'darwin',
    folders: shellFolders(root, own),
    hasTrayHost: async () => true,
    now: () => new Date(0),
    warn: () => undefined,
    ...quietShell,
    texts: shellTexts([]),
  });
  shell.window.show();
  createPopover({ electron: electron.module, preloadFile: '/app/bridge.cjs' }).toggle({
    x: 0,
    y: 0,
    width: 22,
    height: 22,
  });
  expect(electron.windows).toHaveLength(2);
});
afterEach(async () => {
  await rm(own, { recursive: true, force: true });
});

/** The preferences of each window of the application. */
const preferences = () => electron.windows.map(({ options }) => options.webPreferences ?? {});
const served = async (address: string): Promise<Response> => {
  const serve = electron.system.servePage;
  if (serve === null) throw new Error('nothing serves the page');
  return serve(new Request(address));
};

test('1. Only load secure content', async () => {
  for (const window of electron.windows) {
    expect(window.loaded.length).toBeGreaterThan(0);
    for (const address of window.loaded) expect(address.startsWith(page)).toBe(true);
  }
  const html = await readFile(path.join(root, 'renderer/index.html'), 'utf8');
  expect(html.match(/(src|href)="[a-z]+:/g)).toBeNull();
});

test('2. Do not enable Node.js integration for remote content', () => {
  for (const given of preferences()) {
    expect(given).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
  }
});

test('3. Enable context isolation', () => {
  for (const given of preferences()) expect(given.contextIsolation).toBe(true);
});

test('4. Enable process sandboxing', () => {
  for (const given of preferences()) expect(given.sandbox).toBe(true);
});

test('5. Handle session permission requests from remote content', () => {
  const { session } = electron;
  for (const permission of ['media', 'geolocation', 'notifications', 'openExternal', 'fileSystem']) {
    const answers = session.permission(permission, { isMainFrame: true, requestingUrl: page });
    expect([permission, answers]).toEqual([permission, { asked: false, checked: false }]);
  }
  for (const permission of ['clipboard-sanitized-write', 'fullscreen']) {
    const answers = session.permission(permission, { isMainFrame: true, requestingUrl: 'https://example.com/' });
    expect([permission, answers]).toEqual([permission, { asked: false, checked: false }]);
  }
  expect(session.checkDevice()).toBe(false);
});

test('6. Do not disable webSecurity', () => {
  for (const given of preferences()) expect(given.webSecurity).toBe(true);
});

test('7. Define a Content Security Policy', async () => {
  const policy = (await served(page)).headers.get('content-security-policy') ?? pagePolicy();
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  for (const loose of ['unsafe-inline', 'unsafe-eval', 'wasm-unsafe-eval', '*', 'http:', 'https:']) {
    expect([loose, policy.includes(loose)]).toEqual([loose, false]);
  }
});

test('8. Do not enable allowRunningInsecureContent', () => {
  for (const given of preferences()) expect(given.allowRunningInsecureContent).toBe(false);
});

test('9. Do not enable experimental features', () => {
  for (const given of preferences()) expect(given.experimentalFeatures).toBe(false);
});

test('10. Do not use enableBlinkFeatures', () => {
  for (const given of preferences()) expect(Object.keys(given)).not.toContain('enableBlinkFeatures');
});

test('11. Do not use allowpopups for WebViews', () => {
  for (const given of preferences()) expect(given.webviewTag).toBe(false);
});

test('12. Verify WebView options before creation', () => {
  for (const { webContents } of electron.windows) {
    const event = new PreventableEvent();
    webContents.emit('will-attach-webview', event, { nodeIntegration: true }, { src: 'https://example.com/' });
    expect(event.isPrevented).toBe(true);
  }
});

test('13. Disable or limit navigation', () => {
  for (const { webContents } of electron.windows) {
    for (const address of ['https://example.com/', 'file:///etc/passwd', 'tandem-window://app.example.com/']) {
      for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
        const event = new PreventableEvent(address);
        webContents.emit(name, event);
        expect([name, address, event.isPrevented]).toEqual([name, address, true]);
      }
    }
  }
});

test('14. Disable or limit creation of new windows', () => {
  for (const { webContents } of electron.windows) {
    expect(webContents.openWindow({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    expect(webContents.openWindow({ url: page })).toEqual({ action: 'deny' });
  }
});

test('15. Do not use shell.openExternal with untrusted content', () => {
  const [window] = electron.windows;
  for (const url of [
    'file:///etc/passwd',
    'smb://host/share',
    'ms-msdt:/id',
    'https://a:b@example.com/',
    'https://example.com/',
  ]) {
    window?.webContents.openWindow({ url });
  }
  expect(electron.openedExternally).toEqual(['https://example.com/']);
});

test('16. Use a current version of Electron', () => {
  const Package = z.object({ devDependencies: z.record(z.string(), z.string()) });
  const { devDependencies } = Package.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  // Exact, so that the tested version is built; of a line that still got Chromium fixes at this release.
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
});

test('17. Validate the sender of all IPC messages', async () => {
  serveElectron({
    ipcMain: electron.ipcMain as unknown as IpcMain,
    served: { handlers: seam.handlers, feeds: seam.feeds, reportBug: () => undefined },
    isTrustedSender,
  });
  const call = electron.ipcMain.handlers.get(channels.call);
  const stranger = new ContentsDouble('https://example.com/');
  const ours = new ContentsDouble(page);
  const before = seam.asked.length;
  for (const event of [
    { sender: stranger, senderFrame: stranger.mainFrame },
    { sender: ours, senderFrame: { url: page } },
    { sender: ours, senderFrame: null },
  ]) {
    expect(await call?.(event, 'sync.resume', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    electron.ipcMain.emit(channels.subscribe, event as unknown as IpcMainEvent, 'activity');
  }
  expect(seam.asked).toHaveLength(before);
  expect([...stranger.sent, ...ours.sent]).toEqual([]);
  expect(await call?.({ sender: ours, senderFrame: ours.mainFrame }, 'sync.resume', {})).toMatchObject({ ok: true });
});

test('18. Avoid usage of the file:// protocol and prefer usage of custom protocols', async () => {
  for (const window of electron.windows) for (const address of window.loaded) expect(address).not.toMatch(/^file:/);
  expect((await served('tandem-window://app/../../etc/passwd')).status).toBe(404);
});

test('19. Check which fuses you can change', async () => {
  const { electronFuses } = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  expect(electronFuses).toEqual({
    // The private service is a utility process.
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

test('20. Do not expose Electron APIs to untrusted web content', async () => {
  const source = await readFile(path.join(root, 'preload/bridge.ts'), 'utf8');
  expect([...source.matchAll(/exposeInMainWorld\(([^)]*)\)/g)].map(([, given]) => given)).toEqual(["'tandem', bridge"]);
  const bridge = source.slice(source.indexOf('const bridge'), source.indexOf('contextBridge.exposeInMainWorld'));
  // Nothing of Electron's is handed on, only called: the page names a command or a feed, never a channel.
  expect(bridge.match(/ipcRenderer(?!\.(invoke|send)\(channels\.)/g)).toBeNull();
  expect(source).not.toMatch(/_event\s*[,)]\s*=>\s*[^{]*_event/);
});
