import type { MenuItemConstructorOptions } from 'electron';
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
  const quit: MenuItemConstructorOptions = {
    label: texts.menu.quit,
    accelerator: 'CommandOrControl+Q',
    click: actions.quit,
  };
  const developer: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  return [
    ...(isMac ? [macMenu(quit)] : [{ label: texts.menu.file, submenu: [{ role: 'close' as const }, quit] }]),
    { role: 'editMenu' },
    {
      label: texts.menu.view,
      submenu: [
        { label: texts.menu.home, accelerator: 'CommandOrControl+1', click: actions.showHome },
        { label: texts.menu.activity, accelerator: 'CommandOrControl+2', click: actions.showActivity },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...developer,
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
  ];
}

function macMenu(quit: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Tandem',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      quit,
    ],
  };
}
