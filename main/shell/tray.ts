import type { NativeImage, Tray } from 'electron';
import type { ElectronModule } from './electron-module.ts';
import { trayImageFile } from './tray-images.ts';
import { type TrayActions, type TrayView, trayMenu } from './tray-menu.ts';

/** The tray: shown what is, again and again; it touches the system only when something that is seen changed. */
export type AppTray = { show(view: TrayView): void; close(): void };

export type TrayParts = {
  readonly electron: ElectronModule;
  readonly imageFolder: string;
  readonly platform: NodeJS.Platform;
  readonly actions: TrayActions;
  readonly now: () => Date;
};

/** Null where the system has no tray: then the window is all there is, and closing it ends the application. */
export function openTray(parts: TrayParts, first: TrayView): AppTray | null {
  const { electron, actions } = parts;
  let shown = first;
  const tray = makeTray(parts, first);
  if (tray === null) return null;

  const redraw = (): void => tray.setImage(imageOf(parts, shown));
  drawTexts(parts, tray, first);
  tray.on('click', actions.showWindow);
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

function makeTray(parts: TrayParts, view: TrayView): Tray | null {
  try {
    return new parts.electron.Tray(imageOf(parts, view));
  } catch {
    // A desktop without a notification area: said once, by the window staying open.
    return null;
  }
}

function imageOf({ electron, imageFolder, platform }: TrayParts, view: TrayView): NativeImage {
  const isDark = electron.nativeTheme.shouldUseDarkColors;
  return electron.nativeImage.createFromPath(trayImageFile(imageFolder, view.state, { platform, isDark }));
}

function drawTexts({ electron, actions, now }: TrayParts, tray: Tray, view: TrayView): void {
  tray.setToolTip(`Tandem: ${view.sentence}`);
  tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(view, actions, now)));
}
