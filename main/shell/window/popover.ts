import type { BrowserWindow, Rectangle } from 'electron';
import type { ElectronModule } from '../electron-module.ts';
import { lockContents } from './locks.ts';
import { pageUrl } from './page-protocol.ts';
import { background, safePreferences } from './window.ts';
import type { Area } from './window-state.ts';

/** The tray's small status window, below (or above) the icon. It closes when it loses the focus. */
export type Popover = {
  /** Shows it at the icon, or hides it if it is visible. */
  toggle(icon: Rectangle): void;
  close(): void;
};

export type PopoverParts = { readonly electron: ElectronModule; readonly preloadFile: string };

/** Matches the layout in `renderer/features/tray`. */
export const popoverSize = { width: 360, height: 500 } as const;
const gap = 4;

export function createPopover(parts: PopoverParts): Popover {
  let window: BrowserWindow | null = null;
  let hiddenAt = -Infinity;

  const open = (): BrowserWindow => {
    const opened = openPopover(parts);
    opened.on('blur', () => {
      hiddenAt = performance.now();
      opened.hide();
    });
    opened.on('closed', () => {
      window = null;
    });
    return opened;
  };

  return {
    toggle(icon) {
      if (window?.isVisible() === true) {
        window.hide();
        return;
      }
      // A click on the icon first takes the focus and closes it; the same click must not reopen it.
      if (performance.now() - hiddenAt < SAME_CLICK_MS) return;
      window ??= open();
      const area = parts.electron.screen.getDisplayNearestPoint({ x: icon.x, y: icon.y }).workArea;
      window.setBounds({ ...popoverSize, ...placePopover(icon, area) });
      window.show();
      window.focus();
    },
    close() {
      window?.destroy();
      window = null;
    },
  };
}

const SAME_CLICK_MS = 200;

/** Its position: centred at the icon, on the side with more room, fully on the screen. */
function placePopover(icon: Area, area: Area): { readonly x: number; readonly y: number } {
  const below = icon.y + icon.height + gap;
  const isBelow = icon.y < area.y + area.height / 2;
  const y = isBelow ? below : icon.y - popoverSize.height - gap;
  const x = icon.x + icon.width / 2 - popoverSize.width / 2;
  return {
    x: Math.round(within(x, area.x + gap, area.x + area.width - popoverSize.width - gap)),
    y: Math.round(within(y, area.y + gap, area.y + area.height - popoverSize.height - gap)),
  };
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

function openPopover({ electron, preloadFile }: PopoverParts): BrowserWindow {
  const window = new electron.BrowserWindow({
    ...popoverSize,
    title: 'Tandem',
    show: false,
    frame: false,
    resizable: false,
    movable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: safePreferences(electron, preloadFile),
  });
  lockContents(window.webContents, electron.shell);
  // Without its page it stays empty, so the next click opens another one.
  const drop = (): void => {
    // Closed while loading.
    if (!window.isDestroyed()) window.destroy();
  };
  window.webContents.on('render-process-gone', drop);
  window.loadURL(`${pageUrl}#/tray`).catch(drop);
  return window;
}
