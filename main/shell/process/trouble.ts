import path from 'node:path';
import { writePrivate } from '../../private/open-private.ts';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellTexts } from '../texts/texts.ts';

export type TroubleParts = {
  readonly electron: Pick<ElectronModule, 'app' | 'dialog' | 'shell'>;
  /** A diagnostic report without secrets. */
  readonly report: (problem: string) => Promise<string>;
  readonly now: () => Date;
  readonly warn: (message: string, cause?: unknown) => void;
  readonly texts: Pick<ShellTexts, 'trouble'>;
};

/** Shows an error in a system dialog, where no window can, and offers to save a report. */
export async function sayTrouble(parts: TroubleParts, title: string, body: string): Promise<void> {
  const { electron, texts } = parts;
  const { response } = await electron.dialog.showMessageBox({
    type: 'error',
    message: title,
    detail: body,
    buttons: [texts.trouble.close, texts.trouble.saveReport],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 1) await saveReport(parts, `${title}: ${body}`);
}

/** Saves it to the desktop, where it is easy to find, under a unique name. */
async function saveReport({ electron, report, now, warn, texts }: TroubleParts, problem: string): Promise<void> {
  const stamp = now().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  try {
    const file = path.join(electron.app.getPath('desktop'), `Tandem report ${stamp}.json`);
    writePrivate(file, await report(problem));
    electron.shell.showItemInFolder(file);
  } catch (cause) {
    warn('the report was not saved', cause);
    electron.dialog.showErrorBox(texts.trouble.notSaved, texts.trouble.otherWay);
  }
}
