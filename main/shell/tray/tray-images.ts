import path from 'node:path';
import type { OverallState } from '../../../preload/ipc/status.ts';

/**
 * The image of a state, below `folder`; Electron finds the sizes for dense screens beside it (`@2x`, `@3x`). macOS colours a
 * template image itself; on Windows a light and a dark taskbar have an image each; a panel on Linux does not say which it is, so
 * its image has an outline and is seen on both.
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
