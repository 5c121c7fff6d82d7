import type { Chance } from '../simulation/world/chance.ts';
import type { Fault, FaultyProxy } from '../support/lines/faulty-proxy.ts';
import type { Running } from '../support/programs/processes.ts';

/** One computer of the run: its line to the service, and the client that runs on it. */
export type Post = {
  readonly name: string;
  readonly proxy: FaultyProxy;
  client: Running;
  readonly start: () => Running;
};

type Mischief = { readonly name: string; readonly weight: number; readonly act: (play: Play) => Promise<void> };

type Play = {
  readonly chance: Chance;
  readonly posts: readonly Post[];
  readonly killService: () => Promise<void>;
  readonly signal: AbortSignal;
};

const MISCHIEF: readonly Mischief[] = [
  { name: 'client killed', weight: 5, act: killClient },
  { name: 'client ended and started again', weight: 1, act: restartClient },
  { name: 'client asleep', weight: 1, act: sleepClient },
  { name: 'service killed', weight: 2, act: ({ killService }) => killService() },
  { name: 'line cut', weight: 3, act: cutLine },
  { name: 'requests broken', weight: 3, act: breakRequests },
];

/** Causes a fault every few seconds until stopped; counts the faults. */
export async function wreak(play: Play, counts: Map<string, number>): Promise<void> {
  const all = MISCHIEF.flatMap((one) => Array.from({ length: one.weight }, () => one));
  while (!play.signal.aborted) {
    await pause(1_500 + play.chance.below(4_000), play.signal);
    if (play.signal.aborted) return;
    const { name, act } = play.chance.pick(all);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await act(play);
  }
}

async function killClient({ chance, posts, signal }: Play): Promise<void> {
  const post = chance.pick(posts);
  await post.client.kill('SIGKILL');
  await pause(chance.below(2_000), signal);
  post.client = post.start();
}

async function restartClient({ chance, posts }: Play): Promise<void> {
  const post = chance.pick(posts);
  const end = await post.client.kill('SIGTERM');
  if (end.code !== 0) throw new Error(`The client of ${post.name} ended with ${end.code}: ${end.stderr}`);
  post.client = post.start();
}

async function sleepClient({ chance, posts, signal }: Play): Promise<void> {
  const post = chance.pick(posts);
  post.client.child.kill('SIGSTOP');
  await pause(500 + chance.below(3_000), signal);
  post.client.child.kill('SIGCONT');
}

async function cutLine({ chance, posts, signal }: Play): Promise<void> {
  const { proxy } = chance.pick(posts);
  proxy.break({ path: /^/, times: Number.MAX_SAFE_INTEGER, fault: { kind: chance.pick(['cut-before', 'cut-after']) } });
  await pause(300 + chance.below(3_000), signal);
  proxy.mend();
}

async function breakRequests({ chance, posts, signal }: Play): Promise<void> {
  const { proxy } = chance.pick(posts);
  const faults: readonly Fault[] = [
    { kind: 'cut-answer', afterBytes: chance.below(5_000) },
    { kind: 'damage' },
    { kind: 'answer', status: 503, headers: { 'retry-after': '1' } },
    { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
    {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Please sign in to this network</h1>',
    },
    { kind: 'answer', status: 500, body: 'oops' },
  ];
  for (let index = 0; index < 3; index++) {
    proxy.break({
      path: chance.pick([/content/, /upload_sessions/, /^/]),
      times: 1 + chance.below(5),
      fault: chance.pick(faults),
    });
  }
  await pause(chance.below(2_000), signal);
  proxy.mend();
}

/** Waits so long, or until the run ends. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
