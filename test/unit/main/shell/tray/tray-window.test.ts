import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openShell, type Shell, shellFolders } from '../../../../../main/shell/shell.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import type { Updates } from '../../../../../main/shell/updates/updates.ts';
import type { ActivityEntry } from '../../../../../preload/ipc/shapes/status.ts';
import { PreventableEvent, WindowDouble } from '../../../../support/browser/window-double.ts';
import { type ElectronDouble, electronDouble } from '../../../../support/desktop/electron-double.ts';
import { menuLabels } from '../../../../support/desktop/menu.ts';
import { noUpdates } from '../../../../support/desktop/no-updates.ts';
import { quietShell } from '../../../../support/desktop/quiet-shell.ts';
import { rootStatus, type SeamDouble, seamDouble, statusWith } from '../../../../support/desktop/seam-double.ts';
import { noContents } from '../../../../support/files/no-contents.ts';

let own: string;
let electron: ElectronDouble;
let seam: SeamDouble;

beforeEach(async () => {
  own = await mkdtemp(path.join(tmpdir(), 'tandem-popover-'));
  electron = electronDouble();
  seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await rm(own, { recursive: true, force: true });
});

async function open(
  platform: NodeJS.Platform,
  updates: Pick<Updates, 'install' | 'subscribe'> = noUpdates,
): Promise<Shell> {
  return openShell({
    electron: electron.module,
    handlers: seam.handlers,
    feeds: seam.feeds,
    contents: noContents,
    platform,
    folders: shellFolders('/app', own),
    hasTrayHost: async () => true,
    now: () => new Date(0),
    warn: (message) => expect.unreachable(message),
    ...quietShell,
    updates,
    texts: shellTexts([]),
  });
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

describe('the tray on macOS and Windows', () => {
  const icon = { x: 1800, y: 4, width: 22, height: 22 };

  test('a click shows the short form at the icon, looking elsewhere or another click hides it, two open the window', async () => {
    await open('win32');
    onlyTray().emit('click', {}, icon);
    const popover = onlyWindow();
    expect(popover.loaded).toEqual(['tandem-window://app/#/tray']);
    expect(popover.options).toMatchObject({ frame: false, skipTaskbar: true, show: false });
    expect([popover.isShown, popover.isFocused]).toEqual([true, true]);
    // Below the icon, and whole on the screen.
    expect(popover.bounds).toEqual({ x: 1556, y: 30, width: 360, height: 500 });
    onlyTray().emit('click', {}, icon);
    expect(popover.isShown).toBe(false);

    onlyTray().emit('click', {}, { ...icon, y: 1010 });
    expect([popover.isShown, popover.bounds.y]).toEqual([true, 1010 - 500 - 4]);
    popover.emit('blur');
    // The same click took the focus away.
    onlyTray().emit('click', {}, icon);
    expect(popover.isShown).toBe(false);

    onlyTray().emit('double-click');
    expect(electron.windows.map(({ loaded }) => loaded[0])).toEqual([
      'tandem-window://app/#/tray',
      'tandem-window://app/#/',
    ]);
  });

  test.each([
    ['a menu bar at the top', { x: 900, y: 4 }, { x: 731, y: 30 }],
    ['the left edge', { x: 0, y: 4 }, { x: 4, y: 30 }],
    ['a task bar at the bottom', { x: 900, y: 1050 }, { x: 731, y: 536 }],
    ['an icon below the work area', { x: 900, y: 1200 }, { x: 731, y: 536 }],
    ['an icon above the work area', { x: 900, y: -200 }, { x: 731, y: 4 }],
  ])(
    'the short form is whole on the screen, in the middle of its icon where there is room: %s',
    async (_, at, place) => {
      await open('win32');
      onlyTray().emit('click', {}, { ...icon, ...at });
      expect(onlyWindow().bounds).toEqual({ ...place, width: 360, height: 500 });
    },
  );

  test('a short form that was closed from outside opens again, and one that lost the focus at the next click', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await open('win32');
    onlyTray().emit('click', {}, icon);
    onlyWindow().emit('blur');
    vi.advanceTimersByTime(200);
    onlyTray().emit('click', {}, icon);
    expect(onlyWindow().isShown).toBe(true);
    onlyWindow().emit('closed');
    onlyTray().emit('click', {}, icon);
    expect(electron.windows).toHaveLength(2);
  });

  test.each([
    ['whose page crashed', () => onlyWindow().webContents.forcefullyCrashRenderer()],
    ['whose page could not be loaded', () => undefined],
  ])('a short form %s is replaced at the next click', async (which, fail) => {
    await open('win32');
    const loaded = vi.spyOn(WindowDouble.prototype, 'loadURL');
    if (which.includes('loaded')) loaded.mockRejectedValueOnce(new Error('ERR_FAILED'));
    onlyTray().emit('click', {}, icon);
    fail();
    await vi.waitFor(() => expect(electron.windows[0]?.isClosed).toBe(true));
    onlyTray().emit('click', {}, icon);
    expect(electron.windows[1]?.isShown).toBe(true);
  });

  test('the menu opens at the other button; on macOS by hand, since a menu that is set opens at every click', async () => {
    const shell = await open('darwin');
    seam.say('status', statusWith({ sentence: 'Syncing 2 files' }));
    expect(onlyTray().menus).toEqual([]);
    onlyTray().emit('right-click');
    expect(onlyTray().openedMenus).toHaveLength(1);
    expect(menuLabels(onlyTray().openedMenus[0] ?? [])[0]).toBe('Syncing 2 files');
    onlyTray().emit('click', {}, icon);
    shell.close();
    expect(onlyWindow().isClosed).toBe(true);
  });

  test('the menu has the files that changed before the start and since, and an update that waits', async () => {
    const entry = (id: number, name: string): ActivityEntry => ({
      id,
      atMs: 0,
      rootId: 1,
      kind: 'upload',
      side: 'remote',
      path: `Plans/${name}`,
      fromPath: null,
      itemKind: 'file',
      bytes: 1,
      sentence: 'Uploaded',
      rule: 'P1',
      batch: 1,
      by: null,
      undo: 'possible',
    });
    const before = [entry(2, 'newer.txt'), entry(1, 'older.txt')];
    seam = seamDouble({ 'activity.list': { ok: true, value: { entries: before, more: false } } });
    const listening: Parameters<Updates['subscribe']>[0][] = [];
    const updates: Pick<Updates, 'install' | 'subscribe'> = {
      ...noUpdates,
      subscribe: (listener) => {
        listening.push(listener);
        return () => void listening.pop();
      },
    };
    const shell = await open('darwin', updates);
    expect(seam.asked.find(({ name }) => name === 'activity.list')?.request).toEqual({ limit: 20 });
    const files = () => {
      onlyTray().emit('right-click');
      const labels = menuLabels(onlyTray().openedMenus.at(-1) ?? []);
      return labels.filter((label) => /\.txt$|update/i.test(label ?? ''));
    };
    expect(files()).toEqual(['newer.txt', 'older.txt']);
    seam.say('activity', [entry(3, 'newest.txt')]);
    expect(files()).toEqual(['newest.txt', 'newer.txt', 'older.txt']);
    for (const listener of listening) listener({ state: 'ready', version: '2.0.0', share: null, sentence: null });
    expect(files()).toHaveLength(4);
    shell.close();
    expect([seam.listeners('activity'), listening]).toEqual([0, []]);
  });

  test('files dropped on the icon go to the default folder, and Electron does nothing else with them', async () => {
    seam = seamDouble({
      'activity.list': { ok: true, value: { entries: [], more: false } },
      'root.list': { ok: true, value: [{ ...rootStatus, remoteId: '17' }] },
    });
    await open('darwin');
    const event = new PreventableEvent();
    onlyTray().emit('drop-files', event, ['/home/ann/a.txt', '/home/ann/b']);
    expect(event.isPrevented).toBe(true);
    await vi.waitFor(() =>
      expect(seam.asked.at(-1)).toEqual({
        name: 'drop.paths',
        request: {
          folderId: '17',
          folderName: rootStatus.name,
          paths: ['/home/ann/a.txt', '/home/ann/b'],
          onConflict: 'keep-both',
        },
      }),
    );
  });
});
