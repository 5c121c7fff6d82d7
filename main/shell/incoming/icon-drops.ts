import type { CommandErrorData, CommandHandlers } from '../../../preload/ipc/commands.ts';
import type { ShellTexts } from '../texts/texts.ts';

export type IconDrops = {
  readonly handlers: Pick<CommandHandlers, 'root.list' | 'drop.paths'>;
  /** Shows why nothing is uploaded. */
  readonly refuse: (why: Pick<CommandErrorData, 'message' | 'remedy'>) => void;
  readonly warn: (message: string, cause?: unknown) => void;
  readonly texts: Pick<ShellTexts, 'noFolder'>;
};

/** Files that arrive within this time belong to one drop: macOS reports each file separately. */
const TOGETHER_MS = 250;

/**
 * Uploads files dropped on the tray or the dock icon, or passed to the program, to the default folder, which is the first synced
 * one. Existing files stay: a file with a taken name is stored next to it. A notice reports the result.
 */
export function iconDrops({ handlers, refuse, warn, texts }: IconDrops): (paths: readonly string[]) => void {
  let waiting: string[] = [];
  const upload = async (): Promise<void> => {
    const paths = waiting;
    waiting = [];
    const roots = await handlers['root.list']({});
    const [first] = roots.ok ? roots.value : [];
    if (first === undefined) {
      refuse(roots.ok ? texts.noFolder : roots.error);
      return;
    }
    const { remoteId: folderId, name: folderName } = first;
    const sent = await handlers['drop.paths']({ folderId, folderName, paths, onConflict: 'keep-both' });
    if (!sent.ok) refuse(sent.error);
  };
  return (paths) => {
    if (paths.length === 0) return;
    const isFirst = waiting.length === 0;
    waiting.push(...paths);
    if (isFirst)
      setTimeout(() => void upload().catch((cause) => warn('dropped files were not uploaded', cause)), TOGETHER_MS);
  };
}
