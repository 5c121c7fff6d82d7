import path from 'node:path';
import type { OverallState } from '../../../preload/ipc/shapes/status.ts';

/**
 * The image for a state, below `folder`; Electron finds the high-density sizes next to it (`@2x`, `@3x`). macOS colours a template image itself.
 * Windows has one image for a light and one for a dark taskbar. A Linux panel does not report its colour, so that image has an outline and is
 * visible on both.
 */
export function trayImageFile(
  folder: string,
  state: OverallState,
  look: { readonly platform: NodeJS.Platform; readonly isDark: boolean },
): string {
  const name = state.replaceAll('_', '-');
  if (look.platform === 'darwin') return path.join(folder, `${name}Template.png`);
  if (look.platform === 'linux') return path.join(folder, `${name}-outlined.png`);
  return path.join(folder, `${name}-${look.isDark ? 'dark' : 'light'}.png`);
}
