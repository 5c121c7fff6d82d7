/** Worker of `run.ts`: plays the seeds it receives, one after another, and reports each result. */
import { parentPort, workerData } from 'node:worker_threads';
import { scriptOf } from '../script.ts';
import { createServiceHost } from '../world/service/service-host.ts';
import { keptScripts } from './kept.ts';
import { neighbourOf } from './neighbours.ts';
import { playSeed } from './play-seed.ts';

/** How a worker makes a script from a seed. */
export type WorkerStart = {
  readonly hasNoKeys: boolean;
  /** Each seed changes one of the kept scripts. */
  readonly isNear: boolean;
};

const host = await createServiceHost();
const port = parentPort;
if (port === null) throw new Error('this is the worker of run.ts');
const { hasNoKeys, isNear } = workerData as WorkerStart;
const kept = isNear ? keptScripts().map(([, script]) => script) : null;
port.on('message', (seed: number) => {
  const script = kept === null ? scriptOf(seed) : neighbourOf(kept, seed);
  void playSeed(host, hasNoKeys ? { ...script, knowsKeys: false } : script).then((played) =>
    port.postMessage({ ...played, seed }),
  );
});
port.postMessage(null);
