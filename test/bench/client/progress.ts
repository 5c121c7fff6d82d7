import { join } from 'node:path';
import { connectControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocketPath } from '../../../main/ipc/control-socket-path.ts';
import { eventually } from '../../support/processes.ts';
import type { Figure } from '../figure.ts';
import type { ClientBench } from './bench-part.ts';
import { type BenchComputer, openClientPlace } from './client-place.ts';
import { plantLargeFile, plantTree } from './trees.ts';

const GIBIBYTE = 1024 ** 3;
const LIMIT_MS = 30 * 60_000;

/** A line as people have it at best; without it the pace is that of the disk's cache, which changes while a large file goes. */
const LINE_BYTES_PER_SECOND = 125_000_000;

/**
 * How right the time left is that the client says, on 10,000 files of 4 KiB and on one of 4 GiB, on this machine and as over a line of a
 * gigabit: it is asked four times a second as the window is told, and compared with how long it really took. The first and the last
 * tenth are left out: there is nothing to go by yet, and a second more or less is much of nothing.
 */
export const benchProgress: ClientBench = async ({ scale, say }) => {
  const plantSmall = (root: string) =>
    plantTree(root, { files: Math.ceil(10_000 * scale), fileBytes: 4096, tops: ['tree'] });
  const plantLarge = (root: string) => plantLargeFile(join(root, 'large.bin'), Math.ceil(4 * GIBIBYTE * scale));
  return [
    ...(await measure({ what: '10,000 files of 4 KiB', plant: plantSmall, bytesPerSecond: null }, say)),
    ...(await measure({ what: 'one file of 4 GiB', plant: plantLarge, bytesPerSecond: null }, say)),
    ...(await measure(
      { what: 'one file of 4 GiB at a gigabit', plant: plantLarge, bytesPerSecond: LINE_BYTES_PER_SECOND },
      say,
    )),
  ];
};

type Load = {
  readonly what: string;
  readonly plant: (root: string) => unknown;
  /** The limit that the client is given; null: none. */
  readonly bytesPerSecond: number | null;
};

async function measure({ what, plant, bytesPerSecond }: Load, say: (text: string) => void): Promise<readonly Figure[]> {
  const place = await openClientPlace();
  try {
    const computer = await place.computer('a');
    plant(computer.root);
    const samples = await sample(computer, bytesPerSecond);
    const errors = errorsOf(samples);
    say(`${what}: ${errors.length} samples over ${Math.round((samples.at(-1)?.atMs ?? 0) / 1000)} s`);
    const inOrder = errors.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round((inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0) * 100);
    return [
      { what: `time left is wrong by, median, upload of ${what}`, value: at(0.5), unit: '%' },
      { what: `time left is wrong by, worst of ten, upload of ${what}`, value: at(0.9), unit: '%' },
    ];
  } finally {
    await place.close();
  }
}

type Sample = { readonly atMs: number; readonly secondsLeft: number | null };

/** What the client says while it works, since its first sign of work; the last one is from its end. */
async function sample(computer: BenchComputer, bytesPerSecond: number | null): Promise<readonly Sample[]> {
  const following = computer.follow(LIMIT_MS);
  const path = await controlSocketPath(computer.state);
  const control = await eventually('the control socket', () => connectControlSocket(path).catch(() => null));
  await control.call('bandwidth.set', { up: { bytesPerSecond, hours: [] }, down: { bytesPerSecond: null, hours: [] } });
  const samples: Sample[] = [];
  let startedMs = 0;
  let isOver = false;
  const ask = async (): Promise<void> => {
    const status = await control.call('status.get', {});
    if (!status.ok) return;
    const { secondsLeft, filesTotal } = status.value.totals;
    if (filesTotal === 0 && samples.length === 0) return;
    if (samples.length === 0) startedMs = performance.now();
    samples.push({ atMs: performance.now() - startedMs, secondsLeft });
    isOver ||= status.value.state === 'in_sync';
  };
  while (!isOver) {
    await ask();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  control.close();
  await following;
  return samples;
}

function errorsOf(samples: readonly Sample[]): readonly number[] {
  const endMs = samples.at(-1)?.atMs ?? 0;
  return samples.flatMap(({ atMs, secondsLeft }) => {
    const trueMs = endMs - atMs;
    const counts = secondsLeft !== null && atMs > endMs * 0.1 && trueMs > endMs * 0.1;
    return counts ? [Math.abs(secondsLeft * 1000 - trueMs) / trueMs] : [];
  });
}
