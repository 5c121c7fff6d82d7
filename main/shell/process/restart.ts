import { spawn } from 'node:child_process';
import type { ElectronModule } from '../electron-module.ts';

export type RestartParts = {
  readonly app: Pick<ElectronModule['app'], 'relaunch'>;
  /** The running AppImage, absolute; null: the program itself can be started again. */
  readonly image: string | null;
  readonly program: string;
  readonly pid: number;
};

/** Waits for a process to end, then becomes the program, with its arguments. A shell of the system, which needs nothing of the image. */
const WAIT_AND_START = 'while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; shift; exec "$@"';

/**
 * Starts the application again, with these arguments, once this process has ended. Electron's own helper for that runs from the AppImage, which is
 * unmounted at that moment (electron-builder issue 1727).
 */
export function restarter({ app, image, program, pid }: RestartParts): (args: readonly string[]) => void {
  return (args) => {
    if (image === null) return app.relaunch({ execPath: program, args: [...args] });
    const given = ['-c', WAIT_AND_START, 'restart', String(pid), image, ...args];
    spawn('/bin/sh', given, { detached: true, stdio: 'ignore', cwd: '/' }).unref();
  };
}
