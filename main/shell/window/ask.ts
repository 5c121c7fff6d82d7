import type { BrowserWindow, MessageBoxOptions } from 'electron';
import type { ElectronModule } from '../electron-module.ts';

type Question = Pick<MessageBoxOptions, 'type' | 'message' | 'detail' | 'signal'> & {
  /** The answer that changes nothing, also that of Escape and of a closed question. */
  readonly no: string;
  readonly yes: string;
};

/** Asks in a system dialog, of the window if any. */
export async function ask(
  { dialog }: Pick<ElectronModule, 'dialog'>,
  window: BrowserWindow | null,
  { no, yes, ...question }: Question,
): Promise<boolean> {
  const asked = { ...question, buttons: [no, yes], defaultId: 0, cancelId: 0, noLink: true };
  const { response } = await (window === null ? dialog.showMessageBox(asked) : dialog.showMessageBox(window, asked));
  return response === 1;
}
