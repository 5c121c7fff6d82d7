import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/programs/processes.ts';

const MONITOR = fileURLToPath(new URL('./loop-delay-monitor.mjs', import.meta.url));

/** Measures the longest delay of a started program's event loop. */
export type LoopDelay = {
  readonly nodeOptions: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Restarts the measurement. */
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
      await eventually('the measurement restarts', async () => existsSync(path));
    },
    longestMs: () => Number(readFileSync(path, 'utf8')),
  };
}
