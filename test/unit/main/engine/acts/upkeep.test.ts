import { expect, test } from 'vitest';
import { journalPolicy, setJournalPolicy } from '../../../../../main/engine/acts/journal-policy.ts';
import { sweep, sweepJournal } from '../../../../../main/engine/acts/upkeep.ts';
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
  await sweep(parts, NOW_MS, stopped.signal);
  expect(store.journal.query({ limit: 2_000 })).toHaveLength(1_002);
  await sweep(parts, NOW_MS, new AbortController().signal);
  expect(store.journal.query({ limit: 2_000 }).map(({ path }) => path)).toEqual(['of a year ago']);
  expect(pauses).toBe(2);
  store.close();
});

test('[P50] the user sets how long the journal is kept and how many entries, also for the next start', async () => {
  const { store, root } = openStoreBench();
  const parts = { store, clock: { nowMs: () => NOW_MS, sleep: async () => undefined } } as unknown as EngineParts;
  expect(journalPolicy(parts)).toEqual({ keepDays: 365, keepEntries: 200_000 });
  const entry = (atMs: number, path: string) => store.journal.append(journalEntry(path, { atMs, rootId: root.id }));
  for (let number = 0; number < 10; number += 1) entry(NOW_MS - 31 * DAY_MS, `old ${number}`);
  for (let number = 0; number < 1_200; number += 1) entry(NOW_MS - DAY_MS, `new ${number}`);
  setJournalPolicy(parts, { keepDays: 30, keepEntries: 200_000 });
  expect(await sweepJournal(parts)).toBe(10);
  setJournalPolicy(parts, { keepDays: 30, keepEntries: 1_000 });
  expect(await sweepJournal(parts)).toBe(200);
  const left = store.journal.query({ limit: 2_000 }).map(({ path }) => path);
  expect([left.length, left.at(-1)]).toEqual([1_000, 'new 200']);
  store.setSetting('journal_policy', '{"keepDays":0}');
  expect(journalPolicy(parts)).toEqual({ keepDays: 365, keepEntries: 200_000 });
  store.close();
});
