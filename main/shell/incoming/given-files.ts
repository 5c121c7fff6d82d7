import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from '../../disk/disk.ts';
import type { ElectronModule } from '../electron-module.ts';

/**
 * The files and folders among the arguments of a start, as absolute paths: items dropped on the application's icon, or opened with
 * it. Linux desktops pass them as `file://` URLs. Options, other URLs and missing files are ignored.
 */
export function filesAmong(
  args: readonly string[],
  start: { readonly folder: string; readonly isPackaged: boolean },
): readonly string[] {
  const words = args
    .slice(1)
    .map((arg) => (/^file:\/\//i.test(arg) ? pathOfUrl(arg) : arg))
    .filter((arg) => arg !== '' && !arg.startsWith('-') && !/^[a-z][a-z+.-]+:\/\//i.test(arg));
  // From a clone, the first argument is the application's folder.
  return words
    .slice(start.isPackaged ? 0 : 1)
    .map((arg) => path.resolve(start.folder, arg))
    .filter((file) => existsSync(file));
}

/** The arguments for another start of the same application: its options without the given files. */
export function optionsAmong(args: readonly string[], isPackaged: boolean): readonly string[] {
  const isOption = (arg: string): boolean => arg.startsWith('-');
  // From a clone, the first argument is the application's folder.
  const application = isPackaged ? -1 : args.findIndex((arg, index) => index > 0 && !isOption(arg));
  return args.filter((arg, index) => index > 0 && (isOption(arg) || index === application));
}

/** Empty for a URL that names no local file. */
function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // On another computer, or malformed.
    return '';
  }
}

/**
 * Receives items dropped on the dock icon (macOS), one event per file, even before the application is ready, so register this
 * first.
 */
export function takeOpenedFiles(app: ElectronModule['app'], take: (file: string) => void): void {
  app.on('open-file', (event, file) => {
    event.preventDefault();
    take(file);
  });
}
