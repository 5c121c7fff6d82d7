import type { CommandHost } from '../commands/command-world.ts';
import type { ElectronModule } from './electron-module.ts';
import { openExternalLink } from './external-links.ts';

/** A link that no program of this system takes. */
class LinkNotOpenedError extends Error {
  readonly code = 'link_not_opened';
}

export type DesktopHostParts = {
  readonly electron: ElectronModule;
  readonly deviceName: string;
  /** Null where paths are shown whole. */
  readonly homePath: string | null;
  /** Known once the shell is open; until then there is none. */
  readonly hasTray: () => boolean;
};

/** What the desktop can do for a command, and a browser cannot. */
export function desktopHost({ electron, deviceName, homePath, hasTray }: DesktopHostParts): CommandHost {
  return {
    kind: 'electron',
    version: electron.app.getVersion(),
    deviceName,
    homePath,
    get can() {
      return { reveal: true, tray: hasTray(), dropPaths: true, chooseFolder: false };
    },
    reveal: async (absolutePath) => electron.shell.showItemInFolder(absolutePath),
    openLink: async (address) => {
      if (await openExternalLink(electron.shell, address)) return;
      throw new LinkNotOpenedError(`no program on this computer opens ${address}`);
    },
    // The one window is this one.
    freshLink: null,
  };
}
