import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const inside = fileURLToPath(new URL('./inside-utility-process.ts', import.meta.url));

/** As `utilityProcess.fork` of Electron: a Node that goes on when nothing is left to do, and ends with the application. */
export const utilityProcess = {
  fork: (program: string, args: readonly string[]): ChildProcess =>
    spawn(process.execPath, ['--import', inside, program, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
};
