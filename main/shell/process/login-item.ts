import path from 'node:path';
import type { LoginItem } from '../../commands/command-world.ts';
import { readFileSync, rm } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';
import type { ElectronModule } from '../electron-module.ts';

export type LoginItemParts = {
  readonly app: Pick<ElectronModule['app'], 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  /** The program to start, absolute; for an AppImage the image, not the file mounted while it runs. */
  readonly program: string;
  /** The XDG autostart folder, absolute; Linux only. */
  readonly autostartFolder: string;
  /** Where the program that the entry names is kept, absolute; Windows only. */
  readonly programFile: string;
};

/**
 * `renew`: call it at each start. An entry that is on then names this program: an update gives an AppImage another file name, and a person may have
 * moved the program.
 */
export type OwnLoginItem = LoginItem & { renew(): Promise<void> };

/** Started by the system, not by a person: the window stays closed, and only the tray appears. */
export const atLoginFlag = '--at-login';

/**
 * Null where nothing could start it: a clone is no installed program, one in a passing place is gone by then, and a Flatpak sees an autostart folder
 * of its own, which no session reads, and a program that does not exist outside.
 */
export function loginItemHere(
  parts: LoginItemParts,
  {
    isPackaged,
    isFlatpak,
    isPlaceLasting,
  }: { readonly isPackaged: boolean; readonly isFlatpak: boolean; readonly isPlaceLasting: boolean },
): OwnLoginItem | null {
  return isPackaged && !isFlatpak && isPlaceLasting ? loginItem(parts) : null;
}

/** Whether the application starts at login. macOS and Windows store that themselves; on Linux it is a file that the session reads. */
export function loginItem(parts: LoginItemParts): OwnLoginItem {
  const { app, platform, program } = parts;
  if (platform === 'win32') return windowsEntry(parts);
  const item: LoginItem =
    platform === 'linux'
      ? autostartFile(entryIn(parts.autostartFolder), program)
      : {
          isOn: async () => app.getLoginItemSettings().openAtLogin,
          set: async (isOn) => app.setLoginItemSettings({ openAtLogin: isOn }),
        };
  return {
    ...item,
    async renew() {
      if (await item.isOn()) await item.set(true);
    },
  };
}

/**
 * Electron finds an entry by the program that it names, so the program is kept: that of before a move still tells whether the entry is on. The entry
 * itself stays the only place that says so, since the Task Manager can turn it off.
 */
function windowsEntry({ app, program, programFile }: LoginItemParts): OwnLoginItem {
  // Without quotes Electron would take a path with a space for a program and its arguments.
  const entryFor = (named: string) => ({ path: `"${named}"`, args: [atLoginFlag] });
  const isOnFor = (named: string): boolean => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(entryFor(named));
    // The Task Manager turns off an entry that stays in its place.
    return openAtLogin && executableWillLaunchAtLogin;
  };
  const set = async (isOn: boolean): Promise<void> => {
    app.setLoginItemSettings({ ...entryFor(program), openAtLogin: isOn });
    if (isOn) writePrivate(programFile, program);
    else await rm(programFile, { force: true });
  };
  return {
    isOn: async () => isOnFor(program),
    set,
    async renew() {
      if (isOnFor(program) || isOnFor(keptProgram(programFile) ?? program)) await set(true);
    },
  };
}

function keptProgram(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

/**
 * Names this AppImage in the entry of `autostartFolder`, if it is on. An update that is installed while the application ends gives the image
 * another name, and no start follows that could renew the entry.
 */
export function followImage(autostartFolder: string, image: string): void {
  const file = entryIn(autostartFolder);
  if (isEntryOn(file)) writePrivate(file, entryOf(image));
}

const entryIn = (autostartFolder: string): string => path.join(autostartFolder, 'tandem.desktop');

function autostartFile(file: string, program: string): LoginItem {
  return {
    isOn: async () => isEntryOn(file),
    async set(isOn) {
      if (isOn) writePrivate(file, entryOf(program));
      else await rm(file, { force: true });
    },
  };
}

/** Desktop settings disable an entry with a line in the same file. */
function isEntryOn(file: string): boolean {
  try {
    return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

const isMissing = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

/** The entry in Desktop Entry syntax, where a path with spaces is quoted. */
function entryOf(program: string): string {
  const quoted = `"${program
    .replaceAll(/(["`$\\])/g, '\\$1')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tandem',
    'Comment=Syncs folders with a content service',
    `Exec=${quoted} ${atLoginFlag}`,
    'Icon=tandem-sync',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
