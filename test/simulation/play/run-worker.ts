/** Worker of `run.ts`: plays the seeds it receives, one after another, and reports each result. */
import { parentPort, workerData } from 'node:worker_threads';
import { scriptOf } from '../script.ts';
import { createServiceHost } from '../world/service/service-host.ts';
import { playSeed } from './play-seed.ts';

const host = await createServiceHost();
const port = parentPort;
if (port === null) throw new Error('this is the worker of run.ts');
const { hasNoKeys } = workerData as { readonly hasNoKeys: boolean };
port.on('message', (seed: number) => {
  const script = scriptOf(seed);
  void playSeed(host, hasNoKeys ? { ...script, knowsKeys: false } : script).then((played) => port.postMessage(played));
});
port.postMessage(null);
