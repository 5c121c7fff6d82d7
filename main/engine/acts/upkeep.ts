import type { EngineParts } from '../root/engine-parts.ts';
import { journalPolicy } from './journal-policy.ts';
import { listUnlisted } from './trash/list-unlisted.ts';
import { sweepTrash } from './trash/local-trash.ts';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_MS = 6 * 60 * 60_000;

/** Entries deleted between two turns of other work. */
const PORTION = 500;

/**
 * Completes the list of the local trash, and permanently deletes what the trash and the journal no longer keep. Stops between two portions once
 * `signal` aborts.
 * @param startedMs when this process began to work
 */
export async function sweep(parts: EngineParts, startedMs: number, signal: AbortSignal): Promise<void> {
  await listUnlisted(parts, startedMs, signal);
  parts.store.counted.look(parts.clock.nowMs());
  await sweepTrash(parts, signal);
  await sweepJournal(parts, signal);
}

/** Sweeps now and periodically, until the signal aborts. A sweep that fails is left to the next one: nothing depends on it. */
export async function keepSwept(parts: EngineParts, startedMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sweep(parts, startedMs, signal);
    } catch (error) {
      parts.log.error(
        'The local trash and the activity could not be cleaned up; this is repeated in a few hours.',
        error,
      );
    }
    await parts.clock.sleep(SWEEP_MS, signal);
  }
}

/** Permanently deletes the entries that the policy no longer keeps, and returns their number. */
export async function sweepJournal(parts: EngineParts, signal?: AbortSignal): Promise<number> {
  const { store, clock } = parts;
  const { keepDays, keepEntries } = journalPolicy(parts);
  const kept = { beforeCountedMs: store.counted.at(clock.nowMs()) - keepDays * DAY_MS, keep: keepEntries };
  let swept = 0;
  while (signal?.aborted !== true) {
    const dropped = store.journal.dropOldest(kept, PORTION);
    swept += dropped;
    if (dropped < PORTION) break;
    await clock.sleep(0, signal);
  }
  return swept;
}
