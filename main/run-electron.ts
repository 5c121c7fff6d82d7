import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs Electron until it exits, and forwards a SIGTERM to it. A terminal sends the SIGINT of Ctrl-C to both: a second one would kill the app while
 * it shuts down.
 *
 * @returns its exit code, or why the system can't run this program: it isn't executable, or was built for another processor.
 */
export async function runElectron(binary: string, args: readonly string[]): Promise<number | Error> {
  const app = spawn(binary, args, { stdio: 'inherit' });
  const keepRunning = (): void => undefined;
  const forward = (): void => void app.kill('SIGTERM');
  process.on('SIGINT', keepRunning).on('SIGTERM', forward);
  try {
    const [code] = (await once(app, 'exit')) as [number | null];
    return code ?? 1;
  } catch (error) {
    return error as Error;
  } finally {
    process.off('SIGINT', keepRunning).off('SIGTERM', forward);
  }
}
