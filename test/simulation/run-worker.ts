/** Worker of `run.ts`: plays the seeds it receives, one after another, and reports each result. */
import { parentPort } from 'node:worker_threads';
import { playSeed } from './play-seed.ts';
import { createServiceHost } from './world/service-host.ts';

const host = await createServiceHost();
const port = parentPort;
if (port === null) throw new Error('this is the worker of run.ts');
port.on('message', (seed: number) => {
  void playSeed(host, seed).then((played) => port.postMessage(played));
});
port.postMessage(null);
