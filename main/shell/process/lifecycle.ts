import type { ElectronModule } from '../electron-module.ts';

export type LifecycleParts = {
  readonly app: ElectronModule['app'];
  readonly powerMonitor: ElectronModule['powerMonitor'];
  /** Where the system's wish to end arrives: the process. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  /** Stops the engine: it finishes the current record, and leaves transfers to be resumed at the next start. */
  readonly stop: () => Promise<void>;
  /** Longest wait for `stop`, in milliseconds: a disk that hangs must not keep a person from shutting down. */
  readonly stopLimitMs: number;
  /** Told once, when the application begins to quit. */
  readonly beforeStop: () => void;
  /** The last act: ends the application, or puts a newer version in its place. */
  readonly leave: () => void;
  /** Told when the computer wakes up (`rescan`), and when a person unlocks it. */
  readonly lookAgain: (what: { readonly rescan: boolean }) => void;
  /** Told first when the session ends: there is no time for anything but the records. */
  readonly onSessionEnd: () => void;
  readonly hasTray: () => boolean;
  readonly showWindow: () => void;
  readonly warn: (message: string, cause?: unknown) => void;
};

export type Lifecycle = {
  /** Is the application on its way out? */
  readonly isQuitting: () => boolean;
  /** The user's session is ending, as Windows tells a window. */
  readonly endSession: () => void;
};

/** Quitting waits for the engine; closing the window does not quit while the tray is there. */
export function manageLifecycle(parts: LifecycleParts): Lifecycle {
  const { app, powerMonitor } = parts;
  const endSession = (): void => {
    parts.onSessionEnd();
    app.quit();
  };
  let phase: 'running' | 'stopping' | 'stopped' = 'running';

  app.on('before-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (phase === 'stopping') return;
    phase = 'stopping';
    parts.beforeStop();
    void stopInTime(parts).then(() => {
      phase = 'stopped';
      parts.leave();
    });
  });
  app.on('window-all-closed', () => {
    if (!parts.hasTray()) app.quit();
  });
  app.on('activate', parts.showWindow);
  // The computer is shut down (macOS, Linux): the records are written to their end.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    endSession();
  });
  powerMonitor.on('resume', () => parts.lookAgain({ rescan: true }));
  powerMonitor.on('unlock-screen', () => parts.lookAgain({ rescan: false }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) parts.signals.on(signal, () => app.quit());
  return { isQuitting: () => phase !== 'running', endSession };
}

/** Never rejects: whatever happens while stopping, the application quits. */
export async function stopInTime(parts: Pick<LifecycleParts, 'stop' | 'stopLimitMs' | 'warn'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), parts.stopLimitMs);
  });
  try {
    const end = await Promise.race([parts.stop(), limit]);
    if (end === 'late') parts.warn('the engine did not stop in time: it goes on from its records at the next start');
  } catch (cause) {
    parts.warn('the engine did not stop cleanly: it goes on from its records at the next start', cause);
  } finally {
    clearTimeout(timer);
  }
}
