import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { collectSpentBuffers, growHeapOnce } from '../../../main/small-heap.ts';

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
});

test('the young generation grows once, and no more by itself', () => {
  const sizeBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
  growHeapOnce();
  const grown = sizeBytes();
  expect(grown).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  const alive = Array.from({ length: 500_000 }, (_, count) => ({ count }));
  expect(alive).toHaveLength(500_000);
  expect(sizeBytes()).toBeLessThanOrEqual(grown);
});
