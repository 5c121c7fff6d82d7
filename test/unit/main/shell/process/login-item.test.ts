import { readFileSync } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followImage, loginItem, loginItemHere } from '../../../../../main/shell/process/login-item.ts';
import { type ElectronDouble, electronDouble } from '../../../../support/desktop/electron-double.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-login-item-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('starting at login on Linux', () => {
  const entry = () => path.join(folder, 'autostart/tandem.desktop');
  const open = (program = '/opt/Tandem/tandem-sync') =>
    loginItem({
      app: electronDouble().module.app,
      platform: 'linux',
      program,
      autostartFolder: path.join(folder, 'autostart'),
      programFile: path.join(folder, 'login-item'),
    });

  test('is an entry of the session, written, read back and removed', async () => {
    const item = open();
    expect(await item.isOn()).toBe(false);
    await item.set(true);
    expect(await item.isOn()).toBe(true);
    const lines = (await readFile(entry(), 'utf8')).split('\n');
    expect(lines[0]).toBe('[Desktop Entry]');
    expect(lines).toContain('Exec="/opt/Tandem/tandem-sync" --at-login');
    await item.set(false);
    await item.set(false);
    expect(await item.isOn()).toBe(false);
    await expect(access(entry())).rejects.toThrow('ENOENT');
  });

  test('follows the program to its new place when it is on, and stays off when it is off', async () => {
    await open().renew();
    await expect(access(entry())).rejects.toThrow('ENOENT');
    await open('/home/ann/Tandem-1.2.3-linux-x86_64.AppImage').set(true);
    await open('/home/ann/Tandem-1.2.4-linux-x86_64.AppImage').renew();
    expect(await readFile(entry(), 'utf8')).toContain('Exec="/home/ann/Tandem-1.2.4-linux-x86_64.AppImage" --at-login');
  });

  test('follows an image that an update renames while the application ends, at once, and only when it is on', async () => {
    const autostart = path.join(folder, 'autostart');
    followImage(autostart, '/home/ann/Tandem-1.2.4.AppImage');
    await expect(access(entry())).rejects.toThrow('ENOENT');
    await open('/home/ann/Tandem-1.2.3.AppImage').set(true);
    followImage(autostart, '/home/ann/Tandem-1.2.4.AppImage');
    expect(readFileSync(entry(), 'utf8')).toContain('Exec="/home/ann/Tandem-1.2.4.AppImage" --at-login');
    await writeFile(entry(), '[Desktop Entry]\nHidden=true\n');
    followImage(autostart, '/home/ann/Tandem-1.2.5.AppImage');
    expect(await readFile(entry(), 'utf8')).toBe('[Desktop Entry]\nHidden=true\n');
  });

  test('names a program with odd characters as the specification wants it', async () => {
    await open('/home/ann/100% "mine"/$app').set(true);
    expect(await readFile(entry(), 'utf8')).toContain(String.raw`Exec="/home/ann/100%% \\"mine\\"/\\$app" --at-login`);
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off when the desktop has said %s', async (line) => {
    await mkdir(path.dirname(entry()));
    await writeFile(entry(), `[Desktop Entry]\nType=Application\n${line}\n`);
    expect(await open().isOn()).toBe(false);
  });
});

test.each([
  ['win32', { path: '"/opt/tandem"', args: ['--at-login'], openAtLogin: true }],
  ['darwin', { openAtLogin: true }],
] as const)(
  'starting at login on %s is the matter of the system, which is asked what holds',
  async (platform, asked) => {
    const { app, module } = electronDouble();
    const programFile = path.join(folder, 'login-item');
    const item = loginItem({ app: module.app, platform, program: '/opt/tandem', autostartFolder: folder, programFile });
    expect(await item.isOn()).toBe(false);
    await item.set(true);
    expect(app.loginSettings).toEqual([asked]);
    expect(await item.isOn()).toBe(true);
  },
);

describe('starting at login on Windows', () => {
  const open = ({ module }: ElectronDouble, program: string) =>
    loginItem({
      app: module.app,
      platform: 'win32',
      program,
      autostartFolder: folder,
      programFile: path.join(folder, 'login-item'),
    });
  const [before, after] = [String.raw`D:\Tandem 1\Tandem.exe`, String.raw`D:\Tandem 2\Tandem.exe`];

  test('is off when the Task Manager says so', async () => {
    const electron = electronDouble();
    electron.system.loginItem = { openAtLogin: true, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false };
    expect(await open(electron, before).isOn()).toBe(false);
  });

  test('follows the program to its new place when it is on', async () => {
    const electron = electronDouble();
    await open(electron, before).set(true);
    const moved = open(electron, after);
    expect(await moved.isOn()).toBe(false);
    await moved.renew();
    expect(await moved.isOn()).toBe(true);
    expect(electron.app.loginSettings.at(-1)).toEqual({
      path: `"${after}"`,
      args: ['--at-login'],
      openAtLogin: true,
    });
    await open(electron, before).renew();
    expect(await open(electron, before).isOn()).toBe(true);
  });

  test.each([
    ['the person', (electron: ElectronDouble) => open(electron, before).set(false)],
    [
      'the Task Manager',
      async ({ system }: ElectronDouble) => void (system.loginItem.executableWillLaunchAtLogin = false),
    ],
    ['another program', async ({ system }: ElectronDouble) => void (system.loginItem.command = 'another')],
  ])('stays off in a new place when %s has turned it off', async (_who, turnOff) => {
    const electron = electronDouble();
    await open(electron, before).set(true);
    await turnOff(electron);
    const changes = electron.app.loginSettings.length;
    await open(electron, after).renew();
    expect(electron.app.loginSettings).toHaveLength(changes);
  });

  test('is kept for a later move by a start that finds it on', async () => {
    const electron = electronDouble();
    await open(electron, before).set(true);
    await rm(path.join(folder, 'login-item'));
    await open(electron, before).renew();
    await open(electron, after).renew();
    expect(await open(electron, after).isOn()).toBe(true);
  });
});

test.each([
  ['an installed application', { isPackaged: true, isFlatpak: false, isPlaceLasting: true }, true],
  ['a Flatpak', { isPackaged: true, isFlatpak: true, isPlaceLasting: true }, false],
  ['one in a disk image', { isPackaged: true, isFlatpak: false, isPlaceLasting: false }, false],
  ['a clone', { isPackaged: false, isFlatpak: false, isPlaceLasting: true }, false],
])('%s can start at login only if the session can start it', (_what, kind, isOffered) => {
  const { app } = electronDouble().module;
  const files = { autostartFolder: folder, programFile: path.join(folder, 'login-item') };
  const parts = { app, platform: 'linux', program: '/opt/tandem', ...files } as const;
  expect(loginItemHere(parts, kind) !== null).toBe(isOffered);
});
