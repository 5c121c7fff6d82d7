import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { appMenu, textMenu } from '../../../../../main/shell/window/app-menu.ts';
import { clickMenu, menuEntry, submenuOf } from '../../../../support/desktop/menu.ts';

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
const isVisible = ({ visible }: MenuItemConstructorOptions): boolean => visible !== false;
const outline = (menu: readonly MenuItemConstructorOptions[]) =>
  menu.map((entry) => [
    nameOf(entry),
    ...(entry.submenu === undefined ? [] : submenuOf(entry).filter(isVisible).map(nameOf)),
  ]);

const view = [
  english.menu.view,
  `${english.menu.home} CommandOrControl+1`,
  `${english.menu.activity} CommandOrControl+2`,
  'separator',
  'Actual size',
  'Zoom in',
  'Zoom out',
  'Toggle full screen',
];
const edit = ['&Edit', 'Undo', 'Redo', 'separator', 'Cut', 'Copy', 'Paste', 'Delete', 'separator', 'Select all'];
const quit = `${english.menu.quit} CommandOrControl+Q`;

describe('the application menu', () => {
  test.each<NodeJS.Platform>(['linux', 'win32'])('on %s begins with the window and ends it', (platform) => {
    expect(outline(opened(platform).menu)).toEqual([[english.menu.file, 'Close window', quit], edit, view]);
  });

  test('on macOS begins with the application, and has the menu of its windows', () => {
    const application = [
      'Tandem',
      'About Tandem',
      'separator',
      'Services',
      'separator',
      'Hide Tandem',
      'Hide others',
      'Show all',
      'separator',
      quit,
    ];
    expect(outline(opened('darwin').menu)).toEqual([
      application,
      edit,
      view,
      ['Window', 'Minimize', 'Zoom', 'Close window', 'separator', 'Bring all to front'],
    ]);
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

test.each<NodeJS.Platform>(['linux', 'darwin'])('on %s every entry is in the language of the person', (platform) => {
  const german = shellTexts(['de']);
  const actions = { showHome: () => undefined, showActivity: () => undefined, quit: () => undefined };
  const menu = appMenu({ platform, isPackaged: true, texts: german }, actions);
  const labels = [...menu, ...menu.flatMap(submenuOf)]
    .filter(({ type }) => type !== 'separator')
    .map(({ label }) => label);
  const words: readonly unknown[] = ['Tandem', ...Object.values(german.menu)];
  expect(labels.filter((label) => !words.includes(label))).toEqual([]);
});

test('zooms in with the key of plus, with Shift or without, as each keyboard needs it', () => {
  const entries = submenuOf(menuEntry(opened('linux').menu, english.menu.view));
  const zoomIn = entries.filter(({ role }) => role === 'zoomIn');
  // Electron's own is the one with Shift.
  expect(zoomIn.map(({ accelerator, visible }) => [accelerator, visible])).toEqual([
    [undefined, undefined],
    ['CommandOrControl+=', false],
  ]);
});

describe('a right click', () => {
  const editFlags = {
    canUndo: false,
    canRedo: false,
    canCut: false,
    canCopy: false,
    canPaste: true,
    canDelete: false,
    canSelectAll: true,
    canEditRichly: false,
  };
  const menuOf = (isEditable: boolean, selectionText: string) =>
    textMenu({ texts: english }, { isEditable, selectionText, editFlags });

  test('in a field edits it, as far as that is possible', () => {
    expect(menuOf(true, '').map((entry) => [nameOf(entry), entry.enabled])).toEqual([
      ['Cut', false],
      ['Copy', false],
      ['Paste', true],
      ['Delete', false],
      ['separator', true],
      ['Select all', true],
    ]);
  });

  test('on selected text copies it, and elsewhere opens nothing', () => {
    expect(menuOf(false, 'selected')).toEqual([{ role: 'copy', label: 'Copy' }]);
    expect(menuOf(false, ' ')).toEqual([]);
  });
});
