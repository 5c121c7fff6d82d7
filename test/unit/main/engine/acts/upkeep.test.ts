import { expect, test } from 'vitest';
import { sweep } from '../../../../../main/engine/acts/upkeep.ts';
import type { EngineParts } from '../../../../../main/engine/root/engine-parts.ts';
import { journalEntry, openStoreBench } from '../../../../support/engine/store-bench.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = 1_000 * DAY_MS;

test('[P50] the journal keeps a year, however much is older, and pauses for other work while it is emptied', async () => {
  const { store, root } = openStoreBench();
  const entry = (atMs: number, path: string) => store.journal.append(journalEntry(path, { atMs, rootId: root.id }));
  for (let number = 0; number < 1_001; number += 1) entry(NOW_MS - 365 * DAY_MS - 1, `old ${number}`);
  entry(NOW_MS - 365 * DAY_MS, 'of a year ago');
  let pauses = 0;
  const sleep = async () => void (pauses += 1);
  const parts = { store, clock: { nowMs: () => NOW_MS, sleep } } as unknown as EngineParts;
  const stopped = new AbortController();
  stopped.abort();
  await sweep(parts, stopped.signal);
  expect(store.journal.query({ limit: 2_000 })).toHaveLength(1_002);
  await sweep(parts, new AbortController().signal);
  expect(store.journal.query({ limit: 2_000 }).map(({ path }) => path)).toEqual(['of a year ago']);
  expect(pauses).toBe(2);
  store.close();
});
