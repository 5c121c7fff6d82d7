import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from '../texts/texts.ts';

/** The actions of the application menu's entries. */
export type MenuActions = {
  readonly showHome: () => void;
  readonly showActivity: () => void;
  readonly quit: () => void;
};

export type MenuHost = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly texts: Pick<ShellTexts, 'menu'>;
};

/** The application menu by platform convention: macOS has one with the application's name, the others end with Quit. */
export function appMenu({ platform, isPackaged, texts }: MenuHost, actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const { menu } = texts;
  const quit: MenuItemConstructorOptions = {
    label: menu.quit,
    accelerator: 'CommandOrControl+Q',
    click: actions.quit,
  };
  const developer: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  const close: MenuItemConstructorOptions = { role: 'close', label: menu.close };
  return [
    isMac ? macMenu(menu, quit) : { label: menu.file, submenu: [close, quit] },
    { label: menu.edit, submenu: [...undoEntries(menu), { type: 'separator' }, ...editEntries(menu)] },
    {
      label: menu.view,
      submenu: [
        { label: menu.home, accelerator: 'CommandOrControl+1', click: actions.showHome },
        { label: menu.activity, accelerator: 'CommandOrControl+2', click: actions.showActivity },
        { type: 'separator' },
        { role: 'resetZoom', label: menu.actualSize },
        { role: 'zoomIn', label: menu.zoomIn },
        // The one above wants Shift with the key of plus, which a German keyboard has without (electron issue 6731).
        { role: 'zoomIn', label: menu.zoomIn, accelerator: 'CommandOrControl+=', visible: false },
        { role: 'zoomOut', label: menu.zoomOut },
        { role: 'togglefullscreen', label: menu.fullScreen },
        ...developer,
      ],
    },
    ...(isMac ? [windowMenu(menu, close)] : []),
  ];
}

type MenuWords = ShellTexts['menu'];

const undoEntries = (menu: MenuWords): MenuItemConstructorOptions[] => [
  { role: 'undo', label: menu.undo },
  { role: 'redo', label: menu.redo },
];

/** Electron names its roles in English only. */
const editEntries = (menu: MenuWords): MenuItemConstructorOptions[] => [
  { role: 'cut', label: menu.cut },
  { role: 'copy', label: menu.copy },
  { role: 'paste', label: menu.paste },
  { role: 'delete', label: menu.delete },
  { type: 'separator' },
  { role: 'selectAll', label: menu.selectAll },
];

/** The menu of a right click: in a field all that edits it, on selected text only Copy. Empty elsewhere. */
export function textMenu(
  { texts }: Pick<MenuHost, 'texts'>,
  { isEditable, selectionText, editFlags }: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy', label: texts.menu.copy }];
  const can: Readonly<Record<string, boolean>> = {
    cut: editFlags.canCut,
    copy: editFlags.canCopy,
    paste: editFlags.canPaste,
    delete: editFlags.canDelete,
    selectAll: editFlags.canSelectAll,
  };
  return editEntries(texts.menu).map((entry) => ({ ...entry, enabled: can[entry.role ?? ''] ?? true }));
}

function macMenu(menu: MenuWords, quit: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Tandem',
    submenu: [
      { role: 'about', label: menu.about },
      { type: 'separator' },
      { role: 'services', label: menu.services },
      { type: 'separator' },
      { role: 'hide', label: menu.hide },
      { role: 'hideOthers', label: menu.hideOthers },
      { role: 'unhide', label: menu.showAll },
      { type: 'separator' },
      quit,
    ],
  };
}

function windowMenu(menu: MenuWords, close: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'window',
    label: menu.window,
    submenu: [
      { role: 'minimize', label: menu.minimize },
      { role: 'zoom', label: menu.zoom },
      close,
      { type: 'separator' },
      { role: 'front', label: menu.front },
    ],
  };
}
