import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const inside = fileURLToPath(new URL('./inside-utility-process.ts', import.meta.url));

/** Like Electron's `utilityProcess.fork`: a Node process that stays alive when idle and ends with the application. */
export const utilityProcess = {
  fork: (program: string, args: readonly string[]): ChildProcess =>
    spawn(process.execPath, ['--import', inside, program, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
};
