import { linkAmong } from './deep-links.ts';
import type { ElectronModule } from './electron-module.ts';

/**
 * True when this is the first start. A second one hands its arguments to the first, which shows its window (and follows the
 * link that the second was started with), and ends.
 */
export function claimSingleInstance(app: ElectronModule['app'], onSecondStart: (link: string | null) => void): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on('second-instance', (_event, args) => onSecondStart(linkAmong(args)));
  return true;
}
