import type { ElectronModule } from '../electron-module.ts';
import { linkAmong } from './deep-links.ts';
import { filesAmong } from './given-files.ts';

/** The relevant arguments of a start. */
export type Given = { readonly link: string | null; readonly files: readonly string[] };

export const nothingGiven: Given = { link: null, files: [] };

/** The newer link, and all files. */
export const givenTogether = (earlier: Given, later: Given): Given => ({
  link: later.link ?? earlier.link,
  files: [...earlier.files, ...later.files],
});

/**
 * The link or the files among the arguments of a start in `folder`. A link excludes everything else: it may come from a web page,
 * and adjacent arguments may be torn-off parts of it.
 */
export function givenBy(args: readonly string[], folder: string, isPackaged: boolean): Given {
  const link = linkAmong(args);
  return { link, files: link === null ? filesAmong(args, { folder, isPackaged }) : [] };
}

/**
 * True if this is the first start. A second start passes its arguments to the first, which shows its window (and opens the link or uploads the
 * files), and exits.
 */
export function claimSingleInstance(app: ElectronModule['app'], onSecondStart: (given: Given) => void): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on('second-instance', (_event, args, folder) => onSecondStart(givenBy(args, folder, app.isPackaged)));
  return true;
}
