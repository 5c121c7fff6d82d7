import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import type { ShellParts } from '../shell-parts.ts';
import type { AppWindow } from '../window/window.ts';
import type { TrayActions } from './tray-menu.ts';

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: CommandErrorData };

type TrayActionParts = Pick<ShellParts, 'handlers' | 'updates' | 'warn' | 'texts'> & Pick<TrayActions, 'quit'>;

/** Actions of the tray menu. The window shows refusals and their reason. */
export function trayActions(
  { handlers, updates, warn, texts, quit }: TrayActionParts,
  window: Pick<AppWindow, 'show'>,
): TrayActions {
  const ask = async (asked: Promise<Answer>): Promise<void> => {
    try {
      const result = await asked;
      if (result.ok) return;
      warn(texts.say(result.error.message));
    } catch (cause) {
      warn('a command of the tray failed', cause);
    }
    window.show('/');
  };
  return {
    showWindow: () => window.show(),
    showInvitations: () => window.show('/sharing'),
    accept: (id) => void ask(handlers['invitation.accept']({ id })),
    decline: (id) => void ask(handlers['invitation.decline']({ id })),
    reveal: (file) => void ask(handlers['root.reveal'](file)),
    pause: (forMs) => void ask(handlers['sync.pause']({ forMs })),
    resume: () => void ask(handlers['sync.resume']({})),
    installUpdate: () => void updates.install(),
    quit,
  };
}
