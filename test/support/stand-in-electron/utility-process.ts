import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

const inside = fileURLToPath(new URL('./inside-utility-process.ts', import.meta.url));

/**
 * Like Electron's `UtilityProcess` (lib/browser/api/utility-process.ts): its outputs lose all their listeners once it has exited. The end
 * of an output may arrive before or after that; here it always arrives after.
 */
class UtilityProcessDouble extends EventEmitter {
  stdout: PassThrough | null = new PassThrough();
  stderr: PassThrough | null = new PassThrough();
  readonly kill: () => boolean;

  constructor(program: string, args: readonly string[]) {
    super();
    const child = spawn(process.execPath, ['--import', inside, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const exited = once(child, 'exit').then(([code]) => {
      this.emit('exit', code);
      this.stdout?.removeAllListeners();
      this.stderr?.removeAllListeners();
      this.stdout = null;
      this.stderr = null;
    });
    const outputs = [
      [child.stdout, this.stdout],
      [child.stderr, this.stderr],
    ] as const;
    for (const [from, to] of outputs) {
      from?.on('data', (chunk) => to?.write(chunk));
      from?.once('end', () => void exited.then(() => setImmediate(() => to?.end())));
    }
    this.kill = () => child.kill();
  }
}

/** Like Electron's: a Node process that stays alive when idle and ends with the application. */
export const utilityProcess = {
  fork: (program: string, args: readonly string[]): UtilityProcessDouble => new UtilityProcessDouble(program, args),
};
