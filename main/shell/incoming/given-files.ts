import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from '../../disk/disk.ts';
import type { ElectronModule } from '../electron-module.ts';

/**
 * The files and folders among the arguments of a start, as absolute paths: what a person dropped on the icon of the application, or
 * opened with it. A desktop on Linux gives them as `file://` addresses. What looks like an option or another address is none of
 * them, and neither is what is not there.
 */
export function filesAmong(
  args: readonly string[],
  start: { readonly folder: string; readonly isPackaged: boolean },
): readonly string[] {
  const words = args
    .slice(1)
    .map((arg) => (/^file:\/\//i.test(arg) ? pathOfUrl(arg) : arg))
    .filter((arg) => arg !== '' && !arg.startsWith('-') && !/^[a-z][a-z+.-]+:\/\//i.test(arg));
  // From a clone the first word is the folder of the application itself.
  return words
    .slice(start.isPackaged ? 0 : 1)
    .map((arg) => path.resolve(start.folder, arg))
    .filter((file) => existsSync(file));
}

/** Empty for an address that names no file of this computer. */
function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // Of another computer, or malformed: there is no such file here.
    return '';
  }
}

/** Takes what is dropped on the dock icon (macOS), one event a file: also before the application is ready, so this comes first. */
export function takeOpenedFiles(app: ElectronModule['app'], take: (file: string) => void): void {
  app.on('open-file', (event, file) => {
    event.preventDefault();
    take(file);
  });
}
