import { PassThrough } from 'node:stream';
import type { UtilityProcess } from 'electron';
import type { ElectronModule } from '../electron-module.ts';

/** The used part of a running service. */
type RunningService = {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  once(event: 'exit', listener: (code: number) => void): void;
  kill(): boolean;
};

/**
 * Starts the service's command line as a utility process. This needs no fuse that would turn our signed binary into a general Node, and the process
 * ends with the application, however that ends.
 */
export function utilityService(
  { utilityProcess }: Pick<ElectronModule, 'utilityProcess'>,
  program: string,
): (args: readonly string[]) => RunningService {
  return (args) => {
    const child = utilityProcess.fork(program, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Tandem private service',
    });
    return {
      // Electron knows it only once the process runs.
      get pid() {
        return child.pid;
      },
      stdout: wholeOutput(child, child.stdout),
      stderr: wholeOutput(child, child.stderr),
      once: (event, listener) => void child.once(event, listener),
      kill: () => child.kill(),
    };
  };
}

/**
 * An output with its end. When a process exits, Electron removes all listeners of its outputs, and a reader that has not seen the end yet would
 * wait forever.
 */
function wholeOutput(child: UtilityProcess, output: NodeJS.ReadableStream | null): NodeJS.ReadableStream | null {
  if (output === null) return null;
  const whole = new PassThrough();
  output.pipe(whole);
  // Electron removes them right after this event.
  child.once('exit', () => setImmediate(() => output.unpipe(whole).pipe(whole)));
  return whole;
}
