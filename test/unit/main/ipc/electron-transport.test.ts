import type { IpcMain } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ElectronTransport, serveElectron } from '../../../../main/ipc/electron-transport.ts';
import { isTrustedSender } from '../../../../main/shell/window/locks.ts';
import { channels } from '../../../../preload/ipc/transport/channels.ts';
import { ContentsDouble } from '../../../support/browser/window-double.ts';
import { IpcMainDouble } from '../../../support/desktop/electron-double.ts';
import { type SeamDouble, seamDouble, statusWith } from '../../../support/desktop/seam-double.ts';

const page = 'tandem-window://app/';

let ipcMain: IpcMainDouble;
let seam: SeamDouble;
let window: ContentsDouble;
let bugs: string[];
let transport: ElectronTransport;

beforeEach(() => {
  ipcMain = new IpcMainDouble();
  seam = seamDouble();
  window = new ContentsDouble(page);
  bugs = [];
  const served = { handlers: seam.handlers, feeds: seam.feeds, reportBug: (command: string) => bugs.push(command) };
  transport = serveElectron({ ipcMain: ipcMain as unknown as IpcMain, served, isTrustedSender });
});

const eventOf = (contents: ContentsDouble, frame: unknown = contents.mainFrame) => ({
  sender: contents,
  senderFrame: frame,
});
const call = async (event: unknown, ...args: unknown[]) => ipcMain.handlers.get(channels.call)?.(event, ...args);

describe('a command from the window', () => {
  test('is run with its defaults filled in, and its answer comes back', async () => {
    expect(await call(eventOf(window), 'invitation.accept', { id: '31' })).toEqual({ ok: true, value: {} });
    expect(seam.asked).toEqual([{ name: 'invitation.accept', request: { id: '31' } }]);
  });

  test.each([
    ['an unknown name', 'no.such', {}, 'unknown_command'],
    ['a name that is no text', 17, {}, 'unknown_command'],
    ['a name of every object', 'toString', {}, 'unknown_command'],
    ['a wrong shape', 'invitation.accept', { id: 31 }, 'bad_request'],
    ['nothing', 'invitation.accept', undefined, 'bad_request'],
  ])('of %s is refused before a handler sees it', async (_what, name, input, code) => {
    expect(await call(eventOf(window), name, input)).toMatchObject({ ok: false, error: { code } });
    expect(seam.asked).toEqual([]);
  });

  test.each([
    ['an inner frame', () => eventOf(window, { url: page })],
    ['a frame that is gone', () => eventOf(window, null)],
    ['a stranger', () => eventOf(new ContentsDouble('https://example.com/'))],
  ])('from %s is refused, however well-formed', async (_who, event) => {
    const answer = await call(event(), 'invitation.accept', { id: '31' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(seam.asked).toEqual([]);
  });
});

describe('a feed', () => {
  const status = statusWith({ sentence: 'Everything is in sync' });

  test('flows to the window that subscribed, once, also when it subscribed twice', () => {
    ipcMain.emit(channels.subscribe, eventOf(window), 'status');
    ipcMain.emit(channels.subscribe, eventOf(window), 'status');
    seam.say('status', status);
    expect(window.sent).toEqual([[channels.feed, 'status', status]]);
    ipcMain.emit(channels.unsubscribe, eventOf(window), 'status');
    seam.say('status', status);
    expect(window.sent).toHaveLength(1);
  });

  test('that is unknown, or asked for by a stranger, is not begun', () => {
    ipcMain.emit(channels.subscribe, eventOf(window), 'no.such');
    ipcMain.emit(channels.subscribe, eventOf(window), 4);
    ipcMain.emit(channels.subscribe, eventOf(window, null), 'status');
    seam.say('status', status);
    expect(window.sent).toEqual([]);
  });

  test('tells nothing to a window that is gone already: Electron would throw', () => {
    ipcMain.emit(channels.subscribe, eventOf(window), 'status');
    window.isDestroyed = () => true;
    seam.say('status', status);
    expect(window.sent).toEqual([]);
  });

  test('ends with its window, and with the transport', () => {
    ipcMain.emit(channels.subscribe, eventOf(window), 'status');
    const other = new ContentsDouble(page);
    ipcMain.emit(channels.subscribe, eventOf(other), 'status');
    window.emit('destroyed');
    expect(seam.listeners('status')).toBe(1);
    transport.close();
    expect(seam.listeners('status')).toBe(0);
    expect([ipcMain.handlers.size, ipcMain.eventNames()]).toEqual([0, []]);
  });
});
