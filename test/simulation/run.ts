/**
 * `npm run simulate -- [--seeds N] [--seed S] [--minutes M] [--workers W] [--no-keys] [--near] [--replay FILE]` plays scripts on all cores until a number of seeds or a
 * time limit is reached; `--no-keys` plays all of them on a service without idempotency keys; with `--near`, each seed is a kept script
 * with a few changes. Prints the coverage, and for every violation the seed, its story, and a replay file. Exits with 1 if there was a
 * violation.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { edgeCasesMissed, edgeCasesReached, SEEDS_FOR_ALL_CASES } from './edge-cases.ts';
import type { Played } from './play/play-seed.ts';
import type { WorkerStart } from './play/run-worker.ts';
import { readScript } from './script.ts';

const FOLDER = 'test-results';

type Plan = {
  readonly first: number;
  readonly last: number;
  readonly endMs: number;
  readonly workers: number;
  readonly start: WorkerStart;
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      workers: { type: 'string' },
      'no-keys': { type: 'boolean', default: false },
      near: { type: 'boolean', default: false },
      replay: { type: 'string' },
    },
  });
  if (values.replay !== undefined) return replay(values.replay);
  const first = values.seed === undefined ? 1 : wholeNumber('--seed', values.seed);
  const alone = values.seed !== undefined && values.seeds === undefined && values.minutes === undefined;
  const seeds = values.seeds === undefined ? null : wholeNumber('--seeds', values.seeds);
  const minutes = values.minutes === undefined ? null : wholeNumber('--minutes', values.minutes);
  const endMs = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const last = first + (alone ? 1 : (seeds ?? (minutes === null ? 300 : Number.MAX_SAFE_INTEGER - first)));
  const most = values.workers === undefined ? availableParallelism() : wholeNumber('--workers', values.workers);
  const start = { hasNoKeys: values['no-keys'], isNear: values.near };
  return play({ first, last, endMs, workers: Math.min(most, last - first), start });
}

async function play(plan: Plan): Promise<number> {
  const reached = new Map<string, number>();
  const began = Date.now();
  let [seed, played, failures] = [plan.first, 0, 0];
  const next = (): number | null => (seed < plan.last && Date.now() < plan.endMs ? seed++ : null);
  const note = (done: Played): void => {
    played += 1;
    for (const [what, times] of done.reached) reached.set(what, (reached.get(what) ?? 0) + times);
    if (done.failure !== null) tell(done.seed, done.failure);
    if (played % SEEDS_TO_A_LINE === 0) console.log(`${played} seeds, ${failures} with a violation.`);
  };
  const tell = (seed: number, { script, story }: NonNullable<Played['failure']>): void => {
    failures += 1;
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, `simulation-${seed}.json`);
    writeFileSync(file, `${JSON.stringify(script, null, 2)}\n`);
    console.log(`${story}\nPlay it again: npm run simulate -- --replay ${file}\n`);
  };
  await Promise.all(Array.from({ length: plan.workers }, () => work(plan, next, note)));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${played} seeds (${plan.first} to ${seed - 1}) in ${seconds} s, ${failures} with a violation.`);
  const cases = [...edgeCasesReached(reached)].filter(([, times]) => times > 0).sort(([a], [b]) => a - b);
  console.log(`Edge cases reached: ${cases.map(([edgeCase, times]) => `E${edgeCase} ${times}x`).join(', ')}.`);
  const missed = edgeCasesMissed(reached);
  console.log(`Not reached: ${missed.length === 0 ? 'none' : missed.map((edgeCase) => `E${edgeCase}`).join(', ')}.`);
  const isMissing = !plan.start.isNear && missed.length > 0 && played >= SEEDS_FOR_ALL_CASES;
  return failures === 0 && !isMissing ? 0 : 1;
}

/** Seeds per progress line of a long run. */
const SEEDS_TO_A_LINE = 1_000;

/** Killed processes leave pending work in a worker's memory, 0.6 MB a seed, so a worker is replaced after this many seeds. */
const SEEDS_A_WORKER = 500;

/** Runs one worker after another until no seed is left. */
async function work(plan: Plan, next: () => number | null, note: (played: Played) => void): Promise<void> {
  for (let seed = next(); seed !== null; seed = next()) await oneWorker(openWorker(plan), seed, { next, note });
}

const openWorker = ({ start }: Plan): Worker =>
  new Worker(new URL('./play/run-worker.ts', import.meta.url), { workerData: start });

type Seeds = { readonly next: () => number | null; readonly note: (played: Played) => void };

async function oneWorker(worker: Worker, first: number, { next, note }: Seeds): Promise<void> {
  let given = 0;
  const give = (seed: number | null): boolean => {
    if (seed !== null) worker.postMessage(seed);
    given += 1;
    return seed !== null;
  };
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (played: Played | null) => {
      if (played === null) give(first);
      else {
        note(played);
        if (given === SEEDS_A_WORKER || !give(next())) resolve();
      }
    });
  });
  await worker.terminate();
}

async function replay(file: string): Promise<number> {
  // Only here: each worker loads the engine and the service, which takes seconds.
  const [{ storyOf }, { simulate }, { createServiceHost }] = await Promise.all([
    import('./play/play-seed.ts'),
    import('./simulate.ts'),
    import('./world/service/service-host.ts'),
  ]);
  const script = readScript(JSON.parse(readFileSync(file, 'utf8')));
  const host = await createServiceHost();
  const outcome = await simulate(host, script, { keepLines: true });
  await host.close();
  for (const line of outcome.lines) console.log(line);
  console.log(storyOf(script, outcome));
  return outcome.violations.length === 0 ? 0 : 1;
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`${flag} must be a whole number above 0; "${text}" is none.`);
  process.exit(2);
}

process.exitCode = await main();
