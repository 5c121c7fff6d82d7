import { describe, expect, test } from 'vitest';
import { linkAmong, placeOfLink, takeLinks } from '../../../../../main/shell/incoming/deep-links.ts';
import { PreventableEvent } from '../../../../support/browser/window-double.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

describe('a tandem:// link', () => {
  test.each([
    ['tandem://home', '/'],
    ['tandem://home/', '/'],
    ['tandem://activity', '/activity'],
    ['tandem://attention', '/attention'],
    ['tandem://invitations', '/sharing'],
    ['tandem://item/file/12345', '/files?file=12345'],
    ['tandem://item/folder/0', '/files?folder=0'],
  ])('%s leads to %s', (link, place) => {
    expect(placeOfLink(link)).toBe(place);
  });

  test.each([
    'https://example.com/',
    'tandem://',
    'tandem://settings',
    'tandem://home/more',
    'tandem://item/file',
    'tandem://item/file/12a',
    'tandem://item/file/../../etc/passwd',
    'tandem://item/web_link/1',
    'tandem://item/file/1/2',
    `tandem://item/file/${'1'.repeat(3_000)}`,
    'tandem://item/file/123456789012345678901',
    'tandem://item/file/1?folder=2',
    'tandem://item/file/1#/settings',
    'tandem://constructor',
    'tandem://signed-in?code=stolen',
    'tandem://signed-in',
    'no link at all',
    '',
  ])('%s leads nowhere', (link) => {
    expect(placeOfLink(link)).toBeNull();
  });

  test('is found among the arguments of a second start', () => {
    expect(linkAmong(['/opt/tandem', '--flag', 'tandem://activity'])).toBe('tandem://activity');
    expect(linkAmong(['/opt/tandem', 'https://example.com'])).toBeNull();
  });

  test('is registered with the system by an installed application only', () => {
    const installed = electronDouble();
    takeLinks(installed.module.app, () => undefined);
    expect(installed.app.schemes).toEqual(['tandem']);

    const clone = electronDouble();
    clone.app.isPackaged = false;
    takeLinks(clone.module.app, () => undefined);
    expect(clone.app.schemes).toEqual([]);
  });

  test('arrives by event on macOS, and Electron does nothing else with it', () => {
    const electron = electronDouble();
    const followed: string[] = [];
    takeLinks(electron.module.app, (link) => followed.push(link));
    const event = new PreventableEvent();
    electron.app.emit('open-url', event, 'tandem://activity');
    expect(followed).toEqual(['tandem://activity']);
    expect(event.isPrevented).toBe(true);
  });
});
