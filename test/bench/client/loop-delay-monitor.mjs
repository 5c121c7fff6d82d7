/**
 * Loaded into a process by `--import`: writes the longest delay of its event loop to the file named in TANDEM_LOOP_DELAY. Deleting the file
 * restarts the measurement. Plain JavaScript: the code with which Node reads TypeScript takes 18 MB, which would be counted as the program's.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;
const LOOK_MS = 200;

const path = process.env['TANDEM_LOOP_DELAY'];
if (isMainThread && path !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  writeFileSync(path, '0');
  setInterval(() => {
    if (!existsSync(path)) delay.reset();
    // An idle loop measures the resolution itself.
    else writeFileSync(path, String(Math.max(0, Math.round(delay.max / 1e6) - RESOLUTION_MS)));
    if (!existsSync(path)) writeFileSync(path, '0');
  }, LOOK_MS).unref();
}
