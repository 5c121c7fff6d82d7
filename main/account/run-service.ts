import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The service's command line, absolute. */
export const serviceProgram = fileURLToPath(new URL('../../service/cli.ts', import.meta.url));

/**
 * The service's command line as a process of its own on the Node that runs this one, with a message channel: the service ends when
 * this process does, even by a kill.
 */
export const runServiceProcess = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [serviceProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
