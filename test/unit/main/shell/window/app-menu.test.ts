import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { appMenu } from '../../../../../main/shell/window/app-menu.ts';
import { clickMenu, submenuOf } from '../../../../support/desktop/menu.ts';

const english = shellTexts([]);

function opened(platform: NodeJS.Platform, isPackaged = true) {
  const done: string[] = [];
  const actions = {
    showHome: () => void done.push('home'),
    showActivity: () => void done.push('activity'),
    quit: () => void done.push('quit'),
  };
  return { done, menu: appMenu({ platform, isPackaged, texts: english }, actions) };
}

/** The label of an entry, or the role or type by which the system names it, with its keys. */
const nameOf = ({ label, role, type, accelerator }: MenuItemConstructorOptions) =>
  [label ?? role ?? type, ...(accelerator === undefined ? [] : [accelerator])].join(' ');
const outline = (menu: readonly MenuItemConstructorOptions[]) =>
  menu.map((entry) => [nameOf(entry), ...(entry.submenu === undefined ? [] : submenuOf(entry).map(nameOf))]);

const view = [
  english.menu.view,
  `${english.menu.home} CommandOrControl+1`,
  `${english.menu.activity} CommandOrControl+2`,
  'separator',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
];
const quit = `${english.menu.quit} CommandOrControl+Q`;

describe('the application menu', () => {
  test.each<NodeJS.Platform>(['linux', 'win32'])('on %s begins with the window and ends it', (platform) => {
    expect(outline(opened(platform).menu)).toEqual([[english.menu.file, 'close', quit], ['editMenu'], view]);
  });

  test('on macOS begins with the application, and has the menu of its windows', () => {
    const application = [
      'Tandem',
      'about',
      'separator',
      'services',
      'separator',
      'hide',
      'hideOthers',
      'unhide',
      'separator',
      quit,
    ];
    expect(outline(opened('darwin').menu)).toEqual([application, ['editMenu'], view, ['windowMenu']]);
  });

  test('has the tools of a developer only outside a package', () => {
    const menu = outline(opened('linux', false).menu);
    expect(menu[2]).toEqual([...view, 'separator', 'reload', 'toggleDevTools']);
  });

  test('does what its entries say', () => {
    const { done, menu } = opened('linux');
    clickMenu(menu, english.menu.view, english.menu.home);
    clickMenu(menu, english.menu.view, english.menu.activity);
    clickMenu(menu, english.menu.file, english.menu.quit);
    expect(done).toEqual(['home', 'activity', 'quit']);
  });
});
