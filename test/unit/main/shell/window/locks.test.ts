import type { IpcMainEvent, Session, WebContents } from 'electron';
import { describe, expect, test } from 'vitest';
import { isExternalLink } from '../../../../../main/shell/window/external-links.ts';
import { isTrustedSender, lockContents, lockSession } from '../../../../../main/shell/window/locks.ts';
import { ContentsDouble, PreventableEvent } from '../../../../support/browser/window-double.ts';
import { electronDouble, SessionDouble } from '../../../../support/desktop/electron-double.ts';

const page = 'tandem-window://app/#/activity';

describe('the window stays on its page', () => {
  const locked = () => {
    const electron = electronDouble();
    const contents = new ContentsDouble(page);
    lockContents(contents as unknown as WebContents, electron.module.shell);
    return { electron, contents };
  };

  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s to a stranger is refused', (event) => {
    const { contents } = locked();
    for (const address of [
      'https://example.com/',
      'file:///etc/passwd',
      'tandem-window://other/',
      'javascript:alert(1)',
    ]) {
      const navigation = new PreventableEvent(address);
      contents.emit(event, navigation);
      expect([address, navigation.isPrevented]).toEqual([address, true]);
    }
    const within = new PreventableEvent(page);
    contents.emit(event, within);
    expect(within.isPrevented).toBe(false);
  });

  test.each([
    ['chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/4f0c', false, false],
    ['chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/4f0c', true, true],
    ['chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai.example.com/', false, true],
    ['chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh/', false, true],
  ])('the PDF viewer may load its document: %s (main frame: %s) is refused: %s', (url, isMainFrame, isRefused) => {
    const { contents } = locked();
    const navigation = Object.assign(new PreventableEvent(url), { isMainFrame });
    contents.emit('will-frame-navigate', navigation);
    expect(navigation.isPrevented).toBe(isRefused);
  });

  test('no page is embedded in it', () => {
    const { contents } = locked();
    const event = new PreventableEvent();
    contents.emit('will-attach-webview', event);
    expect(event.isPrevented).toBe(true);
  });

  test('a new window is never opened; a link of a harmless scheme goes to the browser', () => {
    const { electron, contents } = locked();
    expect(contents.openWindow({ url: 'https://example.com/help' })).toEqual({ action: 'deny' });
    expect(contents.openWindow({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(contents.openWindow({ url: page })).toEqual({ action: 'deny' });
    expect(electron.openedExternally).toEqual(['https://example.com/help']);
  });
});

const granted = { asked: true, checked: true };
const denied = { asked: false, checked: false };

test.each([
  ['clipboard-sanitized-write', page, true, granted],
  ['fullscreen', page, true, granted],
  ['clipboard-sanitized-write', page, false, denied],
  ['fullscreen', 'https://example.com/', true, denied],
  ['clipboard-read', page, true, denied],
  ['media', page, true, denied],
])('%s, asked for by %s (main frame: %s)', (permission, requestingUrl, isMainFrame, expected) => {
  const session = new SessionDouble();
  lockSession(session as unknown as Session);
  expect(session.permission(permission, { isMainFrame, requestingUrl })).toEqual(expected);
});

test('every other permission is denied, asked for or looked up', () => {
  const session = new SessionDouble();
  lockSession(session as unknown as Session);
  for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'openExternal']) {
    const asker = { isMainFrame: true, requestingUrl: page };
    expect([permission, session.permission(permission, asker)]).toEqual([permission, denied]);
  }
  expect(session.checkDevice()).toBe(false);
  const streams: object[] = [];
  session.askScreen(null, (answer) => streams.push(answer));
  expect(streams).toEqual([{}]);
});

describe('a message is trusted', () => {
  const sent = (frameUrl: string, from: 'main frame' | 'inner frame' | 'gone') => {
    const sender = new ContentsDouble(frameUrl);
    const frames = { 'main frame': sender.mainFrame, 'inner frame': { url: frameUrl }, gone: null };
    return { sender, senderFrame: frames[from] } as unknown as IpcMainEvent;
  };

  test('from the main frame of our page only', () => {
    expect(isTrustedSender(sent(page, 'main frame'))).toBe(true);
    expect(isTrustedSender(sent(page, 'inner frame'))).toBe(false);
    expect(isTrustedSender(sent(page, 'gone'))).toBe(false);
    expect(isTrustedSender(sent('https://example.com/', 'main frame'))).toBe(false);
    expect(isTrustedSender(sent('tandem-window://app.example.com/', 'main frame'))).toBe(false);
    expect(isTrustedSender(sent('', 'main frame'))).toBe(false);
  });
});

test.each([
  ['https://example.com/a?b=c', true],
  ['http://127.0.0.1:8080/', true],
  ['mailto:ann@example.com', true],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['smb://host/share', false],
  ['tandem://home', false],
  ['vbscript:x', false],
  ['https://user:password@example.com/', false],
  ['not an address', false],
])('a link to %s may leave the application: %s', (address, mayLeave) => {
  expect(isExternalLink(address)).toBe(mayLeave);
});
