import path from 'node:path';
import type { OverallState } from '../../preload/ipc/status.ts';

/**
 * The image of a state, below `folder`; Electron finds the sizes for dense screens beside it (`@2x`, `@3x`). macOS colours a
 * template image itself; elsewhere a light and a dark panel have an image each.
 */
export function trayImageFile(
  folder: string,
  state: OverallState,
  look: { readonly platform: NodeJS.Platform; readonly isDark: boolean },
): string {
  const name = state.replaceAll('_', '-');
  if (look.platform === 'darwin') return path.join(folder, `${name}Template.png`);
  return path.join(folder, `${name}-${look.isDark ? 'dark' : 'light'}.png`);
}
