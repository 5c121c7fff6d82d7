import type { ElectronModule } from './electron-module.ts';
import { openExternalLink } from './external-links.ts';

/** What the desktop can do for a command, and a browser cannot. */
export type DesktopAbilities = {
  /** Shows a file or folder in the system's file manager; the path is absolute. */
  readonly reveal: (absolutePath: string) => void;
  /** Opens a web or mail address in the program for it; false when its scheme is not allowed or nothing takes it. */
  readonly openLink: (address: string) => Promise<boolean>;
  /** The system's picker; null when the person cancelled. */
  readonly chooseFolder: () => Promise<string | null>;
};

export function desktopAbilities(electron: ElectronModule): DesktopAbilities {
  return {
    reveal: (absolutePath) => electron.shell.showItemInFolder(absolutePath),
    openLink: (address) => openExternalLink(electron.shell, address),
    async chooseFolder() {
      const { canceled, filePaths } = await electron.dialog.showOpenDialog({
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
  };
}
