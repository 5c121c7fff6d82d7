import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The size of the young generation, in bytes. Smaller, and collections take a fifth of the time of small uploads; larger, and
 * in-flight buffers, which are freed together with young objects, stay in memory for longer.
 */
const youngBytes = 8 * 1024 * 1024;

/** Bytes allocated between two checks, in objects that stay alive so that the heap has to grow. */
const stepBytes = 64 * 1024;

/**
 * Fixes the young generation at 8 MB; V8 lets it grow to 64 MB and more during uploads. V8 reads its option
 * (`--max-semi-space-size`) only at process start, and this process is not always started with options. So make the space grow to
 * the desired size first, and then forbid further growth. V8 may still shrink it when idle.
 */
export function holdYoungHeap(): void {
  const kept: number[][] = [];
  // The limit guards against a V8 that sizes its heap differently: then this has no effect and does no harm.
  for (let made = 0; youngHeapBytes() < youngBytes && made < 8 * youngBytes; made += stepBytes) {
    kept.push(...Array.from({ length: stepBytes / 1024 }, (_, index) => Array.from({ length: 128 }, () => index)));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
  // In-flight buffers count against the growth limit of old objects. V8 would allow 4 MB, and mark the whole heap for each.
  setFlagsFromString('--heap-growing-percent=75');
}

function youngHeapBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? youngBytes;
}

/** Bytes that may pass before the young generation is collected. */
const mostSpentBytes = 4 * 1024 * 1024;

/**
 * Receives the number of content bytes that passed through, and collects the young generation every 4 MB, which takes half a
 * millisecond. V8 by itself lets buffers pile up and then marks the whole heap, which took half of the CPU time of a large upload.
 */
export function collectSpentBuffers(): (bytes: number) => void {
  let spentBytes = 0;
  let collect: (() => void) | null = null;
  return (bytes) => {
    spentBytes += bytes;
    if (spentBytes < mostSpentBytes) return;
    spentBytes = 0;
    collect ??= youngCollection();
    collect();
  };
}

function youngCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('globalThis.gc') as typeof globalThis.gc;
  return () => gc?.({ type: 'minor' });
}
