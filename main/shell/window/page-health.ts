import type { BrowserWindow } from 'electron';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { ask } from './ask.ts';

export type PageHealthParts = {
  readonly electron: Pick<ElectronModule, 'dialog'>;
  /** The page crashed repeatedly, so no window can report it. */
  readonly onPageLost: () => void;
  readonly warn: (message: string, cause?: unknown) => void;
  readonly texts: Pick<ShellTexts, 'hanging'>;
};

/** A page that crashes again within this time stays closed until the window is reopened. */
const CRASHED_AGAIN_MS = 30_000;

/** Reloads the window's page after a crash, and when it hangs and the person asks for that. The engine runs elsewhere and continues. */
export function keepPageHealthy(window: BrowserWindow, parts: PageHealthParts): void {
  const hang = offerReload(window, parts);
  let crashedAt = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const wasOurs = hang.end();
    if (reason === 'clean-exit') return;
    if (wasOurs) return window.webContents.reload();
    parts.warn('the page of the window crashed', { reason, exitCode });
    const isAgain = performance.now() - crashedAt < CRASHED_AGAIN_MS;
    crashedAt = performance.now();
    if (!isAgain) return window.webContents.reload();
    window.destroy();
    parts.onPageLost();
  });
}

/**
 * Asks what to do with a page that does not respond. Electron reports that once, so a person who chose to wait is asked again when the window
 * is next brought up. The question closes when the page responds. `end`: the page's process has ended; true if the person asked for that.
 */
function offerReload(window: BrowserWindow, parts: PageHealthParts): { end(): boolean } {
  let isHanging = false;
  let isOurs = false;
  let question: AbortController | null = null;
  const askOnce = async (): Promise<void> => {
    if (!isHanging || question !== null) return;
    question = new AbortController();
    const isWanted = await wantsReload(window, parts, question.signal);
    question = null;
    // The page may have ended or responded while the person read.
    if (!isWanted || !isHanging || window.isDestroyed()) return;
    isOurs = true;
    window.webContents.forcefullyCrashRenderer();
  };
  const recover = (): void => {
    isHanging = false;
    question?.abort();
  };
  window.webContents.on('unresponsive', () => {
    isHanging = true;
    parts.warn('the page of the window does not respond');
    void askOnce();
  });
  window.webContents.on('responsive', recover);
  window.on('show', () => void askOnce());
  return {
    end() {
      recover();
      const wasOurs = isOurs;
      isOurs = false;
      return wasOurs;
    },
  };
}

function wantsReload(
  window: BrowserWindow,
  { electron, texts }: PageHealthParts,
  signal: AbortSignal,
): Promise<boolean> {
  const { message, detail, wait, reload } = texts.hanging;
  return ask(electron, window, { type: 'warning', message, detail, no: wait, yes: reload, signal });
}
