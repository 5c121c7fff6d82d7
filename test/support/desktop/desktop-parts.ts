import path from 'node:path';
import type { IpcMain } from 'electron';
import { explainStart, failsEveryVersion } from '../../../main/compose/explain-start.ts';
import { serveElectron } from '../../../main/ipc/electron-transport.ts';
import type { DesktopParts } from '../../../main/shell/run-desktop.ts';
import { shellTexts } from '../../../main/shell/texts/shell-texts.ts';
import { openUpdateTrial } from '../../../main/shell/updates/update-trial.ts';
import { noContents } from '../files/no-contents.ts';
import type { ElectronDouble } from './electron-double.ts';
import type { SeamDouble } from './seam-double.ts';
import { settingsDouble } from './settings-double.ts';

export type DesktopWorld = {
  /** A fresh folder, absolute. */
  readonly own: string;
  readonly electron: ElectronDouble;
  readonly seam: SeamDouble;
  /** Receives what the engine is asked for, and each warning. */
  readonly happened: string[];
};

/** The parts of a desktop application on a fake of Electron and of the engine. */
export function desktopParts({ own, electron, seam, happened }: DesktopWorld): DesktopParts {
  return {
    electron: electron.module,
    platform: 'linux',
    folders: { own, page: own, preloadFile: '/app/bridge.cjs', assets: '/app/assets' },
    hasTrayHost: async () => true,
    isTrayShown: async () => true,
    report: async (problem) => `a report of: ${problem}`,
    updateTrial: openUpdateTrial({ folder: own, version: '1.2.3', image: null, warn: () => undefined }),
    followImage: () => undefined,
    profileFolder: path.join(own, 'profile'),
    explain: explainStart,
    failsEveryVersion,
    now: () => new Date(0),
    warn: (message) => happened.push(message),
    startEngine: async () => {
      happened.push('engine started');
      return engineDouble(seam, happened);
    },
    serveWindow: (engine, isTrustedSender) =>
      serveElectron({
        ipcMain: electron.ipcMain as unknown as IpcMain,
        served: { handlers: engine.handlers, feeds: engine.feeds, reportBug: () => undefined },
        isTrustedSender,
      }),
    signals: electron.signals,
    args: ['tandem'],
    workingFolder: own,
    restart: (args) => electron.app.relaunch({ args }),
    loginItem: null,
    loadUpdater: null,
    isOurUpdate: () => true,
    installsOnQuit: true,
    deviceName: 'laptop',
    homePath: '/home/ann',
    stopLimitMs: 5_000,
    texts: shellTexts([]),
  };
}

/** A running engine that writes down what it is asked for. */
export const engineDouble = ({ handlers, feeds }: SeamDouble, happened: string[]) => ({
  handlers,
  feeds,
  contents: noContents,
  settings: settingsDouble,
  drops: { underWay: () => 0, isPreparing: () => false },
  checkNow: ({ rescan }: { rescan: boolean }) => void happened.push(rescan ? 'look at everything' : 'look'),
  stop: async () => void happened.push('engine stopped'),
  endNow: () => void happened.push('engine ended'),
});
