import type { BrowserWindow } from 'electron';
import type { ElectronModule } from '../electron-module.ts';

export type SessionEndParts = {
  readonly electron: Pick<ElectronModule, 'BrowserWindow'>;
  readonly platform: NodeJS.Platform;
  /** Same as `ShellParts.onSessionEnd`. */
  readonly onSessionEnd: () => void;
};

/**
 * Windows reports the end of a session only to windows. While the application lives in the tray without one, a hidden empty window listens instead.
 * Other systems signal the process.
 */
export function sessionEnd({ electron, platform, onSessionEnd }: SessionEndParts): { open(): void; close(): void } {
  let ear: BrowserWindow | null = null;
  return {
    open() {
      if (platform !== 'win32' || ear !== null) return;
      ear = new electron.BrowserWindow({ show: false, skipTaskbar: true, focusable: false, width: 1, height: 1 });
      ear.on('session-end', onSessionEnd);
    },
    close() {
      ear?.destroy();
      ear = null;
    },
  };
}
