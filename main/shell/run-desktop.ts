import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource } from '../../preload/ipc/feeds.ts';
import type { CommandHost } from '../commands/command-world.ts';
import { linkAmong, takeLinks } from './deep-links.ts';
import { desktopHost } from './desktop-host.ts';
import { manageLifecycle } from './lifecycle.ts';
import { isTrustedSender } from './locks.ts';
import { declarePageScheme } from './page-protocol.ts';
import { openShell, type Shell, type ShellParts } from './shell.ts';
import { claimSingleInstance } from './single-instance.ts';

/** A running engine as the shell sees it. `stop` finishes the record in hand and leaves transfers to the next start. */
export type RunningEngine = {
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  stop(): Promise<void>;
};

export type DesktopParts = Omit<ShellParts, 'handlers' | 'feeds'> & {
  /** Its commands answer for what `host` can do. */
  readonly startEngine: (host: CommandHost) => Promise<RunningEngine>;
  readonly deviceName: string;
  /** Null where paths are shown whole. */
  readonly homePath: string | null;
  /** Serves the window's messages; only those of a trusted sender. */
  readonly serveWindow: (
    engine: RunningEngine,
    isTrusted: (event: IpcMainEvent | IpcMainInvokeEvent) => boolean,
  ) => { close(): void };
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  readonly args: readonly string[];
  /** Longest wait for the engine to stop, in milliseconds. */
  readonly stopLimitMs: number;
};

/** The desktop application from its first line to its last: what must come before `ready`, the engine, the shell, the end. */
export async function runDesktop(parts: DesktopParts): Promise<void> {
  const { electron, startEngine, serveWindow, warn } = parts;
  const { app } = electron;
  let shell: Shell | null = null;
  let engine: Promise<RunningEngine> | null = null;
  let firstLink = linkAmong(parts.args);

  // Links and second starts may come before there is a window: the last of them decides where it opens.
  const follow = (link: string | null): void => {
    if (shell === null) firstLink = link ?? firstLink;
    else if (link === null) shell.window.show();
    else shell.followLink(link);
  };

  declarePageScheme(electron.protocol);
  takeLinks(app, follow);
  if (!claimSingleInstance(app, follow)) return;
  const isQuitting = manageLifecycle({
    app,
    signals: parts.signals,
    stop: async () => (await engine)?.stop(),
    stopLimitMs: parts.stopLimitMs,
    beforeStop: () => shell?.close(),
    hasTray: () => shell?.hasTray() ?? false,
    showWindow: () => shell?.window.show(),
    warn,
  });
  await app.whenReady();
  if (isQuitting()) return;

  const hasTray = (): boolean => shell?.hasTray() ?? false;
  const { deviceName, homePath } = parts;
  engine = startEngine(desktopHost({ electron, deviceName, homePath, hasTray }));
  const running = await engine.catch((cause: unknown) => failedStart(parts, cause));
  if (running === null || isQuitting()) return;
  serveWindow(running, isTrustedSender);
  shell = await openShell({ ...parts, handlers: running.handlers, feeds: running.feeds });
  if (firstLink === null) shell.window.show();
  else shell.followLink(firstLink);
}

/** The engine could not start: there is nothing to show but why. */
function failedStart({ electron, warn }: DesktopParts, cause: unknown): null {
  warn('the engine did not start', cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  electron.dialog.showErrorBox(
    'Tandem could not start',
    `${reason}\n\nNothing was changed. Start Tandem again when this is mended.`,
  );
  electron.app.exit(1);
  return null;
}
