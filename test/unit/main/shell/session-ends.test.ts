import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DesktopParts, runDesktop } from '../../../../main/shell/run-desktop.ts';
import { desktopParts, engineDouble } from '../../../support/desktop/desktop-parts.ts';
import { type ElectronDouble, electronDouble } from '../../../support/desktop/electron-double.ts';
import { type SeamDouble, seamDouble } from '../../../support/desktop/seam-double.ts';

let own: string;
let electron: ElectronDouble;
let seam: SeamDouble;
let happened: string[];

beforeEach(async () => {
  own = await mkdtemp(path.join(tmpdir(), 'tandem-session-'));
  electron = electronDouble('starting');
  seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
  happened = [];
});
afterEach(async () => {
  await rm(own, { recursive: true, force: true });
});

const desktop = (part: Partial<DesktopParts> = {}): Promise<void> =>
  runDesktop({ ...desktopParts({ own, electron, seam, happened }), ...part });

test('on Windows the engine ends before Electron terminates the process: with a window, in the tray, and after its window is gone', async () => {
  await desktop({ platform: 'win32', args: ['tandem', '--at-login'] });
  const [ear] = electron.windows;
  expect([electron.windows.length, ear?.loaded]).toEqual([1, []]);
  expect(ear?.options).toMatchObject({ show: false, skipTaskbar: true, focusable: false });
  electron.app.emit('activate');
  expect([electron.windows.length, ear?.isClosed]).toEqual([2, true]);
  electron.windows[1]?.destroy();
  expect(electron.windows).toHaveLength(3);
  electron.endSession();
  expect([electron.system.isTerminated, happened]).toEqual([true, ['engine started', 'engine ended']]);
});

test('on Windows an open window keeps its place when the session ends', async () => {
  await desktop({ platform: 'win32' });
  Object.assign(electron.windows[0] ?? {}, { bounds: { x: 40, y: 50, width: 900, height: 700 } });
  electron.endSession();
  expect(electron.system.isTerminated).toBe(true);
  const kept: unknown = JSON.parse(await readFile(path.join(own, 'window.json'), 'utf8'));
  expect(kept).toEqual({ bounds: { x: 40, y: 50, width: 900, height: 700 }, isMaximized: false });
});

test('on Windows an engine that is stopping when the session ends does so at once, and one that fails keeps nothing up', async () => {
  const engine = {
    ...engineDouble(seam, happened),
    stop: () => new Promise<void>(() => undefined),
    endNow: () => {
      throw new Error('disk');
    },
  };
  await desktop({ platform: 'win32', startEngine: async () => engine });
  electron.app.quit();
  await vi.waitFor(() => expect(electron.trays[0]?.isDestroyed).toBe(true));
  electron.endSession();
  expect([electron.system.isTerminated, happened]).toEqual([true, [expect.stringContaining('did not end cleanly')]]);
});

test('elsewhere no hidden window listens for the end of the session', async () => {
  await desktop({ args: ['tandem', '--at-login'] });
  expect(electron.windows).toEqual([]);
});

test('on Linux the engine ends before Electron exits by itself, as it does without the session bus', async () => {
  await desktop();
  // What Electron calls then (electron_browser_main_parts.cc, `ExitOnSessionLoss`).
  electron.app.exit(0);
  expect(happened).toEqual(['engine started', 'engine ended']);
});

test('an engine that was stopped before the application exits is not ended once more', async () => {
  await desktop();
  electron.app.quit();
  await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
  expect(happened).toEqual(['engine started', 'engine stopped']);
});

test('on macOS a log-out that another application calls off leaves Tandem running', async () => {
  await desktop({ platform: 'darwin' });
  electron.powerMonitor.emit('shutdown', { preventDefault: () => undefined });
  await new Promise(setImmediate);
  expect([electron.app.hasQuit, happened]).toEqual([false, ['engine started']]);
});

test('on macOS a log-out stops Tandem without a question, although dropped files are uploading', async () => {
  const drops = { underWay: () => 2, isPreparing: () => false };
  await desktop({ platform: 'darwin', startEngine: async () => ({ ...engineDouble(seam, happened), drops }) });
  electron.powerMonitor.emit('shutdown', { preventDefault: () => undefined });
  electron.app.quit();
  await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
  expect([electron.system.questions, happened]).toEqual([[], ['engine stopped']]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s, also a second one, stops Tandem without a question, although dropped files are uploading',
  async (signal) => {
    const stopped = Promise.withResolvers<void>();
    const drops = { underWay: () => 2, isPreparing: () => false };
    const engine = { ...engineDouble(seam, happened), drops, stop: () => stopped.promise };
    await desktop({ startEngine: async () => engine });
    electron.signal(signal);
    electron.signal(signal);
    stopped.resolve();
    await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    expect(electron.system.questions).toEqual([]);
  },
);

test('a terminal that is closed leaves Tandem running', async () => {
  await desktop();
  electron.signal('SIGHUP');
  await new Promise(setImmediate);
  expect([electron.app.hasQuit, happened]).toEqual([false, ['engine started']]);
});
