import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { collectSpentBuffers, growHeapOnce, tidyHeap, tidyHeapAtRest } from '../../../main/small-heap.ts';

/** How often the whole heap is collected while 512 MiB go through in pieces of 64 KiB, as a connection brings them. */
async function wholeCollections(spent: (bytes: number) => void): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter(isWhole).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let piece = 0; piece < 8192; piece++) {
    spent(Buffer.allocUnsafeSlow(64 * 1024).length);
    if (piece % 16 === 0) await turn();
  }
  await turn();
  observer.disconnect();
  return count;
}

function isWhole(entry: object): boolean {
  const { detail } = entry as { readonly detail: { readonly kind: number } };
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

test('buffers that went through are collected without looking through the whole heap', async () => {
  const left = await wholeCollections(() => {});
  const collected = await wholeCollections(collectSpentBuffers());
  expect(collected).toBeLessThan(left / 2);
}, 60_000);

test('the young generation grows once, and no more by itself', () => {
  const sizeBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
  growHeapOnce();
  const grown = sizeBytes();
  expect(grown).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  const alive = Array.from({ length: 500_000 }, (_, count) => ({ count }));
  expect(alive).toHaveLength(500_000);
  expect(sizeBytes()).toBeLessThanOrEqual(grown);
});

test('memory left over from work is released', () => {
  const sizeBytes = () => getHeapStatistics().total_heap_size;
  let kept = Array.from({ length: 2_000_000 }, (_, count) => ({ count }));
  expect(kept).toHaveLength(2_000_000);
  const grown = sizeBytes();
  kept = [];
  expect(kept).toHaveLength(0);
  tidyHeap();
  expect(sizeBytes()).toBeLessThan(grown - 40 * 1024 * 1024);
});

test('at rest it is given back, and again when the heap has grown', async () => {
  let times = 0;
  const tidy = () => {
    times += 1;
    tidyHeap();
  };
  tidyHeapAtRest({ lookMs: 10, usedMs: 10_000, againMs: 10, grownBytes: 8 * 1024 * 1024 }, tidy);
  await vi.waitFor(() => expect(times).toBe(1), { timeout: 10_000 });
  const work = Array.from({ length: 2_000_000 }, (_, count) => ({ count }));
  await vi.waitFor(() => expect(times).toBeGreaterThan(1), { timeout: 10_000 });
  expect(work).toHaveLength(2_000_000);
});
