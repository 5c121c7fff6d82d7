import type { ElectronModule } from '../electron-module.ts';

export type LifecycleParts = {
  readonly app: ElectronModule['app'];
  readonly platform: NodeJS.Platform;
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
  readonly leave: (how: { readonly isSessionEnd: boolean }) => void;
  /** Called when the computer wakes up (`rescan`), and when a person unlocks it. */
  readonly checkNow: (what: { readonly rescan: boolean }) => void;
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

/** For this long after the system has announced the end of the session, quitting is a part of it. A person may also have called it off. */
const SESSION_END_MS = 2 * 60_000;

/** Quitting waits for the engine. Without a window the application keeps running. */
export function manageLifecycle(parts: LifecycleParts): Lifecycle {
  const { app, powerMonitor } = parts;
  let phase: 'running' | 'stopping' | 'stopped' = 'running';
  /** Not to be asked about. */
  let isMeant = false;
  let sessionEndAtMs = -Infinity;
  const isSessionEnd = (): boolean => performance.now() - sessionEndAtMs < SESSION_END_MS;
  const quit = (): void => {
    // Such as a restart that a person asks for after the log-out was called off.
    if (phase === 'running') sessionEndAtMs = -Infinity;
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
      parts.leave({ isSessionEnd: isSessionEnd() });
    });
  };

  app.on('before-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (isMeant || isSessionEnd()) stop();
    else parts.confirm(stop);
  });
  // Electron also exits by itself, without `before-quit`: on Linux when the session bus or the compositor goes away, as at a logout.
  app.on('quit', endNow);
  // Electron would quit. Only a crash closes the last window while the application runs, and syncing continues without one.
  app.on('window-all-closed', () => undefined);
  app.on('activate', parts.showWindow);
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // On macOS a person has only asked for it, and another application may call it off. Later the system asks each one to quit, and waits.
    if (parts.platform !== 'darwin') {
      // Linux shuts down, and waits for the records.
      event?.preventDefault();
      quit();
    }
    sessionEndAtMs = performance.now();
  });
  powerMonitor.on('resume', () => parts.checkNow({ rescan: true }));
  powerMonitor.on('unlock-screen', () => parts.checkNow({ rescan: false }));
  void app.whenReady().then(() => hearSignals(parts.signals, quit));
  return { isQuitting: () => phase !== 'running', quit, endNow };
}

/**
 * Call it once Electron is ready. Just before, it sets handlers of its own, which quit as a person does. They would replace ours, and libuv, which
 * sets one per signal, would not put it back.
 */
function hearSignals(signals: LifecycleParts['signals'], quit: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) signals.on(signal, quit);
  // A terminal that is closed sends it.
  signals.on('SIGHUP', () => undefined);
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
