import type { Menu, NativeImage, Rectangle, Tray } from 'electron';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { trayImageFile } from './tray-images.ts';
import { type TrayActions, type TrayView, trayMenu } from './tray-menu.ts';

/** The tray: receives every state, and touches the system only if something visible changed. */
export type AppTray = { show(view: TrayView): void; close(): void };

export type TrayParts = {
  readonly electron: ElectronModule;
  readonly imageFolder: string;
  readonly platform: NodeJS.Platform;
  readonly actions: TrayActions;
  /** Shows the popover at the icon; not available where an icon has no position (Linux). */
  readonly showPopover: (icon: Rectangle) => void;
  readonly takeFiles: (paths: readonly string[]) => void;
  readonly now: () => Date;
  readonly texts: ShellTexts;
};

/** Requires a tray host: see `findTrayHost`. */
export function openTray(parts: TrayParts, first: TrayView): AppTray {
  const { electron } = parts;
  let shown = first;
  const tray = new electron.Tray(imageOf(parts, first));

  const redraw = (): void => tray.setImage(imageOf(parts, shown));
  listen(parts, tray);
  drawTexts(parts, tray, first);
  electron.nativeTheme.on('updated', redraw);

  return {
    show(view) {
      const before = shown;
      shown = view;
      if (before.state !== view.state) redraw();
      if (JSON.stringify(before) !== JSON.stringify(view)) drawTexts(parts, tray, view);
    },
    close() {
      electron.nativeTheme.off('updated', redraw);
      tray.destroy();
    },
  };
}

function imageOf({ electron, imageFolder, platform }: TrayParts, view: TrayView): NativeImage {
  // The taskbar's theme, which on Windows may be dark while windows are light.
  const isDark = electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  return electron.nativeImage.createFromPath(trayImageFile(imageFolder, view.state, { platform, isDark }));
}

/**
 * Follows platform conventions. On macOS and Windows, a click opens the popover, a right click the menu, and a double click the window. On Linux, a
 * click opens the window if the panel reports clicks at all.
 */
function listen({ platform, actions, showPopover, takeFiles }: TrayParts, tray: Tray): void {
  if (platform === 'linux') tray.on('click', actions.showWindow);
  else {
    tray.on('click', (_event, bounds) => showPopover(bounds));
    tray.on('double-click', actions.showWindow);
  }
  tray.on('drop-files', (event, paths) => {
    event.preventDefault();
    takeFiles(paths);
  });
}

function drawTexts({ electron, actions, platform, now, texts }: TrayParts, tray: Tray, view: TrayView): void {
  tray.setToolTip(texts.tray.toolTip(view.sentence));
  const menu = electron.Menu.buildFromTemplate(trayMenu(view, actions, { now, texts }));
  if (platform === 'darwin') setRightMenu(tray, menu);
  else tray.setContextMenu(menu);
}

/** On macOS a menu that is set opens at every click, so open it by hand on a right click. */
function setRightMenu(tray: Tray, menu: Menu): void {
  tray.removeAllListeners('right-click');
  tray.on('right-click', () => tray.popUpContextMenu(menu));
}
