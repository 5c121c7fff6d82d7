import type { ElectronModule } from '../electron-module.ts';

export type LifecycleParts = {
  readonly app: ElectronModule['app'];
  readonly powerMonitor: ElectronModule['powerMonitor'];
  /** The source of termination signals: the process. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  /** Stops the engine: finishes the current record and leaves transfers to the next start. */
  readonly stop: () => Promise<void>;
  /** Timeout for `stop`, in milliseconds: a hanging disk must not block a shutdown. */
  readonly stopLimitMs: number;
  /** Calls back at once, or once a person agreed to quit: in the menu, the Dock or the tray, whichever asked. */
  readonly confirm: (quit: () => void) => void;
  /** Called once, when the application begins to quit. */
  readonly beforeStop: () => void;
  /** The last step: exits, or installs a newer version. */
  readonly leave: () => void;
  /** Called when the computer wakes up (`rescan`), and when a person unlocks it. */
  readonly checkNow: (what: { readonly rescan: boolean }) => void;
  /** Called first when the session ends. */
  readonly onSessionEnd: () => void;
  /** Ends the engine before it returns: the process is about to be terminated. */
  readonly endNow: () => void;
  readonly showWindow: () => void;
  readonly warn: (message: string, cause?: unknown) => void;
};

export type Lifecycle = {
  /** True once the application is quitting. */
  readonly isQuitting: () => boolean;
  /** Quits without asking. */
  readonly quit: () => void;
  /** Ends the engine without a wait: Electron terminates the process as soon as the windows have heard that the session of Windows ends. */
  readonly endNow: () => void;
};

/** Quitting waits for the engine. Without a window the application keeps running. */
export function manageLifecycle(parts: LifecycleParts): Lifecycle {
  const { app, powerMonitor } = parts;
  let phase: 'running' | 'stopping' | 'stopped' = 'running';
  /** Not to be asked about. */
  let isMeant = false;
  const quit = (): void => {
    isMeant = true;
    app.quit();
  };
  const endNow = (): void => {
    if (phase === 'stopped') return;
    phase = 'stopped';
    parts.endNow();
  };
  const stop = (): void => {
    // The session may have ended while a person was asked.
    if (phase !== 'running') return;
    phase = 'stopping';
    void stopInTime({ ...parts, stop: () => stopAll(parts) }).then(() => {
      if (phase !== 'stopping') return;
      phase = 'stopped';
      parts.leave();
    });
  };

  app.on('before-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (isMeant) stop();
    else parts.confirm(stop);
  });
  // Electron also exits by itself, without `before-quit`: on Linux when the session bus or the compositor goes away, as at a logout.
  app.on('quit', endNow);
  // Electron would quit. Only a crash closes the last window while the application runs, and syncing continues without one.
  app.on('window-all-closed', () => undefined);
  app.on('activate', parts.showWindow);
  // The computer is shutting down (macOS, Linux): finish storing the records.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    parts.onSessionEnd();
    quit();
  });
  powerMonitor.on('resume', () => parts.checkNow({ rescan: true }));
  powerMonitor.on('unlock-screen', () => parts.checkNow({ rescan: false }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) parts.signals.on(signal, quit);
  return { isQuitting: () => phase !== 'running', quit, endNow };
}

async function stopAll({ beforeStop, stop }: LifecycleParts): Promise<void> {
  try {
    beforeStop();
  } finally {
    await stop();
  }
}

/** Never rejects: the application quits whatever happens while stopping. */
export async function stopInTime(parts: Pick<LifecycleParts, 'stop' | 'stopLimitMs' | 'warn'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), parts.stopLimitMs);
  });
  try {
    const end = await Promise.race([parts.stop(), limit]);
    if (end === 'late') parts.warn('the engine did not stop in time: it goes on from its records at the next start');
  } catch (cause) {
    parts.warn('the engine did not stop cleanly; the next start resumes from its records', cause);
  } finally {
    clearTimeout(timer);
  }
}
