import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandHost } from '../../../../main/commands/command-world.ts';
import { desktopHost } from '../../../../main/shell/desktop-host.ts';
import { type DesktopParts, runDesktop } from '../../../../main/shell/run-desktop.ts';
import { desktopParts, engineDouble } from '../../../support/desktop/desktop-parts.ts';
import { type ElectronDouble, electronDouble } from '../../../support/desktop/electron-double.ts';
import { noUpdates } from '../../../support/desktop/no-updates.ts';
import { type SeamDouble, seamDouble } from '../../../support/desktop/seam-double.ts';

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

test('the desktop reveals files, opens harmless links only, and says whether it has a tray', async () => {
  let hasTray = false;
  const host = desktopHost({
    electron: electron.module,
    deviceName: 'laptop',
    homePath: '/home/ann',
    hasTray: () => hasTray,
    showWindow: () => happened.push('window shown'),
    loginItem: null,
    updates: noUpdates,
  });
  await host.reveal?.('/home/ann/Tandem/a.txt');
  expect(electron.system.revealed).toEqual(['/home/ann/Tandem/a.txt']);
  await host.openFile?.('/home/ann/Tandem/a.pdf');
  await host.openFile?.('/home/ann/Tandem/a.unknown');
  expect(electron.system.opened).toEqual(['/home/ann/Tandem/a.pdf', '/home/ann/Tandem/a.unknown']);
  expect(electron.system.revealed).toEqual(['/home/ann/Tandem/a.txt', '/home/ann/Tandem/a.unknown']);
  await host.openLink?.('https://example.com/');
  await expect(host.openLink?.('file:///etc/passwd')).rejects.toThrow('file:///etc/passwd');
  expect(electron.openedExternally).toEqual(['https://example.com/']);
  expect(host).toMatchObject({ kind: 'electron', version: '1.2.3', deviceName: 'laptop', homePath: '/home/ann' });
  expect(host.can.tray).toBe(false);
  hasTray = true;
  expect(host.can.tray).toBe(true);
});

test('the desktop picks a folder in the dialog of the system, and comes to the front when asked', async () => {
  electron = electronDouble();
  const { module } = electron;
  const parts = { electron: module, deviceName: 'laptop', homePath: null, hasTray: () => true, loginItem: null };
  const host = desktopHost({ ...parts, showWindow: () => happened.push('window shown'), updates: noUpdates });
  expect(host.can.chooseFolder).toBe(true);
  expect(await host.desktop?.chooseFolder('/home/ann')).toBeNull();
  electron.system.chosenFolder = '/home/ann/Studio';
  expect(await host.desktop?.chooseFolder(null)).toBe('/home/ann/Studio');
  expect(electron.system.folderDialogs).toEqual([
    { properties: ['openDirectory', 'createDirectory'], defaultPath: '/home/ann' },
    { properties: ['openDirectory', 'createDirectory'] },
  ]);
  host.desktop?.showWindow();
  expect(happened).toEqual(['window shown']);
});

test.each([
  ['an installed application', true, true, 'tandem://signed-in'],
  // The link of the browser's last page would lead nowhere.
  ['an AppImage', true, false, null],
  ['a clone', false, true, null],
])('a sign-in in the browser leads back to %s: %s', async (_what, isPackaged, hasDesktopEntry, wayBack) => {
  electron.app.isPackaged = isPackaged;
  electron.app.hasDesktopEntry = hasDesktopEntry;
  const hosts: CommandHost[] = [];
  const startEngine: DesktopParts['startEngine'] = async (host) => {
    hosts.push(host);
    return engineDouble(seam, happened);
  };
  await runDesktop({ ...desktopParts({ own, electron, seam, happened }), startEngine });
  expect(hosts[0]?.desktop?.wayBack).toBe(wayBack);
});
