import type { CommandHost } from '../../commands/command-world.ts';
import { VERSION } from '../../version.ts';

/** The abilities of a process without a window: it shows nothing and opens nothing. */
export function terminalHost(deviceName: string): CommandHost {
  return {
    kind: 'terminal',
    version: VERSION,
    deviceName,
    homePath: null,
    can: { reveal: false, tray: false, dropPaths: true, chooseFolder: false },
    reveal: null,
    openFile: null,
    openLink: null,
    freshLink: null,
  };
}
