import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocket } from '../../../main/private/private-socket-path.ts';
import { eventually } from '../../support/programs/processes.ts';
import type { Figure } from '../figure.ts';
import type { ClientBench } from './bench-part.ts';
import { type FullMemory, openFullMemory } from './full-memory.ts';
import { type BenchComputer, openClientPlace } from './place/client-place.ts';
import { run } from './place/run-program.ts';
import { plantLargeFile, plantTree } from './place/trees.ts';

const GIBIBYTE = 1024 ** 3;
const LIMIT_MS = 30 * 60_000;

/** A line as people have it at best; without it the pace is that of the disk's cache, which changes while a large file goes. */
const LINE_BYTES_PER_SECOND = 125_000_000;

/**
 * How accurate the client's progress is while it uploads 10,000 files of 4 KiB and one of 4 GiB, on this machine and as over a line of a
 * gigabit. The bench samples it four times a second, as often as the window does, and compares it with the real duration and with the
 * bytes on the service's disk. It leaves out the first tenth, which has nothing to go by yet, and the last, where one second is a large
 * share. The pace has to be steady: a change in the middle (see `openFullMemory`) cannot be predicted.
 */
export const benchProgress: ClientBench = async ({ scale, say }) => {
  const plantSmall = (root: string) =>
    plantTree(root, { files: Math.ceil(10_000 * scale), fileBytes: 4096, tops: ['tree'] });
  const plantLarge = (root: string) => plantLargeFile(join(root, 'large.bin'), Math.ceil(4 * GIBIBYTE * scale));
  const loads: readonly Load[] = [
    { what: '10,000 files of 4 KiB', plant: plantSmall, bytesPerSecond: null },
    { what: 'one file of 4 GiB', plant: plantLarge, bytesPerSecond: null },
    { what: 'one file of 4 GiB at a gigabit', plant: plantLarge, bytesPerSecond: LINE_BYTES_PER_SECOND },
  ];
  const memory = await openFullMemory();
  try {
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await measure(load, memory, say)));
    return figures;
  } finally {
    await memory.close();
  }
};

type Load = {
  readonly what: string;
  readonly plant: (root: string) => unknown;
  /** The limit that the client is given; null: none. */
  readonly bytesPerSecond: number | null;
};

/** Runs of one load, whose samples count together: the pace of a disk is not the same twice. */
const RUNS = 3;

async function measure(load: Load, memory: FullMemory, say: (text: string) => void): Promise<readonly Figure[]> {
  const runs: Errors[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await memory.fill();
    runs.push(await measureOnce(load, say));
  }
  return [
    ...figures(
      `time left is wrong by, upload of ${load.what}`,
      runs.flatMap(({ time }) => time),
    ),
    ...figures(
      `rate is wrong by, upload of ${load.what}`,
      runs.flatMap(({ rate }) => rate),
    ),
    ...figures(
      `progress is wrong by (of the whole), upload of ${load.what}`,
      runs.flatMap(({ progress }) => progress),
    ),
  ];
}

/** Shares, one of each sample that says something. */
type Errors = Readonly<Record<'time' | 'rate' | 'progress', readonly number[]>>;

async function measureOnce({ what, plant, bytesPerSecond }: Load, say: (text: string) => void): Promise<Errors> {
  const place = await openClientPlace();
  try {
    const computer = await place.computer('a');
    plant(computer.root);
    // People's files are not on their way to the disk while they are read.
    await run('sync', []);
    const samples = await sample(computer, bytesPerSecond, () => storedBytes(place.folder));
    const endMs = samples.at(-1)?.atMs ?? 0;
    const counted = samples.filter(({ atMs }) => atMs > endMs * 0.1 && atMs < endMs * 0.9);
    say(`${what}: ${counted.length} samples over ${Math.round(endMs / 1000)} s`);
    return {
      time: counted.flatMap(timeErrors(endMs)),
      rate: counted.flatMap(rateErrors(samples)),
      progress: counted.flatMap(progressErrors(samples)),
    };
  } finally {
    await place.close();
  }
}

type Sample = {
  readonly atMs: number;
  readonly secondsLeft: number | null;
  readonly bytesPerSecond: number;
  /** From 0 to 1. */
  readonly progress: number | null;
  /** The bytes that the service has on its disk. */
  readonly stored: number;
};

/** Samples the client's status while it works, from its first sign of work; the last sample is from its end. */
async function sample(
  computer: BenchComputer,
  bytesPerSecond: number | null,
  stored: () => number,
): Promise<readonly Sample[]> {
  const following = computer.follow(LIMIT_MS);
  const path = controlSocket(computer.state);
  const control = await eventually('the control socket', () => connectControlSocket(path).catch(() => null));
  await control.call('bandwidth.set', { up: { bytesPerSecond, hours: [] }, down: { bytesPerSecond: null, hours: [] } });
  const samples: Sample[] = [];
  let startedMs = 0;
  let isOver = false;
  const ask = async (): Promise<void> => {
    const status = await control.call('status.get', {});
    if (!status.ok) return;
    const { totals, rate, roots, state } = status.value;
    if (totals.filesTotal === 0 && samples.length === 0) return;
    if (samples.length === 0) startedMs = performance.now();
    samples.push({
      atMs: performance.now() - startedMs,
      secondsLeft: totals.secondsLeft,
      bytesPerSecond: rate.upBytesPerSecond,
      progress: roots[0]?.progress ?? null,
      stored: stored(),
    });
    isOver ||= state === 'in_sync';
  };
  while (!isOver) {
    await ask();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  control.close();
  await following;
  return samples;
}

/** Bytes of contents in the data directory of the service, those of a whole that is being put together counted once. */
function storedBytes(folder: string): number {
  const blobs = join(folder, 'service', 'blobs');
  const files = readdirSync(blobs, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && /\/[0-9a-f]{2}$/.test(entry.parentPath),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

const timeErrors =
  (endMs: number) =>
  ({ atMs, secondsLeft }: Sample): readonly number[] =>
    secondsLeft === null ? [] : [Math.abs(secondsLeft * 1000 - (endMs - atMs)) / (endMs - atMs)];

/** The rate covers the last seconds; it is compared with the same span. */
const RATE_MS = 5_000;

const rateErrors =
  (samples: readonly Sample[]) =>
  ({ atMs, bytesPerSecond, stored }: Sample): readonly number[] => {
    const began = samples.findLast((one) => one.stored === 0) ?? samples[0];
    const before = samples.findLast((one) => one.atMs <= atMs - RATE_MS) ?? began;
    const since = before !== undefined && began !== undefined && before.atMs < began.atMs ? began : before;
    if (since === undefined || stored === since.stored) return [];
    const trueRate = ((stored - since.stored) * 1000) / (atMs - since.atMs);
    return [Math.abs(bytesPerSecond - trueRate) / trueRate];
  };

const progressErrors =
  (samples: readonly Sample[]) =>
  ({ progress, stored }: Sample): readonly number[] => {
    const whole = Math.max(...samples.map((one) => one.stored));
    return progress === null ? [] : [Math.abs(progress - stored / whole)];
  };

function figures(what: string, errors: readonly number[]): readonly Figure[] {
  const inOrder = errors.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round((inOrder[Math.floor(share * (inOrder.length - 1))] ?? Number.NaN) * 100);
  return [
    { what: `${what}, median`, value: at(0.5), unit: '%' },
    { what: `${what}, worst of ten`, value: at(0.9), unit: '%' },
  ];
}
