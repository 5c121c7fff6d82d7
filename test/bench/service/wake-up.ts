import { Agent, request } from 'undici';
import type { Figure } from '../figure.ts';
import type { BenchPlace } from './bench-place.ts';
import { startReference } from './one-core.ts';
import { quantile } from './rate.ts';

const listeners = 1000;

/** From the answer of a change to the answers of 1,000 long polls, beside a plain server that holds and answers as many. */
export async function benchWakeUp(place: BenchPlace): Promise<readonly Figure[]> {
  const reference = await startReference('wake');
  try {
    const ours = await wakeUp(await pollAddress(place), () => place.createFolder(`wake ${Date.now()}`, '0'));
    const plain = await wakeUp(`${reference.url}/wait`, async () => drained(`${reference.url}/go`, new Agent()));
    const figure = (what: string, share: number): Figure => ({
      what: `wake-up of ${listeners} long polls, ${what}`,
      value: Math.round(quantile(ours, share)),
      unit: 'ms',
      beside: { what: 'a plain server', value: Math.round(quantile(plain, share)) },
    });
    return [figure('median', 0.5), figure('last', 1)];
  } finally {
    await reference.stop();
  }
}

async function pollAddress(place: BenchPlace): Promise<string> {
  const page = JSON.parse((await place.send('GET', `${place.baseUrl}/events?stream_position=now`)).toString()) as {
    readonly next_stream_position: number;
  };
  const channels = JSON.parse((await place.send('OPTIONS', `${place.baseUrl}/events`)).toString()) as {
    readonly entries: readonly { readonly url: string }[];
  };
  return `${channels.entries[0]?.url}&stream_position=${page.next_stream_position}`;
}

/** Milliseconds from the change until each of the listeners has its answer. */
async function wakeUp(url: string, change: () => Promise<unknown>): Promise<readonly number[]> {
  const agent = new Agent({ connections: listeners, headersTimeout: 0, bodyTimeout: 0 });
  const sent = new Array<Promise<number>>();
  for (let index = 0; index < listeners; index += 1) sent.push(drained(url, agent));
  await connected(agent, listeners);
  const started = performance.now();
  await change();
  const ends = await Promise.all(sent);
  await agent.close();
  return ends.map((end) => end - started);
}

/** Waits until all requests are on their way, and then until the server has had the time to take them in. */
async function connected(agent: Agent, count: number): Promise<void> {
  for (;;) {
    const running = Object.values(agent.stats).reduce((sum, { running: one }) => sum + one, 0);
    if (running >= count) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

async function drained(url: string, dispatcher: Agent): Promise<number> {
  const answer = await request(url, { dispatcher });
  await answer.body.dump();
  return performance.now();
}
