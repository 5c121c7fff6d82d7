import { expect, test } from 'vitest';
import { journalPolicy, setJournalPolicy } from '../../../../../main/engine/acts/journal-policy.ts';
import { sweep, sweepJournal } from '../../../../../main/engine/acts/upkeep.ts';
import type { EngineParts } from '../../../../../main/engine/root/engine-parts.ts';
import type { Store } from '../../../../../main/engine/store/store.ts';
import { journalEntry, openStoreBench } from '../../../../support/engine/store-bench.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = 1_000 * DAY_MS;

/** Days pass on a computer that is used every day. */
function passDays(store: Store, fromMs: number, days: number): number {
  for (let day = 0; day <= days; day += 1) store.counted.look(fromMs + day * DAY_MS);
  return fromMs + days * DAY_MS;
}

test('[P50] the journal keeps a year, however much is older, and pauses for other work while it is emptied', async () => {
  const { store, root } = openStoreBench();
  const entry = (atMs: number, path: string) => store.journal.append(journalEntry(path, { atMs, rootId: root.id }));
  store.counted.look(NOW_MS);
  for (let number = 0; number < 1_001; number += 1) entry(NOW_MS, `old ${number}`);
  entry(NOW_MS + 1, 'of a year ago');
  const nowMs = passDays(store, NOW_MS + 1, 365);
  let pauses = 0;
  const sleep = async () => void (pauses += 1);
  const parts = { store, clock: { nowMs: () => nowMs, sleep } } as unknown as EngineParts;
  const stopped = new AbortController();
  stopped.abort();
  await sweep(parts, nowMs, stopped.signal);
  expect(store.journal.query({ limit: 2_000 })).toHaveLength(1_002);
  await sweep(parts, nowMs, new AbortController().signal);
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
  passDays(store, NOW_MS - 31 * DAY_MS, 31);
  for (let number = 0; number < 1_200; number += 1) entry(NOW_MS, `new ${number}`);
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

const HOUR_MS = 60 * 60_000;

/** An engine's upkeep at a time that the test sets, with `Thesis` in its trash and in its journal. */
function openUpkeep(trashedAtMs: number) {
  const { store, root } = openStoreBench();
  let nowMs = trashedAtMs;
  const about = { rootId: root.id, rootPath: '/root', itemKind: 'folder', itemId: null, nodes: 9, bytes: 9 } as const;
  const parts = {
    store,
    clock: { nowMs: () => nowMs, sleep: async () => undefined },
    localTrash: { purge: async () => undefined, unlisted: async function* () {} },
    fileSystem: { readMarker: async () => null },
  } as unknown as EngineParts;
  store.counted.look(nowMs);
  store.trash.add({ ...about, path: 'Thesis', place: '/trash/Thesis', atMs: nowMs });
  store.journal.append(journalEntry('Thesis', { rootId: root.id, atMs: nowMs }));
  return {
    store,
    sweepAt: async (atMs: number) => {
      nowMs = atMs;
      await sweep(parts, atMs, new AbortController().signal);
      return { trash: store.trash.list(9).length, journal: store.journal.count({}) };
    },
  };
}

const KEPT = { trash: 1, journal: 1 };

test.each([
  ['behind by ten weeks when an item is deleted', -70, [0, 0.25, 0.5]],
  ['behind by years when an item is deleted', -4_000, [0, 1, 2]],
  ['ahead by 45 days when the trash is swept', 0, [45, 0, 45, 0, 45, 0]],
  ['ahead by two years when the trash is swept', 0, [730, 730.25, 0, 730]],
])('[P50] [P51] a clock that is %s empties neither the trash nor the journal', async (_, trashedDays, sweptDays) => {
  const { store, sweepAt } = openUpkeep(NOW_MS + trashedDays * DAY_MS);
  for (const days of sweptDays) expect(await sweepAt(NOW_MS + days * DAY_MS)).toEqual(KEPT);
  store.close();
});

test.each([
  ['that runs all day', 6 * HOUR_MS],
  ['that is used once a day', DAY_MS],
])('[P50] [P51] a computer %s keeps deleted items for 30 days and the journal for a year', async (_, everyMs) => {
  const { store, sweepAt } = openUpkeep(NOW_MS);
  const left = [];
  for (let passedMs = 0; passedMs <= 365 * DAY_MS; passedMs += everyMs) {
    const { trash, journal } = await sweepAt(NOW_MS + passedMs);
    if (trash === 0) left.push(passedMs);
    expect(journal).toBe(1);
  }
  expect(left[0]).toBe(30 * DAY_MS);
  expect((await sweepAt(NOW_MS + 365 * DAY_MS + everyMs)).journal).toBe(0);
  store.close();
});

test('[P51] a week without a look counts as a day, so a computer that is rarely used keeps deleted items longer', async () => {
  const { store, sweepAt } = openUpkeep(NOW_MS);
  for (let week = 1; week < 30; week += 1) expect(await sweepAt(NOW_MS + week * 7 * DAY_MS)).toEqual(KEPT);
  expect((await sweepAt(NOW_MS + 30 * 7 * DAY_MS)).trash).toBe(0);
  store.close();
});
