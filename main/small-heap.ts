import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps the JavaScript heap close to its live size. V8 lets the young generation grow to 128 MB under heavy allocation, and the old
 * one to several times its live size, which happens for minutes during a first sync. In a background process that memory is worth
 * more than the few per cent of time that more frequent collections cost. Call it before anything else: the heap never shrinks
 * again.
 */
export function keepHeapSmall(): void {
  // Disables growth of the young generation.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Collect the old generation once it is 50% larger than after the last collection.
  setFlagsFromString('--heap-growing-percent=50');
}

/** Commands that keep running. Every other one ends before its heap could grow large, and small collections cost it a sixth of its time. */
const RUNNING: ReadonlySet<string | undefined> = new Set(['run', 'sync']);

/** The same, for a process of `tandem` that keeps running. `command`: its first argument. */
export function keepHeapSmallFor(command: string | undefined): void {
  if (RUNNING.has(command)) keepHeapSmall();
}

/** The size of the young generation after its first growth; it starts with 1 or 2 MB. */
const GROWN_BYTES = 4 * 1024 * 1024;

/**
 * For a process that does one task and exits: growing the young generation once saves a sixth of the processor time. V8 has no call for it. It
 * grows when more than its capacity has survived a collection, which takes a few milliseconds to provoke.
 */
export function growHeapOnce(): void {
  const isGrown = (): boolean =>
    getHeapSpaceStatistics().some((space) => space.space_name === 'new_space' && space.space_size >= GROWN_BYTES);
  setFlagsFromString('--semi-space-growth-factor=4');
  const alive: object[] = [];
  for (let round = 0; round < 10 && !isGrown(); round++) {
    for (let count = 0; count < 10_000; count++) alive.push({ count });
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Bytes that may accumulate before the young generation is collected. */
const MOST_SPENT_BYTES = 4 * 1024 * 1024;

/**
 * Receives the number of content bytes that passed through, and collects the young generation every 4 MB, which takes half a
 * millisecond. V8 by itself lets buffers pile up and then marks the whole heap.
 */
export function collectSpentBuffers(): (bytes: number) => void {
  let spentBytes = 0;
  let collect: (() => void) | null = null;
  return (bytes) => {
    spentBytes += bytes;
    if (spentBytes < MOST_SPENT_BYTES) return;
    spentBytes = 0;
    collect ??= youngCollection();
    collect();
  };
}

function youngCollection(): () => void {
  const gc = exposedGc();
  return () => gc?.({ type: 'minor' });
}

function exposedGc(): typeof globalThis.gc {
  setFlagsFromString('--expose-gc');
  return runInNewContext('globalThis.gc') as typeof globalThis.gc;
}

const REST = {
  /** Idle means less processor time than this between two checks; a slow machine spends a third of it on nothing. */
  lookMs: 2_000,
  usedMs: 100,
  /** Interval of the checks, and the minimum amount worth returning. */
  againMs: 60_000,
  grownBytes: 8 * 1024 * 1024,
};

/**
 * For a process that runs all day: returns memory to the system when the work is done, some 20 MB after the start. V8 would keep it
 * for later work. It takes a tenth of a second, so it waits until the process is idle.
 */
export function tidyHeapAtRest(rest: typeof REST = REST, tidy: () => void = tidyHeap): void {
  let tidyBytes = 0;
  let used = process.cpuUsage();
  const wait = (ms: number): void => {
    used = process.cpuUsage();
    setTimeout(look, ms).unref();
  };
  const look = (): void => {
    if (getHeapStatistics().total_heap_size < tidyBytes + rest.grownBytes) return wait(rest.againMs);
    const { user, system } = process.cpuUsage(used);
    if ((user + system) / 1000 >= rest.usedMs) return wait(rest.lookMs);
    tidy();
    tidyBytes = getHeapStatistics().total_heap_size;
    wait(rest.againMs);
  };
  wait(rest.lookMs);
}

/** Collects all garbage and returns its memory to the system. Blocks everything else. */
export function tidyHeap(): void {
  exposedGc()?.({ type: 'major', flavor: 'last-resort' });
}
