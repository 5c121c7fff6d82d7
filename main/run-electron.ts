import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The app's message to the program that started it, once Electron is ready. */
export const READY = { ready: true } as const;

/**
 * Runs Electron until it exits, and forwards a SIGTERM to it. A terminal sends the SIGINT of Ctrl-C to both: a second one would kill the app while
 * it shuts down.
 *
 * @returns its exit code, or why it could not start: it isn't executable, was built for another processor, or failed before it was ready.
 */
export async function runElectron(binary: string, args: readonly string[]): Promise<number | Error> {
  const app = spawn(binary, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let isAsked = false;
  let isReady = false;
  const keepRunning = (): void => {
    isAsked = true;
  };
  const forward = (): void => {
    isAsked = true;
    app.kill('SIGTERM');
  };
  app.once('message', () => {
    isReady = true;
  });
  process.on('SIGINT', keepRunning).on('SIGTERM', forward);
  try {
    const [code, signal] = (await once(app, 'exit')) as [number | null, NodeJS.Signals | null];
    if (isReady || isAsked || code === 0) return code ?? 1;
    return new Error(signal === null ? `it ended with exit code ${code}` : `it ended with ${signal}`);
  } catch (error) {
    return error as Error;
  } finally {
    process.off('SIGINT', keepRunning).off('SIGTERM', forward);
  }
}
