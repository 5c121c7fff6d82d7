import path from 'node:path';
import { writePrivate } from '../../private/open-private.ts';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { ask } from '../window/ask.ts';

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

/** Saves it to the desktop, where it is easy to find, under a unique name; if that fails, where the person chooses. */
async function saveReport(parts: TroubleParts, problem: string): Promise<void> {
  const { electron, report, now, warn } = parts;
  const stamp = now().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  const name = `Tandem report ${stamp}.json`;
  const text = await report(problem).catch((cause: unknown) => {
    warn('the report holds only the problem', cause);
    return problem;
  });
  let file: () => string = () => path.join(electron.app.getPath('desktop'), name);
  while (!isSaved(parts, file, text)) {
    const chosen = await chooseFile(parts, name);
    if (chosen === null) return;
    file = () => chosen;
  }
}

function isSaved({ electron, warn }: TroubleParts, file: () => string, text: string): boolean {
  try {
    const saved = file();
    writePrivate(saved, text);
    electron.shell.showItemInFolder(saved);
    return true;
  } catch (cause) {
    warn('the report was not saved', cause);
    return false;
  }
}

/** Null: the person gives up. */
async function chooseFile({ electron, texts: { trouble } }: TroubleParts, name: string): Promise<string | null> {
  const { notSaved: message, otherWay: detail, close: no, chooseFolder: yes } = trouble;
  if (!(await ask(electron, null, { type: 'error', message, detail, no, yes }))) return null;
  const { canceled, filePath } = await electron.dialog.showSaveDialog({ defaultPath: name });
  return canceled ? null : filePath;
}
