import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The service's command line, absolute. */
export const serviceProgram = fileURLToPath(new URL('../../../service/cli.ts', import.meta.url));

/**
 * Runs the service's command line as a separate Node process with an IPC channel: the service ends with this process, even if it is killed. Ctrl-C
 * in a terminal reaches only this process, which still needs the service to finish its work. (On Windows, `detached` would open a console window.)
 */
export const runServiceProcess = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [serviceProgram, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
