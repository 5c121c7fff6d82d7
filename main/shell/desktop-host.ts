import type { OpenDialogOptions } from 'electron';
import type { CommandHost, DesktopPowers, LoginItem } from '../commands/command-world.ts';
import type { ElectronModule } from './electron-module.ts';
import { receivesLinks, signedInLink } from './incoming/deep-links.ts';
import { openExternalLink } from './window/external-links.ts';

/** No program on this system can open the link. */
class LinkNotOpenedError extends Error {
  readonly code = 'link_not_opened';
}

export type DesktopHostParts = {
  readonly electron: ElectronModule;
  readonly deviceName: string;
  /** Null where paths are shown in full. */
  readonly homePath: string | null;
  /** False until the shell is open. */
  readonly hasTray: () => boolean;
  readonly showWindow: DesktopPowers['showWindow'];
  readonly loginItem: LoginItem | null;
  readonly updates: DesktopPowers['updates'];
};

/** The desktop's abilities for commands, beyond those of a browser. */
export function desktopHost(parts: DesktopHostParts): CommandHost {
  const { electron, deviceName, homePath, hasTray, showWindow, loginItem, updates } = parts;
  return {
    kind: 'electron',
    version: electron.app.getVersion(),
    deviceName,
    homePath,
    get can() {
      return { reveal: true, tray: hasTray(), dropPaths: true, chooseFolder: true };
    },
    reveal: async (absolutePath) => electron.shell.showItemInFolder(absolutePath),
    openFile: async (absolutePath) => {
      const failure = await electron.shell.openPath(absolutePath);
      // No program opens it: the person can choose one in the file manager.
      if (failure !== '') electron.shell.showItemInFolder(absolutePath);
    },
    openLink: async (address) => {
      if (await openExternalLink(electron.shell, address)) return;
      throw new LinkNotOpenedError(`no program on this computer opens ${address}`);
    },
    // The desktop has only this window.
    freshLink: null,
    desktop: {
      chooseFolder: (startPath) => chooseFolder(electron, startPath),
      showWindow,
      loginItem,
      wayBack: receivesLinks(electron.app) ? signedInLink : null,
      updates,
    },
  };
}

/** Opens on top of the calling window, if any. The person can create a new folder in it. */
async function chooseFolder(
  { dialog, BrowserWindow }: ElectronModule,
  startPath: string | null,
): Promise<string | null> {
  const options: OpenDialogOptions = {
    properties: ['openDirectory', 'createDirectory'],
    ...(startPath === null ? {} : { defaultPath: startPath }),
  };
  const asking = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = await (asking === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(asking, options));
  return canceled ? null : (filePaths[0] ?? null);
}
