import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What the part of the heap for young objects is held at, in bytes. Smaller, and collections take a fifth of the time of
 * small uploads; larger, and the buffers of bytes on their way, which are freed with the young objects, wait for longer.
 */
const youngBytes = 8 * 1024 * 1024;

/** Bytes of objects that are made between two looks, and objects in which they are kept, so that the heap has to grow. */
const stepBytes = 64 * 1024;

/**
 * Holds the part of the heap for young objects at 8 MB; V8 lets it grow to 64 MB and more under uploads. The option that
 * says so (`--max-semi-space-size`) is read only when a process starts, and not everybody starts this one with options: so
 * the space is made to grow as far as it should, and then not to grow any more. V8 may make it smaller when nothing happens.
 */
export function holdYoungHeap(): void {
  const kept: number[][] = [];
  // The limit is for a V8 that sizes its heap in some other way: then nothing is held, and nothing is lost.
  for (let made = 0; youngHeapBytes() < youngBytes && made < 8 * youngBytes; made += stepBytes) {
    kept.push(...Array.from({ length: stepBytes / 1024 }, (_, index) => Array.from({ length: 128 }, () => index)));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
  // Buffers on their way count against what the old objects may grow by; V8 would leave them 4 MB, and mark the whole heap for each.
  setFlagsFromString('--heap-growing-percent=75');
}

function youngHeapBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? youngBytes;
}

/** Bytes that may go through before the young objects are collected. */
const mostSpentBytes = 4 * 1024 * 1024;

/**
 * To be told of the bytes of contents that went through: every 4 MB of them it has the young objects collected, which takes half
 * a millisecond. V8 by itself lets buffers pile up, and then marks the whole heap: that took half of the processor time of a large
 * upload.
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
