import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/processes.ts';

const MONITOR = fileURLToPath(new URL('./loop-delay-monitor.ts', import.meta.url));

/** How long the event loop of a started program was blocked at most. */
export type LoopDelay = {
  readonly nodeOptions: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Forgets what was measured so far. */
  restart(): Promise<void>;
  longestMs(): number;
};

/** @param path a file of its own, for the program to write to. */
export function measureLoopDelay(path: string): LoopDelay {
  return {
    nodeOptions: [`--import=${MONITOR}`],
    env: { TANDEM_LOOP_DELAY: path },
    restart: async () => {
      rmSync(path, { force: true });
      await eventually('the delay is measured anew', async () => existsSync(path));
    },
    longestMs: () => Number(readFileSync(path, 'utf8')),
  };
}
