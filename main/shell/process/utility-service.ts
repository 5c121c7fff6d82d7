import { PassThrough } from 'node:stream';
import type { UtilityProcess } from 'electron';
import type { ElectronModule } from '../electron-module.ts';

/**
 * Starts the service's command line as a utility process. This needs no fuse that would turn our signed binary into a general Node, and the process
 * ends with the application, however that ends.
 */
export function utilityService(
  { utilityProcess }: Pick<ElectronModule, 'utilityProcess'>,
  program: string,
  warn: (message: string) => void,
) {
  return (args: readonly string[]) => {
    const child = utilityProcess.fork(program, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Tandem private service',
    });
    // The exit follows. Without a listener, the error would be an uncaught one of the whole application.
    child.on('error', (type, location) => warn(`The private service met a ${type} at ${location}.`));
    return {
      // Electron knows it only once the process runs.
      get pid() {
        return child.pid;
      },
      stdout: wholeOutput(child, child.stdout),
      stderr: wholeOutput(child, child.stderr),
      once: (event: 'exit', listener: (code: number) => void) => void child.once(event, listener),
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
