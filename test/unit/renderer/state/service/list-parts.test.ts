import { expect, test } from 'vitest';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { byOffset } from '../../../../../renderer/state/service/list-parts.ts';

const bridge = {} as TandemBridge;

/** Reads a list to its end, of which the service leaves out what the person may not see. */
async function readAll(visible: readonly (number | null)[], limit: number) {
  const offsets: number[] = [];
  const read = byOffset<number>(async (_bridge, offset) => {
    offsets.push(offset);
    const entries = visible.slice(offset, offset + limit).filter((entry) => entry !== null);
    return { entries, total: visible.length, limit };
  });
  const parts: (readonly number[])[] = [];
  for (let marker: string | null = null; ; ) {
    const part = await read(bridge, marker);
    parts.push(part.entries);
    if (part.next === null) return { parts, offsets };
    marker = part.next;
  }
}

test('the next page begins a limit further, whatever the service left out', async () => {
  expect(await readAll([0, null, 2, 3, null], 2)).toEqual({ parts: [[0], [2, 3], []], offsets: [0, 2, 4] });
});

test('a page without entries is no end, and no part of its own', async () => {
  expect(await readAll([0, 1, null, null, null, null, 6], 2)).toEqual({ parts: [[0, 1], [6]], offsets: [0, 2, 4, 6] });
});

test('an empty list has one part', async () => {
  expect(await readAll([], 2)).toEqual({ parts: [[]], offsets: [0] });
});
